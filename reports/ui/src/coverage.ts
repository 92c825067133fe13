// Which faults struck where: what the searches did try, and what no search ever reached.
import {counted, h, number_text} from "./dom";
import {FaultCount, Report} from "./data";

interface Place {
    cells: number; // whose scenario allows the fault here
    in_reach: number; // of these, whose strategy calls what it strikes
    struck: number; // of these, in which it did
    times: number;
}

export function fault_name(fault: FaultCount): string {
    return fault.at === "any" ? fault.kind : `${fault.kind} at ${fault.at}`;
}

function gathered(report: Report, strategy: string): Map<string, Map<string, Place>> {
    const kinds = new Map<string, Map<string, Place>>();
    for (const cell of report.cells) {
        if (strategy !== "" && cell.strategy !== strategy) continue;
        for (const fault of cell.faults ?? []) {
            const row = kinds.get(fault.kind) ?? new Map<string, Place>();
            kinds.set(fault.kind, row);
            const place = row.get(fault.at) ?? {cells: 0, in_reach: 0, struck: 0, times: 0};
            row.set(fault.at, place);
            place.cells += 1;
            place.in_reach += fault.in_reach ? 1 : 0;
            place.struck += fault.struck > 0 ? 1 : 0;
            place.times += fault.struck;
        }
    }
    return kinds;
}

/** Shape, word and colour, as everywhere: struck, never, out of reach. */
function cell_of(place: Place | undefined): HTMLElement {
    if (place === undefined) return h("td", {class: "empty"});
    const [kind, sign, word] = place.struck > 0 ? ["proved", "■", "struck"]
        : place.in_reach > 0 ? ["inconclusive", "?", "never struck"] : ["none", "–", "nothing to strike"];
    const cells = place.in_reach === 0 ? counted(place.cells, "cell")
        : `${place.struck} of ${counted(place.in_reach, "cell")}`;
    return h("td", {class: `reached ${kind}`}, h("span", {class: `badge ${kind}`},
        h("span", {class: "shape", "aria-hidden": "true"}, sign), ` ${word}`),
    h("small", {}, cells), place.times > 0 ? h("small", {}, counted(place.times, "time")) : null);
}

function table(kinds: Map<string, Map<string, Place>>): HTMLElement {
    const places = [...new Set([...kinds.values()].flatMap((row) => [...row.keys()]))]
        .sort((one, other) => Number(other === "any") - Number(one === "any") || one.localeCompare(other));
    return h("table", {class: "plain"},
        h("caption", {class: "off"}, "Kinds of faults (rows) against the operations that they may strike (columns)"),
        h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Fault"), ...places.map((at) =>
            h("th", {scope: "col"}, at === "any" ? "wherever it can" : h("code", {}, at))))),
        h("tbody", {}, ...[...kinds].sort(([one], [other]) => one.localeCompare(other)).map(([kind, row]) =>
            h("tr", {}, h("th", {scope: "row"}, kind), ...places.map((at) => cell_of(row.get(at)))))));
}

/** Null for records that do not say which faults struck. */
export function coverage(report: Report): HTMLElement | null {
    if (!report.cells.some((cell) => (cell.faults ?? []).length > 0)) return null;
    const strategy = h("select", {"aria-label": "Strategy"}, h("option", {value: ""}, "All strategies"),
        ...report.strategies.map((label) => h("option", {value: label}, label)));
    const rows = h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "coverage-title"});
    const status = h("span", {class: "status", role: "status"});
    const update = (): void => {
        const kinds = gathered(report, strategy.value);
        const all = [...kinds.values()].flatMap((row) => [...row.values()]);
        const open = all.filter((place) => place.in_reach > 0);
        status.textContent = `${number_text(open.filter((place) => place.struck > 0).length)} of ` +
            `${counted(open.length, "pair")} of fault and operation struck`;
        rows.replaceChildren(table(kinds));
    };
    strategy.addEventListener("change", update);
    update();
    return h("section", {id: "coverage", "aria-labelledby": "coverage-title"},
        h("h2", {id: "coverage-title"}, "Which faults struck"),
        h("p", {class: "lead"}, "How often the searches let each fault strike, by the operations at which scenarios allow it. " +
            "A fault that could strike and never did makes no proof."),
        h("div", {class: "tools"}, strategy, status), rows);
}
