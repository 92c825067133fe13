// The picture of one row: lanes as vertical lines, the step as an arrow with marks.
import {s} from "./dom";
import {Bar, FullStep, Trace} from "./trace";

export const row_height = 34;

/** Where lanes stand; hidden ones have no place. */
export class Lanes {
    readonly shown: number[];
    private readonly place = new Map<number, number>();

    constructor(readonly trace: Trace, hidden: Set<number>, readonly pitch: number) {
        this.shown = trace.lanes.map((_, lane) => lane).filter((lane) => !hidden.has(lane));
        this.shown.forEach((lane, at) => this.place.set(lane, at));
    }

    get width(): number {
        return this.shown.length * this.pitch;
    }

    x_of(lane: number): number | undefined {
        const at = this.place.get(lane);
        return at === undefined ? undefined : (at + 0.5) * this.pitch;
    }

    /** The lanes as they run through a row, with what lasts on them. */
    ground(step: number, quiet: boolean): SVGElement[] {
        const lines = this.shown.map((lane) => {
            const x = this.x_of(lane) ?? 0;
            return s("line", {class: quiet ? "lane quiet" : "lane", x1: x, x2: x, y1: 0, y2: "100%"});
        });
        const bars = this.trace.bars
            .filter((bar) => bar.first <= step && step < bar.end)
            .flatMap((bar) => this.bar(bar, step, quiet));
        return [...lines, ...bars];
    }

    private bar(bar: Bar, step: number, quiet: boolean): SVGElement[] {
        const x = this.x_of(bar.lane);
        // Quiet time stands above the step that ends it: a bar that begins there is not there yet.
        if (x === undefined || (quiet && bar.first === step)) return [];
        const half = bar.kind === "lease" ? 5 : 8;
        const top = !quiet && bar.first === step ? row_height / 2 : 0;
        return [s("rect", {class: `bar ${bar.kind}`, x: x - half, y: top, width: 2 * half, height: "100%"},
            s("title", {}, bar.label))];
    }

    /** The step itself. */
    figure(step: FullStep): SVGElement[] {
        const y = row_height / 2;
        const from = this.x_of(step.from);
        const to = this.x_of(step.to);
        const parts: SVGElement[] = [];
        if (from !== undefined && to !== undefined && from !== to) parts.push(...arrow(step, from, to, y));
        if (from !== undefined && (from !== to || step.mark !== "fault")) {
            parts.push(s("circle", {class: "actor", cx: from, cy: y, r: 4}));
        }
        const at = to ?? from;
        if (at !== undefined) parts.push(...marks(step, at, y));
        return parts;
    }
}

/** Lost: a dashed line that ends in a cross; repeated: a double line; otherwise a plain one. */
function arrow(step: FullStep, from: number, to: number, y: number): SVGElement[] {
    const direction = Math.sign(to - from);
    const lost = /^(request-lost|reply-lost|refused|cancelled)/.test(step.fault);
    const twice = step.fault.startsWith("resent");
    const late = step.fault.startsWith("late") || step.mark === "timeout";
    const end = to - direction * (late || step.mark === "message" ? 1 : 9);
    if (lost) {
        // What was lost is the request before it arrives, or the reply on its way back.
        const reply = step.fault.startsWith("reply");
        const cross = reply ? from + (to - from) * 0.3 : from + (to - from) * 0.75;
        const lines = [s("line", {class: "arrow lost", x1: from, x2: reply ? end : cross, y1: y, y2: y})];
        if (reply) lines.push(head(end, y, direction, false));
        return [...lines, s("path", {class: "cross", d: cross_at(cross, y, 5)})];
    }
    const offsets = twice ? [-2.5, 2.5] : [0];
    const lines = offsets.map((offset) =>
        s("line", {class: "arrow", x1: from, x2: end - direction * 4, y1: y + offset, y2: y + offset}));
    if (twice) lines.push(s("text", {class: "times", x: (from + to) / 2, y: y - 6}, "×2"));
    return [...lines, head(end, y, direction, late)];
}

function head(x: number, y: number, direction: number, hollow: boolean): SVGElement {
    const back = x - direction * 8;
    return s("path", {class: hollow ? "head hollow" : "head", d: `M${x} ${y}L${back} ${y - 4}L${back} ${y + 4}Z`});
}

function cross_at(x: number, y: number, r: number): string {
    return `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
}

function diamond(x: number, y: number, r: number): string {
    return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}

function marks(step: FullStep, x: number, y: number): SVGElement[] {
    const parts: SVGElement[] = [];
    const made_effect = step.mark === "effect" || step.changes.some((one) => one.store === "effects");
    if (made_effect) parts.push(s("path", {class: "effect", d: diamond(x, y, 8)}));
    if (step.fault !== "" || step.mark === "fault") {
        const at = made_effect ? x + 13 : x;
        parts.push(s("path", {class: "fault", d: diamond(at, y, 9)}),
            s("text", {class: "bang", x: at, y: y + 4}, "!"));
    }
    if (step.mark === "timeout") {
        parts.push(s("circle", {class: "clock", cx: x, cy: y, r: 7}),
            s("path", {class: "hands", d: `M${x} ${y - 4}L${x} ${y}L${x + 3} ${y + 2}`}));
    }
    if (step.violations.length > 0) {
        parts.push(s("circle", {class: "broken", cx: x, cy: y, r: 10}),
            s("path", {class: "cross", d: cross_at(x, y, 5)}));
    }
    return parts;
}
