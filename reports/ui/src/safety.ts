// The one chart to put on a slide: how many failure modes a strategy survives, against what it costs.
import {h, s} from "./dom";
import {Report} from "./data";
import {distinct, Figure, figure_text, figures_in} from "./figures";
import {standing_of_cell} from "./verdict";

interface Point {
    label: string;
    cost: number; // ms
    survived: number;
    tried: number;
}

const width = 1200;
const height = 420;
const margin = {left: 56, right: 190, top: 26, bottom: 48};

/** In how many failure modes nothing that the strategy does in them was broken. */
function survival(report: Report, label: string): {survived: number; tried: number} {
    const bad = new Set<string>();
    const tried = new Set<string>();
    for (const cell of report.cells) {
        if (cell.strategy !== label) continue;
        const standing = standing_of_cell(cell);
        if (standing === "none" || standing === "error") continue;
        tried.add(cell.scenario);
        if (standing !== "proved" && standing !== "held" && standing !== "missed") bad.add(cell.scenario);
    }
    return {survived: tried.size - bad.size, tried: tried.size};
}

/** The figures that stand for all: closed loop, no repeated calls, as many threads as were tried. */
function typical(all: Figure[]): Figure[] {
    const closed = all.filter((figure) => figure.rate === 0 && figure.values["p99_ns"] !== undefined);
    const database = closed[0]?.database;
    const load = distinct(closed.map((figure) => figure.load)).sort()[0];
    const same = closed.filter((figure) => figure.database === database && figure.load === load);
    const threads = Math.max(...same.map((figure) => figure.threads));
    return same.filter((figure) => figure.threads === threads);
}

function points_of(report: Report, figures: Figure[]): Point[] {
    return figures.flatMap((figure) => {
        // The baseline is measured under its plain name.
        const label = report.strategies.find((one) => one === figure.subject) ??
            report.strategies.find((one) => one.split("/")[0] === figure.subject);
        if (label === undefined) return [];
        const {survived, tried} = survival(report, label);
        return tried === 0 ? [] : [{label, cost: (figure.values["p99_ns"] ?? 0) * 1e-6, survived, tried}];
    });
}

/** Heights of names beside their dots, so that no name lies on another one or on a dot. */
function placed(dots: {point: Point; x: number; y: number}[]): number[] {
    const taken = dots.map((dot) => ({left: dot.x - 6, right: dot.x + 6, y: dot.y}));
    return dots.map((dot) => {
        const left = dot.x + 10;
        const right = left + dot.point.label.length * 7;
        const shifts = [0, 14, -14, 28, -28, 42, -42, 56, -56, 70, -70];
        const is_free = (y: number): boolean => y > margin.top && y < height - margin.bottom - 4 &&
            taken.every((one) => one.right < left || one.left > right || Math.abs(one.y - y) > 12);
        const y = shifts.map((shift) => dot.y + shift).find(is_free) ?? dot.y;
        taken.push({left, right, y});
        return y;
    });
}

function scatter(points: Point[]): SVGElement {
    const costs = points.map((point) => Math.log10(Math.max(point.cost, 1e-3)));
    const low = Math.min(...costs) - 0.08;
    const high = Math.max(...costs) + 0.08;
    const x = (cost: number): number => margin.left +
        (Math.log10(Math.max(cost, 1e-3)) - low) / (high - low) * (width - margin.left - margin.right);
    const y = (share: number): number => height - margin.bottom - share * (height - margin.top - margin.bottom);
    const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
        s("line", {class: "axis", x1: margin.left, x2: width - margin.right, y1: y(share), y2: y(share)}),
        s("text", {class: "tick end", x: margin.left - 8, y: y(share) + 4}, `${share * 100} %`)]);
    const decades = [0.001, 0.01, 0.1, 1, 10, 100, 1000].flatMap((decade) => [decade, 2 * decade, 5 * decade])
        .filter((cost) => Math.log10(cost) >= low && Math.log10(cost) <= high)
        .flatMap((cost) => [
            s("line", {class: "axis", x1: x(cost), x2: x(cost), y1: margin.top, y2: height - margin.bottom}),
            s("text", {class: "tick middle", x: x(cost), y: height - margin.bottom + 18}, String(cost))]);
    const dots = points.map((point) => ({point, x: x(point.cost), y: y(point.survived / point.tried)}));
    const names = placed(dots);
    const marks = dots.flatMap((dot, at) => [
        s("line", {class: "axis", x1: dot.x, y1: dot.y, x2: dot.x + 10, y2: names[at] ?? dot.y}),
        s("circle", {class: dot.point.survived === dot.point.tried ? "dot safe" : "dot", cx: dot.x, cy: dot.y, r: 5},
            s("title", {}, `${dot.point.label}: ${dot.point.survived} of ${dot.point.tried}, ` +
                `p99 ${figure_text(dot.point.cost)} ms`)),
        s("text", {class: "name", x: dot.x + 12, y: (names[at] ?? dot.y) + 4}, dot.point.label)]);
    return s("svg", {class: "scatter", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label":
        "Share of failure modes survived against p99 latency; the table below has the figures"},
    ...ticks, ...decades,
    s("text", {class: "tick", x: margin.left, y: 12}, "failure modes survived"),
    s("text", {class: "tick middle", x: (margin.left + width - margin.right) / 2, y: height - 8}, "p99 latency, ms"),
    ...marks);
}

export function safety_and_cost(report: Report): HTMLElement | null {
    const figures = typical(figures_in(report.bench));
    const points = points_of(report, figures);
    if (points.length < 2) return null;
    const first = figures[0] as Figure;
    return h("section", {id: "safety", "aria-labelledby": "safety-title"},
        h("h2", {id: "safety-title"}, "Safety against cost"),
        h("p", {class: "lead"}, "Up is safer, left is faster. Survived: failure modes in which no guarantee of the " +
            `strategy was broken, of those it was tried in. Cost: p99 on ${first.database}, ${first.threads} threads, ` +
            `${first.load.replace(/^repeats:(\d+)/, "$1 % repeated calls")}, closed loop.`),
        h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "safety-title"}, scatter(points)),
        h("details", {}, h("summary", {}, "As a table"), h("table", {class: "plain"},
            h("thead", {}, h("tr", {}, ...["Strategy", "Survived", "p99, ms"].map((text) => h("th", {scope: "col"}, text)))),
            h("tbody", {}, ...points.map((point) => h("tr", {}, h("th", {scope: "row"}, point.label),
                h("td", {class: "number"}, `${point.survived} of ${point.tried}`),
                h("td", {class: "number"}, figure_text(point.cost))))))));
}
