// What strategies cost on real servers: curves over the threads or over the offered rate, and the
// figures behind them.
import uPlot from "uplot";
import {h} from "./dom";
import {Report} from "./data";
import {distinct, Figure, figure_text, figures_in, metrics, Metric} from "./figures";
import {on_theme} from "./theme";

const strokes = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#3a8fc7", "#8a6fc0", "#777777"];
const dashes = [[], [6, 3], [2, 3]];

function css(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function axis(label: string): uPlot.Axis {
    return {
        label, stroke: css("--soft"), labelSize: 22, size: 56,
        grid: {stroke: css("--edge"), width: 1}, ticks: {stroke: css("--edge")},
    };
}

/** One chart: a line for each strategy. */
function chart(
    figures: Figure[], metric: Metric, x_of: (figure: Figure) => number, x_title: string, width: number
): {options: uPlot.Options; data: uPlot.AlignedData} {
    const xs = distinct(figures.map(x_of)).sort((a, b) => a - b);
    const subjects = distinct(figures.map((figure) => figure.subject));
    const lines = subjects.map((subject) => xs.map((x) => {
        const found = figures.find((figure) => figure.subject === subject && x_of(figure) === x);
        const value = found?.values[metric.key];
        return value === undefined ? null : value * metric.scale;
    }));
    return {
        options: {
            width, height: 340, title: "", cursor: {y: false},
            scales: {x: {time: false, distr: 3, log: 2}, y: {distr: metric.unit === "ms" ? 3 : 1}},
            axes: [{...axis(x_title), values: (_, splits) => splits.map((x) => (xs.includes(x) ? String(x) : ""))},
                axis(metric.unit === "" ? metric.title : `${metric.title}, ${metric.unit}`)],
            series: [{label: x_title}, ...subjects.map((label, at) => ({
                label, stroke: strokes[at % strokes.length], width: 2, spanGaps: true,
                dash: dashes[Math.floor(at / strokes.length) % dashes.length],
                points: {show: true, size: 7},
                value: (_: uPlot, value: number | null) => figure_text(value ?? undefined),
            }))],
        },
        data: [xs, ...lines] as uPlot.AlignedData,
    };
}

function table(figures: Figure[]): HTMLElement {
    const used = metrics.filter((metric) => figures.some((figure) => metric.key in figure.values));
    return h("table", {class: "plain"},
        h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Strategy"), h("th", {scope: "col"}, "Threads"),
            h("th", {scope: "col"}, "Offered/s"), ...used.map((metric) =>
                h("th", {scope: "col"}, metric.title, h("small", {}, metric.unit))))),
        h("tbody", {}, ...figures.map((figure) => h("tr", {}, h("th", {scope: "row"}, figure.subject),
            h("td", {class: "number"}, figure.threads), h("td", {class: "number"}, figure.rate === 0 ? "–" : figure.rate),
            ...used.map((metric) => {
                const value = figure.values[metric.key];
                return h("td", {class: "number"}, figure_text(value === undefined ? undefined : value * metric.scale));
            })))));
}

function select(label: string, entries: [string, string][]): HTMLSelectElement {
    return h("select", {"aria-label": label}, ...entries.map(([value, text]) => h("option", {value}, text)));
}

export function costs(report: Report): HTMLElement | null {
    const all = figures_in(report.bench);
    if (all.length === 0) return null;
    const database = select("Database", distinct(all.map((one) => one.database)).map((name) => [name, name]));
    const load = select("Load", distinct(all.map((one) => one.load)).map((name) =>
        [name, name.replace(/^repeats:(\d+)/, "$1 % repeated calls").replace("/hot", ", one hot key")]));
    const order = select("Order", [["closed", "closed loop, by threads"], ["open", "offered rate"]]);
    order.disabled = all.every((one) => one.rate === 0) || all.every((one) => one.rate > 0);
    if (all.every((one) => one.rate > 0)) order.value = "open";
    const metric = select("Figure", metrics.filter((one) => all.some((figure) => one.key in figure.values))
        .map((one) => [one.key, one.title]));
    const place = h("div", {class: "chart"});
    const rows = h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures"});
    let shown: uPlot | undefined;
    const draw = (): void => {
        const is_open = order.value === "open";
        const figures = all.filter((one) =>
            one.database === database.value && one.load === load.value && (one.rate > 0) === is_open);
        shown?.destroy();
        const chosen = metrics.find((one) => one.key === metric.value) ?? metrics[0];
        if (chosen === undefined) return;
        const {options, data} = chart(figures, chosen, (one) => (is_open ? one.rate : one.threads),
            is_open ? "offered requests/s" : "threads", Math.max(place.clientWidth, 260));
        place.replaceChildren();
        if (figures.length > 0) shown = new uPlot(options, data, place);
        rows.replaceChildren(table(figures));
    };
    for (const control of [database, load, order, metric]) control.addEventListener("change", draw);
    let width = 0;
    new ResizeObserver(() => {
        if (place.clientWidth === width || place.clientWidth === 0) return;
        width = place.clientWidth;
        draw();
    }).observe(place);
    on_theme(draw);
    return h("section", {id: "costs", "aria-labelledby": "costs-title"},
        h("h2", {id: "costs-title"}, "Costs on real servers"),
        h("p", {class: "lead"}, "At an offered rate latencies count from the moment a request was due. " +
            "Click a name below the chart to hide its curve."),
        h("div", {class: "tools"}, database, load, order, metric), place, rows);
}
