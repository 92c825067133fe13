// Borders between safe and violated, as `onceproof frontier` found them: a bar along the parameter
// for each guarantee, and for each value of the first of two parameters.
import {command, h, s, shell_line} from "./dom";
import {executable_of, Frontier, FrontierLine, FrontierParameter, Report, Stretch} from "./data";

const width = 860;
const margin = {right: 24, top: 6, bottom: 34};
const names_width = 96; // of the values of a first parameter
const bar_height = 20;
const row_pitch = 24;
const tick_room = 62; // of a label, so that no two lie on each other

const fates: Record<string, {kind: string; sign: string; word: string}> = {
    safe: {kind: "proved", sign: "■", word: "safe"},
    violated: {kind: "unexpected", sign: "✖", word: "violated"},
    idle: {kind: "none", sign: "–", word: "does not apply"},
    refused: {kind: "none", sign: "–", word: "refused by the strategy's rules"},
    open: {kind: "inconclusive", sign: "?", word: "undecided"},
};

const fate_of = (stretch: Stretch): {kind: string; sign: string; word: string} =>
    fates[stretch.fate] ?? {kind: "inconclusive", sign: "?", word: "undecided"};

function told(line: FrontierLine): string {
    return line.stretches.map((stretch) => `${fate_of(stretch).word} ` + (stretch.from === stretch.to
        ? `at ${stretch.from}` : `from ${stretch.from} to ${stretch.to}`)).join(", ");
}

/** The ends and every border, as far as there is room for their labels. */
function ticks_of(lines: FrontierLine[], parameter: FrontierParameter, x: (step: number) => number): SVGElement[] {
    const wanted = [{step: 0, text: parameter.lowest}, {step: parameter.steps, text: parameter.highest},
        ...lines.flatMap((line) => line.stretches.slice(1).map((stretch) => ({step: stretch.first, text: stretch.from})))];
    const taken: number[] = [];
    const y = margin.top + lines.length * row_pitch;
    return wanted.flatMap(({step, text}) => {
        const at = x(step);
        if (taken.some((other) => Math.abs(other - at) < tick_room)) return [];
        taken.push(at);
        return [s("line", {class: "axis", x1: at, x2: at, y1: y - 4, y2: y + 4}),
            s("text", {class: "tick middle", x: at, y: y + 16}, text)];
    });
}

function plot(lines: FrontierLine[], parameter: FrontierParameter, first: FrontierParameter | undefined): SVGElement {
    const left = first === undefined ? 16 : names_width;
    const room = width - left - margin.right;
    // A value has a place as wide as a step, so that a single one is seen.
    const x = (step: number): number => left + (step / (parameter.steps + 1)) * room;
    const height = margin.top + lines.length * row_pitch + margin.bottom;
    const rows = lines.flatMap((line, row) => {
        const y = margin.top + row * row_pitch;
        const bars = line.stretches.map((stretch) => {
            const {kind, sign, word} = fate_of(stretch);
            const from = x(stretch.first);
            const size = Math.max(x(stretch.last + 1) - from, 1.5);
            const text = size > 7 * (word.length + 3) ? `${sign} ${word}` : size > 14 ? sign : "";
            return s("g", {class: `stretch ${kind}`},
                s("title", {}, `${word} from ${stretch.from} to ${stretch.to}`),
                s("rect", {x: from, y, width: size, height: bar_height}),
                s("text", {x: from + size / 2, y: y + 14}, text));
        });
        return [...bars, first === undefined ? null
            : s("text", {class: "tick end", x: left - 8, y: y + 14}, line.at)].filter((one) => one !== null);
    });
    const names = [
        first === undefined ? null : s("text", {class: "tick", x: 0, y: height - 4}, `down: ${first.path}`),
        s("text", {class: "tick end", x: width - margin.right, y: height - 4}, first === undefined ? parameter.path : `across: ${parameter.path}`),
    ];
    return s("svg", {class: "frontier", viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": `Where the border runs along ${parameter.path}; the sentences below say the same`},
    ...ticks_of(lines, parameter, x), ...rows, ...names);
}

/** Guarantees that fare alike share a plot. */
function parts_of(frontier: Frontier, cell: Frontier["cells"][number]): HTMLElement[] {
    const parameter = frontier.parameters[frontier.parameters.length - 1] as FrontierParameter;
    const first = frontier.parameters.length > 1 ? frontier.parameters[0] : undefined;
    const groups = new Map<string, {names: string[]; lines: FrontierLine[]}>();
    for (const part of cell.parts) {
        const key = JSON.stringify(part.lines);
        const group = groups.get(key) ?? {names: [], lines: part.lines};
        group.names.push(part.guarantee);
        groups.set(key, group);
    }
    return [...groups.values()].map(({names, lines}) => h("figure", {class: "border"},
        h("figcaption", {}, h("b", {}, names.join(", ")),
            lines.length === 1 ? `: ${told(lines[0] as FrontierLine)}` : ""),
        h("div", {class: "scroll bare", tabindex: "0", role: "region", "aria-label": `Border of ${cell.name}, ${names.join(", ")}`},
            plot(lines, parameter, first)),
        lines.length === 1 ? null : h("details", {}, h("summary", {}, "As sentences"),
            h("ul", {}, ...lines.map((line) => h("li", {}, `${line.at}: ${told(line)}`))))));
}

/** Null without a file of `frontier --json`. */
export function frontiers(report: Report): HTMLElement | null {
    const all = report.frontiers;
    if (all.length === 0) return null;
    return h("section", {id: "frontiers", "aria-labelledby": "frontiers-title"},
        h("h2", {id: "frontiers-title"}, "Borders, to one step"),
        ...all.flatMap((frontier) => [
            ...frontier.cells.flatMap((cell) => [h("h3", {}, cell.name), ...parts_of(frontier, cell)]),
            h("p", {class: "hint"}, `Safe: ${frontier.proved ? "proved, every state" : "held in random walks"} with up to ` +
                `${frontier.fault_budget} ${frontier.fault_budget === 1 ? "fault" : "faults"}; searched at ${frontier.values} ` +
                `${frontier.parameters.length > 1 ? "pairs of values" : "values"}.`),
            command(`${executable_of(report)} ${shell_line(frontier.arguments)}`)]));
}
