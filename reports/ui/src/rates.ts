// How often a guarantee broke in timed cases, each with its interval.
import {counted, h, number_text, percent, s} from "./dom";
import {GuaranteeResult, point_text, Report} from "./data";
import {badge, standing_of} from "./verdict";

const width = 240;
const height = 14;

/** Square roots, so that one in a thousand and one in two are both seen. */
function x_of(rate: number): number {
    return Math.sqrt(Math.min(Math.max(rate, 0), 1)) * width;
}

/** The interval as a bar with its estimate as a line. */
export function interval(result: GuaranteeResult): SVGElement {
    const low = x_of(result.low ?? 0);
    const high = x_of(result.high ?? 1);
    const at = x_of(result.rate ?? 0);
    return s("svg", {
        class: "interval", viewBox: `-2 0 ${width + 4} ${height}`, width: width + 4, height, role: "img",
        "aria-label": `between ${percent(result.low ?? 0)} and ${percent(result.high ?? 1)}`,
    },
    s("line", {class: "axis", x1: 0, x2: width, y1: height / 2, y2: height / 2}),
    ...[0, 0.01, 0.1, 0.5, 1].map((tick) =>
        s("line", {class: "axis", x1: x_of(tick), x2: x_of(tick), y1: 4, y2: height - 4})),
    s("rect", {class: "range", x: low, y: 3, width: Math.max(high - low, 1), height: height - 6, rx: 2}),
    s("line", {class: "estimate", x1: at, x2: at, y1: 0, y2: height}));
}

export function rates(report: Report): HTMLElement | null {
    const rows: HTMLElement[] = [];
    for (const cell of report.cells) {
        for (const result of cell.guarantees) {
            if (result.n === undefined) continue;
            const point = point_text(cell.point);
            rows.push(h("tr", {},
                h("th", {scope: "row"}, cell.scenario, h("small", {}, `${cell.strategy}${point === "" ? "" : `, ${point}`}`)),
                h("td", {}, result.guarantee),
                h("td", {}, badge(standing_of(result))),
                h("td", {class: "number"}, `${number_text(result.violations ?? 0)} / ${number_text(result.n)}`),
                h("td", {class: "number"}, percent(result.rate ?? 0)),
                h("td", {}, interval(result),
                    h("small", {}, `${percent(result.low ?? 0)} to ${percent(result.high ?? 1)}`))));
        }
    }
    if (rows.length === 0) return null;
    return h("section", {id: "rates", "aria-labelledby": "rates-title"},
        h("h2", {id: "rates-title"}, "How often it breaks"),
        h("p", {class: "lead"}, `${counted(rows.length, "guarantee")} in timed order: latencies are drawn, faults strike ` +
            "at their rates. The bar is the interval that holds the true rate with a confidence of 95 %; its axis has " +
            "marks at 0, 1, 10, 50 and 100 % (square roots)."),
        h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "rates-title"},
            h("table", {class: "plain"},
                h("thead", {}, h("tr", {}, ...["Cell", "Guarantee", "Verdict", "Broken", "Rate", "95 %"].map((text) =>
                    h("th", {scope: "col"}, text)))),
                h("tbody", {}, ...rows))));
}
