// What a reader sees first: did it go as expected, in one sentence, and how much was searched.
import {counted, h, number_text} from "./dom";
import {Report} from "./data";
import {badge, meanings, Standing, standing_of, standings, words} from "./verdict";

function fact(name: string, ...content: (Node | string)[]): HTMLElement {
    return h("div", {class: "fact"}, h("dt", {}, name), h("dd", {}, ...content));
}

function counts(report: Report): Map<Standing, number> {
    const found = new Map<Standing, number>();
    for (const cell of report.cells) {
        const all = cell.error !== "" ? ["error" as Standing] : cell.guarantees.map(standing_of);
        for (const standing of all) found.set(standing, (found.get(standing) ?? 0) + 1);
    }
    return found;
}

function determinism(report: Report): string {
    const check = report.run.determinism;
    if (check === undefined) return "not checked in this run";
    const differences = check.differences.length;
    return `${counted(check.cases, "case")} run twice, ` +
        (differences === 0 ? "no difference" : counted(differences, "difference")) +
        (check.trouble === "" ? "" : `; ${check.trouble}`);
}

export function overview(report: Report): HTMLElement {
    const {run, summary} = report;
    const states = report.cells.reduce((sum, cell) => sum + cell.states, 0);
    const cases = report.cells.reduce((sum, cell) => sum + cell.cases, 0);
    const all = counts(report);
    const chips = standings.filter((standing) => all.has(standing)).map((standing) =>
        h("li", {class: `chip ${standing}`, title: meanings[standing]},
            h("strong", {}, number_text(all.get(standing) ?? 0)), " ",
            badge(standing, standing === "expected" ? "violated, as expected" : words[standing])));
    const searched = [
        states > 0 ? counted(states, "state") : "", cases > 0 ? counted(cases, "case") : "",
    ].filter((text) => text !== "").join(", ");
    const [head, ...rest] = summary.outcome.split(". ");
    // A run that was cut off has said nothing bad yet.
    const [standing, sign] = summary.clean ? ["clean", "✔"]
        : summary.outcome.startsWith("Every expectation") ? ["unfinished", "?"] : ["unclean", "✖"];
    return h("section", {id: "overview", "aria-labelledby": "overview-title",
        class: `verdict ${standing}`},
        h("h1", {id: "overview-title"},
            h("span", {class: "sign", "aria-hidden": "true"}, sign), " ",
            `${(head ?? "").replace(/\.$/, "")}.`),
        h("p", {class: "sub"}, rest.join(". ")),
        h("ul", {class: "chips", "aria-label": "Guarantees by verdict"}, ...chips),
        h("dl", {class: "facts"},
            fact("Searched", searched === "" ? "nothing" : searched),
            fact("Determinism", determinism(report)),
            fact("Seed", h("code", {}, run.seed)),
            fact("Program", `onceproof ${run.program}`,
                run.commit === "" ? "" : ` (${run.commit})`),
            fact("Started", run.started)),
        h("p", {class: "hint"}, h("strong", {}, "Proved"), " means: ", meanings.proved, ". ",
            h("strong", {}, "Held"), " means: ", meanings.held, "."));
}
