// The space-time diagram of one counterexample: a row for each step, time running down. Long ones
// have only those rows in the page that can be seen.
import {h, s} from "./dom";
import {Lanes, row_height} from "./lanes";
import {Row} from "./rows";
import {FullStep, Trace} from "./trace";

const whole_max = 400; // rows up to which all of them are in the page, as high as their texts are
const margin_rows = 12; // beyond the edges of what is seen
const beside_min = 340; // room for texts beside the lanes; with less they stand below
const before_lanes = 148; // number, time, probability

function kind_of(lane: string): string {
    if (/^(redis|db|broker|gateway|queue)$/.test(lane)) return "store";
    if (lane === "service") return "service";
    return /^c\d+$|^quiet$/.test(lane) ? "caller" : "handler";
}

/** What stands beside the arrow, and what a screen reader says of the row. */
export function sentence(trace: Trace, step: FullStep): string {
    const from = trace.lanes[step.from] ?? "";
    const to = step.to === step.from ? "" : ` → ${trace.lanes[step.to] ?? ""}`;
    return `${from}${to}: ${step.text}`;
}

export class Diagram {
    readonly element: HTMLElement;
    /** Told of every step that becomes the current one. */
    on_select: (step: number) => void = () => undefined;
    /** Told when all rows have been drawn anew. */
    on_layout: () => void = () => undefined;
    current = 0;
    private rows: Row[] = [];
    private lanes: Lanes;
    private readonly hidden = new Set<number>();
    private readonly head = h("div", {class: "lanes-head"});
    private readonly list: HTMLElement;
    private readonly inner = h("div", {class: "rows-inner", role: "presentation"});
    private readonly drawn = new Map<number, HTMLElement>();
    private row_of_step: number[] = [];
    private width = 0;

    constructor(readonly trace: Trace, readonly name: string) {
        this.lanes = new Lanes(trace, this.hidden, 60);
        this.list = h("div", {class: "rows", role: "listbox", tabindex: "0", "aria-label": `Steps of ${name}`},
            this.inner);
        this.element = h("div", {class: "diagram"}, this.head, this.list);
        this.list.addEventListener("scroll", () => this.draw_seen());
        this.list.addEventListener("keydown", (event) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
                event.preventDefault();
                this.move(event.key === "ArrowDown" ? 1 : -1);
            }
        });
        new ResizeObserver(() => {
            const width = this.element.clientWidth;
            if (width > 0 && width !== this.width) this.layout();
        }).observe(this.element);
    }

    show(rows: Row[]): void {
        this.rows = rows;
        this.row_of_step = new Array<number>(this.trace.steps.length).fill(-1);
        rows.forEach((row, at) => {
            if (row.kind === "step") this.row_of_step[row.step] = at;
            if (row.kind !== "folded") return;
            for (let step = row.step - row.count; step < row.step; ++step) {
                if (this.row_of_step[step] === -1) this.row_of_step[step] = at;
            }
        });
        this.layout();
    }

    /** Hides the lane, or shows it again. */
    toggle(lane: number): void {
        if (lane >= this.trace.lanes.length) return;
        if (!this.hidden.delete(lane) && this.lanes.shown.length > 1) this.hidden.add(lane);
        this.layout();
    }

    select(step: number, scroll = true): void {
        const last = this.trace.steps.length - 1;
        this.current = Math.min(Math.max(step, 0), last);
        this.mark_current();
        if (scroll) this.bring_into_view();
        this.on_select(this.current);
    }

    /** To the next row (or the one before) that has a step. */
    move(by: number): void {
        let at = (this.row_of_step[this.current] ?? 0) + by;
        while (this.rows[at] !== undefined && this.rows[at]?.kind !== "step") at += by;
        const row = this.rows[at];
        if (row !== undefined) this.select(row.step);
    }

    /** To the next step (or the one before) that `wanted` takes; none: nothing changes. */
    find(wanted: (step: FullStep, index: number) => boolean, by = 1): boolean {
        for (let at = this.current + by; at >= 0 && at < this.trace.steps.length; at += by) {
            const step = this.trace.steps[at];
            if (step === undefined || !wanted(step, at)) continue;
            this.select(at);
            return true;
        }
        return false;
    }

    /** Of the rows as their texts make them; a long diagram has none. */
    heights(): number[] {
        return this.is_long ? [] : this.rows.map((_, at) => this.drawn.get(at)?.offsetHeight ?? 0);
    }

    set_heights(heights: number[]): void {
        heights.forEach((height, at) => this.drawn.get(at)?.style.setProperty("min-height", `${height}px`));
    }

    private get is_long(): boolean {
        return this.rows.length > whole_max;
    }

    private layout(): void {
        this.width = this.element.clientWidth || 900;
        const lanes = Math.max(this.trace.lanes.length - this.hidden.size, 1);
        const beside = (this.width - before_lanes - beside_min) / lanes;
        const is_beside = beside >= 40;
        const room = is_beside ? beside : (this.width - 16) / lanes;
        this.lanes = new Lanes(this.trace, this.hidden, Math.max(Math.min(Math.floor(room), 84), 14));
        this.element.classList.toggle("stacked", !is_beside);
        this.element.classList.toggle("long", this.is_long);
        this.element.style.setProperty("--lanes", `${this.lanes.width}px`);
        this.draw_head();
        this.drawn.clear();
        this.inner.replaceChildren();
        this.inner.style.setProperty("height", this.is_long ? `${this.rows.length * this.height}px` : "auto");
        if (this.is_long) {
            this.draw_seen();
        } else {
            this.inner.append(...this.rows.map((_, at) => this.draw_row(at)));
        }
        this.mark_current();
        this.on_layout();
    }

    /** Of a row of a long diagram. */
    private get height(): number {
        return this.element.classList.contains("stacked") ? 58 : row_height;
    }

    private draw_head(): void {
        const turned = this.lanes.pitch < 56;
        this.head.classList.toggle("turned", turned);
        this.head.replaceChildren(h("div", {class: "lane-names"}, ...this.lanes.shown.map((lane) => {
            const name = this.trace.lanes[lane] ?? "";
            const label = h("button", {
                type: "button", class: `lane-name ${kind_of(name)}`, title: `${name}: hide this lane (${lane + 1})`,
                click: () => this.toggle(lane),
            }, name);
            label.style.setProperty("width", `${this.lanes.pitch}px`);
            return label;
        })), this.hidden.size === 0 ? "" : h("button", {type: "button", class: "copy", click: () => {
            this.hidden.clear();
            this.layout();
        }}, `show ${this.hidden.size} hidden`));
    }

    private draw_seen(): void {
        if (!this.is_long) return;
        const top = this.list.scrollTop;
        const seen = this.list.clientHeight || 600;
        const first = Math.max(Math.floor(top / this.height) - margin_rows, 0);
        const end = Math.min(Math.ceil((top + seen) / this.height) + margin_rows, this.rows.length);
        for (const [at, row] of this.drawn) {
            if (at >= first && at < end) continue;
            row.remove();
            this.drawn.delete(at);
        }
        for (let at = first; at < end; ++at) {
            if (this.drawn.has(at)) continue;
            const row = this.draw_row(at);
            row.style.setProperty("transform", `translateY(${at * this.height}px)`);
            this.inner.append(row);
        }
        this.mark_current();
    }

    private draw_row(at: number): HTMLElement {
        const row = this.rows[at] as Row;
        const element = row.kind === "step" ? this.step_row(row.step) : this.other_row(row);
        element.dataset["row"] = String(at);
        this.drawn.set(at, element);
        return element;
    }

    private picture(parts: SVGElement[]): SVGElement {
        return s("svg", {class: "picture", width: this.lanes.width, height: row_height, "aria-hidden": "true"}, ...parts);
    }

    private other_row(row: Row): HTMLElement {
        const text = row.kind === "quiet" ? row.text
            : row.kind === "folded" ? `${row.count} steps without any change (u unfolds)` : "";
        return h("div", {class: `row ${row.kind}`, role: "presentation"},
            h("span", {class: "lead"}),
            this.picture(this.lanes.ground(row.step, true)),
            h("span", {class: "told"}, text));
    }

    private step_row(index: number): HTMLElement {
        const step = this.trace.steps[index] as FullStep;
        const probability = this.trace.probability[index];
        const label = sentence(this.trace, step);
        const words = [
            step.fault === "" ? (step.mark === "fault" ? "FAULT" : "") : `FAULT ${step.fault}`,
            step.mark === "timeout" ? "TIMEOUT" : "",
            step.violations.length > 0 ? "VIOLATION" : "",
        ].filter((word) => word !== "");
        const changes = step.changes.map((change) =>
            h("span", {class: "change"}, `${change.store} `, h("b", {}, change.name), " := ",
                change.content ?? "(none)"));
        const row = h("div", {
            class: `row step${step.violations.length > 0 ? " violated" : step.fault !== "" ? " struck" : ""}`,
            role: "option", id: `${this.name}-step-${index + 1}`, "aria-selected": "false",
            "aria-label": `Step ${index + 1}, ${(step.at / 1000).toFixed(1)} milliseconds: ${label} ` +
                words.join(", ") + step.changes.map((change) =>
                `; ${change.store} ${change.name} becomes ${change.content ?? "none"}`).join(""),
            click: () => this.select(index, false),
        },
        h("span", {class: "lead"}, h("span", {class: "nr"}, index + 1),
            h("span", {class: "at"}, (step.at / 1000).toFixed(1)),
            probability === undefined ? null
                : h("span", {class: "p", title: "P(bug): share of random continuations that break it"},
                    `${Math.round(probability * 100)} %`)),
        this.picture([...this.lanes.ground(index, false), ...this.lanes.figure(step)]),
        h("span", {class: "told"}, h("span", {class: "line"}, label,
            ...words.map((word) => h("strong", {class: word === "VIOLATION" ? "word violated" : "word"}, word))),
        ...changes));
        if (probability !== undefined) row.style.setProperty("--p", String(probability));
        return row;
    }

    private mark_current(): void {
        const at = this.row_of_step[this.current] ?? -1;
        for (const [place, row] of this.drawn) {
            const is_current = place === at;
            row.classList.toggle("current", is_current);
            if (row.getAttribute("role") === "option") row.setAttribute("aria-selected", String(is_current));
        }
        const row = this.drawn.get(at);
        if (row?.id) {
            this.list.setAttribute("aria-activedescendant", row.id);
        } else {
            this.list.removeAttribute("aria-activedescendant");
        }
    }

    private bring_into_view(): void {
        const at = this.row_of_step[this.current] ?? -1;
        if (at < 0) return;
        if (this.is_long) {
            const top = at * this.height;
            const low = this.list.scrollTop;
            if (top < low || top + this.height > low + this.list.clientHeight) {
                this.list.scrollTop = top - this.list.clientHeight / 2;
                this.draw_seen();
            }
        } else {
            this.drawn.get(at)?.scrollIntoView({block: "nearest"});
        }
    }
}
