// Verdicts are told by shape, word and colour, so that any one of them is enough.
import {h} from "./dom";
import {Cell, GuaranteeResult, SameFaults} from "./data";

/** What a reader looks for: broken against expectation first. */
export type Standing =
    "unexpected" | "missed" | "error" | "inconclusive" | "expected" | "held" | "proved" | "none";

export const standings: readonly Standing[] =
    ["unexpected", "missed", "error", "inconclusive", "expected", "held", "proved", "none"];

const shapes: Record<Standing, string> = {
    unexpected: "✖", missed: "∅", error: "!", inconclusive: "?", expected: "✖", held: "✔",
    proved: "■", none: "–",
};

export const words: Record<Standing, string> = {
    unexpected: "violated",
    missed: "not caught",
    error: "error",
    inconclusive: "inconclusive",
    expected: "violated",
    held: "held",
    proved: "proved",
    none: "does not apply",
};

export const meanings: Record<Standing, string> = {
    unexpected: "a counterexample was found, against what the scenario expects",
    missed: "a violation was expected and not found",
    error: "the cell could not be run",
    inconclusive: "a limit was hit, or an allowed fault never struck",
    expected: "a counterexample was found, as the scenario expects",
    held: "no violation in the cases tried",
    proved: "every order of steps and every placement of faults up to the bound was searched",
    none: "the scenario gives the guarantee nothing to check",
};

export function standing_of(result: GuaranteeResult): Standing {
    if (result.verdict === "violated") return result.expected ? "expected" : "unexpected";
    if (!result.expected) return "missed";
    if (result.verdict === "-") return "none";
    return result.verdict;
}

export function worst(all: Standing[]): Standing {
    return standings.find((standing) => all.includes(standing)) ?? "none";
}

export function standing_of_cell(cell: Cell): Standing {
    return cell.error !== "" ? "error" : worst(cell.guarantees.map(standing_of));
}

/** Shape and word; the colour comes from the class. */
export function badge(standing: Standing, word = words[standing]): HTMLElement {
    return h("span", {class: `badge ${standing}`},
        h("span", {class: "shape", "aria-hidden": "true"}, shapes[standing]), " ", word);
}

/** What faults do to a strategy, told as a standing: a break is no surprise here. */
export function survival(one: SameFaults): {standing: Standing; word: string} {
    if (one.verdict === "proved") {
        return {standing: "proved", word: one.idle === undefined ? "survives" : `survives (${one.idle} cannot strike it)`};
    }
    if (one.verdict === "violated") return {standing: "expected", word: "breaks as well"};
    return {standing: "inconclusive", word: "not decided"};
}
