// What became of verdicts and costs since an earlier run.
import {command, counted, h} from "./dom";
import {Compared, ComparedResult, point_text, replay_of, Report} from "./data";
import {figure_text} from "./figures";

function list(title: string, sign: string, kind: string, results: ComparedResult[], step_through: (token: string) => void,
    report: Report): HTMLElement | null {
    if (results.length === 0) return null;
    return h("details", {open: kind === "unexpected"},
        h("summary", {}, h("span", {class: `badge ${kind}`}, h("span", {class: "shape", "aria-hidden": "true"}, sign),
            ` ${title}: ${counted(results.length, "violation")}`)),
        h("ul", {class: "others"}, ...results.map((one) => {
            const point = point_text(one.point);
            return h("li", {}, h("b", {}, one.scenario), ` / ${one.strategy}${point === "" ? "" : ` (${point})`}: ${one.guarantee} `,
                one.before === "" ? `${one.verdict}, not tried before` : `${one.verdict}, ${one.before} before`,
                one.text === "" ? "" : `: ${one.text} `,
                report.counterexamples.has(one.token)
                    ? h("button", {type: "button", class: "link", click: () => step_through(one.token)}, "Step through")
                    : one.token === "" ? null : command(replay_of(report, one.token)));
        })));
}

function strategies(compared: Compared): HTMLElement {
    return h("table", {class: "plain"}, h("thead", {}, h("tr", {}, ...["Strategy", "Survives", "New", "Fixed", "Still broken"].map((text) =>
        h("th", {scope: "col"}, text)))),
    h("tbody", {}, ...compared.strategies.map((one) => h("tr", {}, h("th", {scope: "row"}, one.strategy),
        h("td", {class: "number"}, `${one.survived} of ${one.scenarios}`),
        ...[one.appeared, one.fixed, one.still].map((count) => h("td", {class: "number"}, count))))));
}

function costs(compared: Compared): HTMLElement | null {
    if (compared.costs.length === 0) return null;
    const share = (value: number): string => `${value >= 0 ? "+" : "−"}${Math.abs(value * 100).toFixed(1)} %`;
    const figure = (metric: string, value: number): string =>
        metric.endsWith("_ns") ? `${figure_text(value * 1e-6)} ms` : figure_text(value);
    return h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Changes of costs"},
        h("table", {class: "plain"}, h("thead", {}, h("tr", {}, ...["Measured", "Figure", "Base", "Now", "Change", "95 %", ""].map((text) =>
            h("th", {scope: "col"}, text)))),
        h("tbody", {}, ...compared.costs.map((one) => h("tr", {}, h("th", {scope: "row"}, one.run), h("td", {}, one.name),
            h("td", {class: "number"}, figure(one.metric, one.base)), h("td", {class: "number"}, figure(one.metric, one.now)),
            h("td", {class: "number"}, share(one.change)),
            h("td", {class: "number"}, one.low === undefined ? "too few repetitions" : `${share(one.low)} to ${share(one.high ?? 0)}`),
            h("td", {}, one.over.length === 0 ? null : h("span", {class: "badge unexpected"}, `✖ over ${one.over.join(", ")}`)))))));
}

/** Null for a report of one run. */
export function compared_with(report: Report, step_through: (token: string) => void): HTMLElement | null {
    const {compared} = report;
    if (compared === null) return null;
    const left_out = [compared.only_base > 0 ? `${counted(compared.only_base, "cell")} of the base only` : "",
        compared.only_now > 0 ? `${counted(compared.only_now, "cell")} of this run only` : ""].filter((text) => text !== "");
    return h("section", {id: "compared", "aria-labelledby": "compared-title"},
        h("h2", {id: "compared-title"}, "Since the base run"),
        h("p", {class: "lead"}, `Base: onceproof ${compared.program} ${compared.commit}, ${compared.started}. ` +
            (left_out.length === 0 ? "Both runs have the same cells." : `Not compared: ${left_out.join(", ")}.`)),
        list("New", "✖", "unexpected", compared.appeared, step_through, report),
        list("Fixed", "✔", "held", compared.fixed, step_through, report),
        list("No longer decided", "?", "inconclusive", compared.undecided, step_through, report),
        list("In both runs", "✖", "expected", compared.still, step_through, report),
        h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "compared-title"}, strategies(compared)),
        costs(compared));
}
