// What is so at the current step: the step in full, the stores behind it with what changed first,
// who holds what, and how likely the violation was by then.
import {h, s} from "./dom";
import {sentence} from "./diagram";
import {Entry, FullStep, Trace} from "./trace";

function curve(trace: Trace, current: number): SVGElement | null {
    const all = trace.probability;
    if (all.length < 2) return null;
    const width = 300;
    const height = 64;
    const x = (step: number): number => (step / (all.length - 1)) * width;
    const y = (value: number): number => height - value * (height - 8) - 4;
    const points = all.map((value, step) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const now = all[current] ?? 0;
    return s("svg", {class: "curve", viewBox: `-6 0 ${width + 12} ${height}`, role: "img",
        "aria-label": `P(bug) over the steps; ${Math.round(now * 100)} per cent behind this one`},
    s("line", {class: "axis", x1: 0, x2: width, y1: y(0), y2: y(0)}),
    s("line", {class: "axis", x1: 0, x2: width, y1: y(1), y2: y(1)}),
    s("polyline", {class: "line", points}),
    s("circle", {class: "now", cx: x(current), cy: y(now), r: 4}));
}

function entry_row(entry: Entry): HTMLElement {
    const now = entry.content ?? "(none)";
    return h("tr", {class: entry.changed ? "changed" : "", "data-store": entry.store, "data-name": entry.name,
        "data-content": entry.content, "data-changed": entry.changed},
    h("th", {scope: "row"}, entry.changed ? h("span", {class: "delta", title: "changed in this step"}, "Δ ") : null,
        h("small", {}, entry.store), " ", entry.name),
    h("td", {}, entry.changed && entry.before !== undefined ? h("del", {}, entry.before) : null,
        h("span", {class: entry.content === undefined ? "gone" : ""}, now)));
}

function stores(trace: Trace, index: number): HTMLElement {
    const entries = trace.entries(index);
    if (entries.length === 0) return h("p", {class: "hint"}, "All stores are empty.");
    return h("table", {class: "state"}, h("caption", {}, "Stores behind this step"),
        h("tbody", {}, ...entries.map(entry_row)));
}

export function fill_panel(panel: HTMLElement, trace: Trace, index: number): void {
    const step = trace.steps[index] as FullStep;
    const probability = trace.probability[index];
    const holding = trace.bars.filter((bar) => bar.first <= index && index < bar.end);
    const graph = curve(trace, index);
    panel.replaceChildren(
        h("h3", {}, `Step ${index + 1} of ${trace.steps.length}`,
            h("small", {}, ` at ${(step.at / 1000).toFixed(1)} ms`)),
        h("p", {class: "sentence"}, sentence(trace, step)),
        ...step.violations.map((text) => h("p", {class: "violation"}, h("b", {}, "✖ VIOLATION "), text)),
        step.fault === "" ? "" : h("p", {class: "fault-line"}, h("b", {}, "FAULT "), step.fault),
        stores(trace, index),
        holding.length === 0 ? "" : h("ul", {class: "holding"}, ...holding.map((bar) =>
            h("li", {class: bar.kind}, bar.label))),
        graph === null ? "" : h("figure", {}, graph, h("figcaption", {},
            `P(bug) ${Math.round((probability ?? 0) * 100)} %: share of random continuations from here that break it`)),
        step.decision === "" ? "" : h("p", {class: "hint"}, "Choice: ", h("code", {}, step.decision)));
}
