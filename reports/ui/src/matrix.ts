// Failure modes against strategies. A place of it opens what is known of the cells behind it.
import {h} from "./dom";
import {Cell, Report} from "./data";
import {badge, meanings, Standing, standing_of, standing_of_cell, standings, words, worst} from "./verdict";

/** Which broken guarantees stand in a place: their letters, the gravest first. */
function letters(report: Report, cells: Cell[], standing: Standing): string {
    const broken = new Set<string>();
    for (const cell of cells) {
        for (const result of cell.guarantees) {
            if (standing_of(result) === standing) broken.add(result.guarantee);
        }
    }
    return report.run.guarantees.filter((facts) => broken.has(facts.name))
        .map((facts) => facts.letter).join("");
}

function place_of(
    report: Report, cells: Cell[], open: (cells: Cell[]) => void
): HTMLElement {
    const standing = worst(cells.map(standing_of_cell));
    const is_violated = standing === "unexpected" || standing === "expected";
    const broken = is_violated ? letters(report, cells, standing) : "";
    const worse = cells.filter((cell) => standing_of_cell(cell) === standing).length;
    const first = cells[0] as Cell;
    const named = report.run.guarantees.filter((facts) => broken.includes(facts.letter))
        .map((facts) => facts.name).join(", ");
    const parts = cells.length > 1 && worse < cells.length ? `${worse} of ${cells.length}` : "";
    return h("td", {class: `place ${standing}`, "data-standing": standing},
        h("button", {
            type: "button",
            title: meanings[standing],
            "aria-label": `${first.scenario}, ${first.strategy}: ${words[standing]}` +
                (standing === "expected" ? " as expected" : "") +
                (named === "" ? "" : ` (${named})`) + (parts === "" ? "" : `, ${parts} points`),
            click: () => open(cells),
        }, badge(standing, standing === "none" ? "n/a" : words[standing]),
        broken === "" && parts === "" ? null : h("small", {}, [broken, parts].filter(Boolean).join(" · "))));
}

/** A row's places; strategies that the failure mode does not use are one gap: most are such. */
function places_of(report: Report, row: Map<string, Cell[]>, open: (cells: Cell[]) => void): HTMLElement[] {
    const places: HTMLElement[] = [];
    let gap = 0;
    const close = (): void => {
        if (gap > 0) places.push(h("td", {class: "empty", colspan: gap}));
        gap = 0;
    };
    for (const label of report.strategies) {
        const cells = row.get(label);
        if (cells === undefined) {
            gap += 1;
            continue;
        }
        close();
        places.push(place_of(report, cells, open));
    }
    close();
    return places;
}

function legend(report: Report, used: Set<Standing>): HTMLElement {
    return h("div", {class: "legend"},
        h("ul", {}, ...standings.filter((standing) => used.has(standing)).map((standing) =>
            h("li", {}, badge(standing, standing === "expected" ? "violated, as expected" : words[standing])))),
        h("ul", {}, ...report.run.guarantees.map((facts) =>
            h("li", {title: facts.holds_when}, h("b", {}, facts.letter), ` ${facts.name}`))));
}

/** Rows that a filter leaves: by words of scenario and title, and by what stands in them. */
function filter_rows(table: HTMLTableElement, text: string, only: string): number {
    let shown = 0;
    const wanted = text.toLowerCase();
    for (const row of table.tBodies[0]?.rows ?? []) {
        const hit = (row.dataset["text"] ?? "").includes(wanted) &&
            (only === "" || row.querySelector(`td.${only}`) !== null);
        row.hidden = !hit;
        if (hit) shown += 1;
    }
    return shown;
}

export function matrix(report: Report, open: (cells: Cell[]) => void): HTMLElement {
    const by_place = new Map<string, Map<string, Cell[]>>();
    const used = new Set<Standing>();
    for (const cell of report.cells) {
        const row = by_place.get(cell.scenario) ?? new Map<string, Cell[]>();
        by_place.set(cell.scenario, row);
        row.set(cell.strategy, [...(row.get(cell.strategy) ?? []), cell]);
        used.add(standing_of_cell(cell));
    }
    const head = h("tr", {}, h("th", {scope: "col", class: "corner"}, "Failure mode"),
        ...report.strategies.map((label) => {
            const facts = report.run.strategies.find((one) => one.label === label);
            const [name, preset] = label.split("/");
            return h("th", {scope: "col", title: facts?.summary}, h("span", {}, name ?? "",
                preset === undefined ? null : h("small", {}, ` ${preset}`)));
        }));
    const body = h("tbody", {}, ...report.scenarios.map((scenario) => {
        const row = by_place.get(scenario) ?? new Map<string, Cell[]>();
        const title = [...row.values()][0]?.[0]?.title ?? "";
        return h("tr", {"data-text": `${scenario} ${title}`.toLowerCase()},
            h("th", {scope: "row"}, h("span", {class: "name"}, scenario), h("small", {}, title)),
            ...places_of(report, row, open));
    }));
    const table = h("table", {class: "matrix"},
        h("caption", {class: "off"}, "Verdicts of failure modes (rows) against strategies (columns)"),
        h("thead", {}, head), body);
    table.style.setProperty("--columns", String(report.strategies.length));
    const status = h("span", {class: "status", role: "status"});
    const text = h("input", {type: "search", placeholder: "Find a failure mode", "aria-label": "Find a failure mode"});
    const only = h("select", {"aria-label": "Rows to show"}, h("option", {value: ""}, "All rows"),
        ...standings.filter((standing) => used.has(standing)).map((standing) =>
            h("option", {value: standing}, `With “${standing === "expected" ? "violated, as expected" : words[standing]}”`)));
    const update = (): void => {
        const shown = filter_rows(table, text.value, only.value);
        status.textContent = `${shown} of ${report.scenarios.length} failure modes`;
    };
    text.addEventListener("input", update);
    only.addEventListener("change", update);
    update();
    return h("section", {id: "matrix", "aria-labelledby": "matrix-title"},
        h("h2", {id: "matrix-title"}, "Failure modes against strategies"),
        h("p", {class: "lead"}, "Click a place to see its sweep points, proofs and counterexamples."),
        h("div", {class: "tools"}, text, only, status),
        h("div", {class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "matrix-title"}, table),
        legend(report, used));
}
