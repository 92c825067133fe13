import {h} from "./dom";
import {Cell, load, Report} from "./data";
import {compared_with} from "./compared";
import {confirmations} from "./confirmations";
import {costs} from "./costs";
import {coverage} from "./coverage";
import {open_details} from "./details";
import {Explorer} from "./explorer";
import {failures} from "./failures";
import {frontiers} from "./frontiers";
import {place} from "./hash";
import {matrix} from "./matrix";
import {overview} from "./overview";
import {rates} from "./rates";
import {reproduce} from "./reproduce";
import {safety_and_cost} from "./safety";
import {sweeps} from "./sweeps";
import {start_theme, switch_theme} from "./theme";

function navigation(sections: HTMLElement[]): HTMLElement {
    return h("nav", {class: "top", "aria-label": "Sections"},
        h("span", {class: "brand"}, "onceproof"),
        h("ul", {}, ...sections.map((section) => {
            const title = section.dataset["short"] ?? section.id;
            return h("li", {}, h("a", {href: `#${section.id}`, click: (event) => {
                // The address keeps the step that is open.
                event.preventDefault();
                section.scrollIntoView();
            }}, title));
        })),
        h("button", {type: "button", class: "theme", "aria-label": "Light or dark", title: "Key: t",
            click: switch_theme}, "◐"));
}

/** What keeps this report from being the whole truth of the run. */
function warnings(report: Report): HTMLElement[] {
    const {run} = report;
    const texts = (run.unreadable ?? []).map((part) => `Could not be read: ${part}`);
    if (run.interrupted || !run.finished) {
        texts.unshift(`The run was interrupted: ${run.cells_done} of ${run.cells_planned} cells are here.`);
    }
    return texts.map((text) => h("p", {class: "trouble", role: "note"}, text));
}

function named(section: HTMLElement | null, short: string): HTMLElement[] {
    if (section === null) return [];
    section.dataset["short"] = short;
    return [section];
}

function listen(explorer: Explorer): void {
    document.addEventListener("keydown", (event) => {
        const target = event.target as HTMLElement;
        const is_typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog[open]");
        if (is_typing || event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === "t") {
            switch_theme();
        } else if (explorer.key(event.key)) {
            event.preventDefault();
        }
    });
    window.addEventListener("hashchange", () => open_place(explorer, true));
}

function open_place(explorer: Explorer, scroll: boolean): boolean {
    const {failure, step, beside} = place();
    if (failure !== undefined && explorer.open_token(failure, step, beside)) {
        if (scroll) explorer.element.scrollIntoView();
        return true;
    }
    if (step === undefined) return false;
    explorer.open_first(step);
    if (scroll) explorer.element.scrollIntoView();
    return true;
}

function start(): void {
    start_theme();
    const report = load();
    const explorer = new Explorer(report);
    const step_through = (token: string): void => {
        explorer.open_token(token);
        explorer.element.scrollIntoView();
    };
    const details = (cells: Cell[]): void => open_details(report, cells, step_through);
    const sections = [
        ...named(overview(report), "Verdict"),
        ...named(compared_with(report, step_through), "Compared"),
        ...named(matrix(report, details), "Matrix"),
        ...named(failures(report, {step_through, open: details}), "Failures"),
        ...named(explorer.is_empty ? null : explorer.element, "Step by step"),
        ...named(sweeps(report, details), "Sweeps"),
        ...named(frontiers(report), "Borders"),
        ...named(rates(report), "Rates"),
        ...named(confirmations(report, step_through), "Real servers"),
        ...named(safety_and_cost(report), "Safety and cost"),
        ...named(costs(report), "Costs"),
        ...named(coverage(report), "Coverage"),
        ...named(reproduce(report), "Reproduce"),
    ];
    document.getElementById("page")?.replaceChildren(
        navigation(sections),
        h("main", {id: "main"}, ...warnings(report), ...sections));
    listen(explorer);
    if (!open_place(explorer, true)) explorer.open_first();
}

start();
