// Where a strategy breaks as a parameter moves: the verdicts of a scenario's sweep, in order of the
// parameter, and where the border runs.
import {h, percent} from "./dom";
import {Cell, executable_of, Report} from "./data";
import {duration_of} from "./trace";
import {badge, Standing, standing_of_cell, words} from "./verdict";

interface Sweep {
    scenario: string;
    title: string;
    path: string; // of the parameter that runs across
    values: string[];
    rows: Map<string, Map<string, Cell>>; // by strategy and the other parameters, by value
}

const last_part = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

/** A number, or a duration in microseconds; undefined: a word. */
function size_of(value: string): number | undefined {
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : duration_of(value);
}

const is_measured = (sweep: Sweep): boolean => sweep.values.every((value) => size_of(value) !== undefined);

function in_order(values: string[]): string[] {
    const sizes = new Map(values.map((value) => [value, size_of(value)]));
    if ([...sizes.values()].includes(undefined)) return values;
    return [...values].sort((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
}

function sweep_of(cells: Cell[]): Sweep | undefined {
    const first = cells[0];
    const tried = new Map<string, Set<string>>();
    for (const cell of cells) {
        for (const [path, value] of Object.entries(cell.point)) {
            tried.set(path, (tried.get(path) ?? new Set()).add(value));
        }
    }
    // The parameter with the most values runs across.
    const across = [...tried].sort(([, one], [, other]) => other.size - one.size)[0];
    if (first === undefined || across === undefined || across[1].size < 2) return undefined;
    const rows: Sweep["rows"] = new Map();
    for (const cell of cells) {
        const rest = Object.entries(cell.point).filter(([path]) => path !== across[0])
            .map(([path, value]) => `${last_part(path)}=${value}`).join(", ");
        const name = rest === "" ? cell.strategy : `${cell.strategy} (${rest})`;
        const value = cell.point[across[0]];
        if (value === undefined) continue;
        rows.set(name, (rows.get(name) ?? new Map<string, Cell>()).set(value, cell));
    }
    return {scenario: first.scenario, title: first.title, path: across[0], values: in_order([...across[1]]), rows};
}

const is_safe = (standing: Standing): boolean => ["proved", "held", "missed"].includes(standing);
const is_broken = (standing: Standing): boolean => standing === "expected" || standing === "unexpected";

/** "safe from 2s", "safe up to 200ms"; empty where there is no one border. */
export function border(values: string[], standings: Standing[]): string {
    if (values.some((value) => size_of(value) === undefined)) return "";
    if (!standings.every((standing) => is_safe(standing) || is_broken(standing))) return "";
    const turns = standings.flatMap((standing, at) => {
        const before = standings[at - 1];
        return before !== undefined && is_safe(before) !== is_safe(standing) ? [at] : [];
    });
    const at = turns[0];
    if (at === undefined || turns.length > 1) return "";
    return is_broken(standings[0] as Standing)
        ? `safe from ${values[at] ?? ""} (${values[at - 1] ?? ""} breaks it)`
        : `safe up to ${values[at - 1] ?? ""} (${values[at] ?? ""} breaks it)`;
}

function rate_text(cell: Cell): string {
    const worst = cell.guarantees.filter((one) => one.n !== undefined)
        .sort((one, other) => (other.rate ?? 0) - (one.rate ?? 0))[0];
    return worst === undefined ? ""
        : `${percent(worst.rate ?? 0)} (${percent(worst.low ?? 0)} to ${percent(worst.high ?? 1)})`;
}

function place_of(name: string, value: string, cell: Cell | undefined, open: (cells: Cell[]) => void): HTMLElement {
    if (cell === undefined) return h("td", {class: "empty"});
    const standing = standing_of_cell(cell);
    const rate = rate_text(cell);
    return h("td", {class: `place ${standing}`}, h("button", {type: "button",
        "aria-label": `${name} at ${value}: ${words[standing]}${standing === "expected" ? " as expected" : ""}${rate === "" ? "" : `, ${rate}`}`,
        click: () => open([cell])}, badge(standing, standing === "none" ? "n/a" : words[standing]),
    rate === "" ? null : h("small", {}, rate)));
}

/** Of one row; values that were not run are left out. */
function border_of(sweep: Sweep, row: Map<string, Cell>): string {
    const values = sweep.values.filter((value) => row.has(value));
    return border(values, values.map((value) => standing_of_cell(row.get(value) as Cell)));
}

function table(sweep: Sweep, open: (cells: Cell[]) => void): HTMLElement {
    const borders = new Map([...sweep.rows].map(([name, row]) => [name, border_of(sweep, row)]));
    const has_border = [...borders.values()].some((text) => text !== "");
    return h("table", {class: "matrix sweep"},
        h("caption", {class: "off"}, `Verdicts of ${sweep.scenario} by ${sweep.path}`),
        h("thead", {}, h("tr", {}, h("th", {scope: "col", class: "corner"}, last_part(sweep.path)),
            ...sweep.values.map((value) => h("th", {scope: "col"}, h("span", {}, value))),
            has_border ? h("th", {scope: "col"}, h("span", {}, "border")) : null)),
        h("tbody", {}, ...[...sweep.rows].map(([name, row]) => h("tr", {}, h("th", {scope: "row"}, name),
            ...sweep.values.map((value) => place_of(name, value, row.get(value), open)),
            has_border ? h("td", {class: "border"}, borders.get(name)) : null))));
}

/** Drawn when it is opened: a run can have many. */
function block(sweep: Sweep, open: (cells: Cell[]) => void): HTMLElement {
    const place = h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Sweep of ${sweep.scenario}`});
    const details = h("details", {class: "sweep"}, h("summary", {}, h("b", {}, sweep.scenario), ` by ${last_part(sweep.path)}: `,
        h("small", {}, sweep.title)), place);
    details.addEventListener("toggle", () => {
        if (place.childElementCount === 0) place.append(table(sweep, open));
    });
    return details;
}

/** Null for a run without sweeps. */
export function sweeps(report: Report, open: (cells: Cell[]) => void): HTMLElement | null {
    const by_scenario = new Map<string, Cell[]>();
    for (const cell of report.cells) {
        if (Object.keys(cell.point).length === 0) continue;
        by_scenario.set(cell.scenario, [...(by_scenario.get(cell.scenario) ?? []), cell]);
    }
    const all = [...by_scenario.values()].flatMap((cells) => sweep_of(cells) ?? []);
    // Where there can be a border comes first.
    all.sort((one, other) => Number(is_measured(other)) - Number(is_measured(one)));
    if (all.length === 0) return null;
    const blocks = all.map((sweep) => block(sweep, open));
    const first = blocks[0] as HTMLDetailsElement;
    first.open = true;
    return h("section", {id: "sweeps", "aria-labelledby": "sweeps-title"},
        h("h2", {id: "sweeps-title"}, "Sweeps"),
        h("p", {class: "lead"}, `What becomes of ${all.length === 1 ? "a scenario" : `${all.length} scenarios`} as a parameter moves. ` +
            "To find a border to one step: ", h("code", {}, `${executable_of(report)} frontier SCENARIO --param PATH=LOW..HIGH`), "."),
        ...blocks);
}
