// What is known of one place of the matrix: a dialog with its sweep points, guarantee by guarantee.
import {command, counted, h, number_text, percent, shell_line} from "./dom";
import {Cell, GuaranteeResult, executable_of, point_text, replay_of, Report} from "./data";
import {on_real_text} from "./confirmations";
import {fault_name} from "./coverage";
import {interval} from "./rates";
import {badge, standing_of, words} from "./verdict";

function bound_text(cell: Cell): string {
    const faults = cell.fault_budget === 0 ? "no fault" : `up to ${counted(cell.fault_budget, "fault")}`;
    const amount = cell.states > 0
        ? `${counted(cell.states, "state")}${cell.merged ? " (like callers merged)" : ""}, ` +
            counted(cell.transitions, "transition")
        : counted(cell.cases, "case");
    return `${cell.mode}, ${faults}, ${amount}, ${cell.seconds.toFixed(2)} s`;
}

function result_row(
    report: Report, result: GuaranteeResult, step_through: (token: string) => void
): HTMLElement {
    const standing = standing_of(result);
    const drawn = report.counterexamples.has(result.token);
    const told = h("td", {});
    if (result.text !== "") told.append(h("p", {}, result.text));
    if (result.n !== undefined) {
        told.append(h("p", {}, `${number_text(result.violations ?? 0)} of ${counted(result.n, "case")}: ` +
            `${percent(result.rate ?? 0)} (95 %: ${percent(result.low ?? 0)} to ${percent(result.high ?? 1)})`),
        interval(result));
    }
    if (result.window_text !== undefined) {
        told.append(h("p", {class: "hint"}, `Gap ${result.window ?? ""}: ${result.window_text}.`));
    }
    if (result.on_real !== undefined) told.append(h("p", {}, on_real_text(result)));
    if (!result.expected) told.append(h("p", {class: "hint"}, `Expected: ${result.expectation}`));
    if (result.token !== "") {
        told.append(h("p", {class: "hint"},
            `${counted(result.faults, "fault")}, ${counted(result.steps, "step")}`));
        if (drawn) {
            told.append(h("button", {type: "button", class: "primary",
                click: () => step_through(result.token)}, "Step through"));
        }
        told.append(command(replay_of(report, result.token)));
    }
    return h("tr", {class: standing},
        h("th", {scope: "row"}, result.guarantee), h("td", {}, badge(standing,
            standing === "expected" ? "violated, as expected" : words[standing])), told);
}

/** Whether the faults that the scenario allows did strike. */
function fault_list(cell: Cell): HTMLElement | null {
    const faults = cell.faults ?? [];
    if (faults.length === 0) return null;
    return h("p", {class: "hint"}, "Faults: ", faults.map((fault) => `${fault_name(fault)} ` + (
        fault.struck > 0 ? `struck ${counted(fault.struck, "time")}`
            : fault.in_reach ? "never struck" : "has nothing to strike here")).join("; "));
}

function of_cell(report: Report, cell: Cell, step_through: (token: string) => void): HTMLElement {
    const point = point_text(cell.point);
    const regress = (cell.regress ?? []).map((one) =>
        h("li", {}, `${one.guarantee}: ${one.replayed}${one.note === "" ? "" : ` (${one.note})`} `,
            h("code", {}, one.token)));
    return h("section", {class: "point"},
        point === "" ? null : h("h3", {}, point),
        h("p", {class: "hint"}, bound_text(cell)),
        cell.note === "" ? null : h("p", {}, cell.note),
        cell.error === "" ? null : h("p", {class: "trouble"}, `Could not be run: ${cell.error}`),
        cell.guarantees.length === 0 ? null : h("table", {class: "results"},
            h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Guarantee"),
                h("th", {scope: "col"}, "Verdict"), h("th", {scope: "col"}, "What was found"))),
            h("tbody", {}, ...cell.guarantees.map((result) => result_row(report, result, step_through)))),
        regress.length === 0 ? null : h("p", {}, "Recorded failures, replayed first:"),
        regress.length === 0 ? null : h("ul", {}, ...regress),
        fault_list(cell));
}

/** The flag that put one strategy in the place of those that files use. */
function in_place_of_others(report: Report): string[] {
    const words = report.run.arguments;
    const at = words.findIndex((word) => /^--strategy(=|$)/.test(word));
    return at < 0 ? [] : words.slice(at, at + (words[at] === "--strategy" ? 2 : 1));
}

export function open_details(
    report: Report, cells: Cell[], step_through: (token: string) => void
): void {
    const first = cells[0];
    if (first === undefined) return;
    const facts = report.run.strategies.find((one) => one.label === first.strategy);
    const dialog = h("dialog", {class: "details", "aria-labelledby": "details-title"});
    const go = (token: string): void => {
        dialog.close();
        step_through(token);
    };
    dialog.append(
        h("header", {},
            h("h2", {id: "details-title"}, first.scenario, " / ", first.strategy),
            h("button", {type: "button", class: "close", "aria-label": "Close",
                click: () => dialog.close()}, "✕")),
        h("p", {class: "lead"}, first.title),
        h("p", {class: "hint"}, h("code", {}, first.file)),
        facts === undefined ? "" : h("dl", {class: "facts"},
            h("div", {class: "fact"}, h("dt", {}, "Strategy"), h("dd", {}, facts.summary)),
            facts.claim === "" ? null : h("div", {class: "fact"}, h("dt", {}, "Claimed"), h("dd", {}, facts.claim)),
            facts.gap === "" ? null : h("div", {class: "fact"}, h("dt", {}, "Known gap"), h("dd", {}, facts.gap))),
        ...cells.map((cell) => of_cell(report, cell, go)),
        h("p", {class: "hint"}, "Run this place again:"),
        command(`${executable_of(report)} ${shell_line(["run", first.file, ...in_place_of_others(report),
            "-f", `scenario:${first.scenario} & strategy:${first.strategy}`])}`));
    dialog.addEventListener("close", () => dialog.remove());
    // A click beside the dialog closes it.
    dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
}
