// The counterexample section: one diagram, or two side by side, the panel beside them, and the keys.
import {command, copy, copy_button, counted, h} from "./dom";
import {legend, same_faults_line, seconds_of} from "./beside";
import {Counterexample, Failure, point_text, replay_of, Report, result_of} from "./data";
import {on_real_text} from "./confirmations";
import {Diagram} from "./diagram";
import {remember} from "./hash";
import {fill_panel} from "./panel";
import {aligned, rows_of} from "./rows";
import {Trace} from "./trace";

export class Explorer {
    readonly element: HTMLElement;
    private readonly choice = h("select", {"aria-label": "Counterexample"});
    private readonly beside = h("select", {"aria-label": "Side by side with"});
    private readonly about = h("div", {class: "about"});
    private readonly other = h("div", {});
    private readonly stage = h("div", {class: "stage"});
    private readonly panel = h("div", {class: "panel", role: "status", "aria-live": "polite", tabindex: "0", "aria-label": "Current step"});
    private readonly search = h("input", {type: "search", placeholder: "Find in steps", "aria-label": "Find in steps"});
    private readonly fold = h("button", {type: "button", "aria-pressed": "false"}, "Fold plain steps");
    private readonly drawn: Failure[];
    private diagrams: Diagram[] = [];
    private active = 0;
    private folded = false;

    constructor(private readonly report: Report) {
        this.drawn = report.summary.failures.filter((one) => report.counterexamples.has(one.token));
        this.drawn.forEach((failure, at) => this.choice.append(h("option", {value: at}, this.name_of(failure))));
        this.choice.addEventListener("change", () => this.open(this.drawn[Number(this.choice.value)]));
        this.beside.addEventListener("change", () => this.draw((this.diagrams[0]?.current ?? 0) + 1));
        this.fold.addEventListener("click", () => this.toggle_fold());
        this.search.addEventListener("keydown", (event) => {
            if (event.key === "Enter") this.search_next();
            if (event.key === "Escape") this.search.blur();
        });
        const button = (text: string, keys: string, act: () => void): HTMLElement =>
            h("button", {type: "button", title: `Key: ${keys}`, click: act}, text);
        this.element = h("section", {id: "counterexample", "aria-labelledby": "counterexample-title"},
            h("h2", {id: "counterexample-title"}, "Counterexample, step by step"),
            h("div", {class: "tools"}, this.choice, h("label", {class: "beside"}, "beside ", this.beside)),
            this.about, this.other,
            h("div", {class: "tools steps", role: "toolbar", "aria-label": "Steps"},
                button("◀ Back", "k", () => this.key("k")), button("Next ▶", "j", () => this.key("j")),
                button("Fault", "f, F", () => this.key("f")), button("Effect", "e", () => this.key("e")),
                button("Violation", "v", () => this.key("v")), this.fold, this.search,
                button("Keys", "?", () => this.help()), copy_button(() => this.address(), "Copy link")),
            h("div", {class: "workspace"}, this.stage, this.panel), legend());
    }

    get is_empty(): boolean {
        return this.drawn.length === 0;
    }

    /** Opens the failure with this token, at a step (from 1); without one where it goes wrong. */
    open_token(token: string, step?: number, beside = ""): boolean {
        const failure = this.drawn.find((one) => one.token === token) ?? this.failure_of(token);
        if (failure === undefined) return false;
        this.open(failure, step, beside);
        return true;
    }

    open_first(step?: number): void {
        this.open(this.drawn[0], step);
    }

    /** What a key does; false: nothing. */
    key(key: string): boolean {
        const diagram = this.diagrams[this.active];
        if (diagram === undefined) return false;
        const now = diagram.trace.steps[diagram.current];
        const actions: Record<string, () => void> = {
            j: () => diagram.move(1),
            k: () => diagram.move(-1),
            f: () => diagram.find((step) => step.fault !== ""),
            F: () => diagram.find((step) => step.fault !== "", -1),
            e: () => diagram.find((step) => step.changes.some((one) => one.store === "effects")) ||
                this.first((step) => step.changes.some((one) => one.store === "effects")),
            v: () => diagram.find((step) => step.violations.length > 0) ||
                this.first((step) => step.violations.length > 0),
            l: () => diagram.find((step) => step.from === now?.from),
            m: () => diagram.find((step) => step.from === now?.to || step.to === now?.to),
            u: () => this.toggle_fold(),
            c: () => void copy(diagram.trace.token),
            "/": () => this.search.focus(),
            "?": () => this.help(),
        };
        const act = actions[key] ?? (/^[1-9]$/.test(key) ? () => diagram.toggle(Number(key) - 1) : undefined);
        act?.();
        return act !== undefined;
    }

    private failure_of(token: string): Failure | undefined {
        const cell = this.report.cells.findIndex((one) => one.guarantees.some((result) => result.token === token));
        const result = this.report.cells[cell]?.guarantees.find((one) => one.token === token);
        if (result === undefined || !this.report.counterexamples.has(token)) return undefined;
        const strategy = this.report.cells[cell]?.strategy ?? "";
        return {strategy, guarantee: result.guarantee, expected: result.expected, cell, token, cells: [cell]};
    }

    private name_of(failure: Failure): string {
        const cell = this.report.cells[failure.cell];
        return `${cell?.scenario ?? ""} / ${failure.strategy}: ${failure.guarantee}`;
    }

    private open(failure: Failure | undefined, step?: number, beside = ""): void {
        if (failure === undefined) return;
        this.choice.value = String(this.drawn.indexOf(failure));
        this.fill_beside(failure, beside);
        this.fill_about(failure);
        this.shown = failure;
        this.draw(step);
    }

    private shown: Failure | undefined;
    /** What can stand beside the shown one, by its name. */
    private second = new Map<string, Counterexample>();

    private fill_beside(failure: Failure, chosen: string): void {
        this.second = seconds_of(this.report, this.drawn, failure);
        this.beside.replaceChildren(h("option", {value: ""}, "nothing"),
            ...[...this.second.keys()].map((name) => h("option", {value: name}, name)));
        this.beside.disabled = this.second.size === 0;
        this.beside.value = this.second.has(chosen) ? chosen : "";
    }

    private fill_about(failure: Failure): void {
        const result = result_of(this.report, failure);
        const cell = this.report.cells[failure.cell];
        const cause = (this.report.counterexamples.get(failure.token)?.cause ?? "").trim();
        const point = point_text(cell?.point ?? {});
        this.about.replaceChildren(
            h("p", {class: "sentence"}, h("b", {}, `${failure.guarantee} violated: `), result?.text ?? ""),
            h("p", {class: "hint"}, [cell?.title ?? "", point, counted(result?.faults ?? 0, "fault")].filter((text) => text !== "").join(" · ")),
            same_faults_line(this.report.counterexamples.get(failure.token)) ?? "",
            ...cause.split("\n").filter((line) => line !== "").map((line) =>
                h("p", {}, `Why: ${line}.`)),
            result?.on_real === undefined ? "" : h("p", {}, on_real_text(result)),
            command(replay_of(this.report, failure.token)));
    }

    /** The address that opens what is open. */
    private address(): string {
        const diagram = this.diagrams[0];
        if (diagram !== undefined) remember(diagram.trace.token, diagram.current + 1, this.beside.value);
        return location.href;
    }

    private draw(step?: number): void {
        if (this.shown === undefined) return;
        const traces = [this.report.counterexamples.get(this.shown.token), this.second.get(this.beside.value)]
            .flatMap((one) => (one === undefined ? [] : [new Trace(one)]))
            .filter((trace) => trace.steps.length > 0);
        const old = step === undefined ? undefined : step - 1;
        this.diagrams = traces.map((trace, at) => new Diagram(trace, `d${at}`));
        this.active = 0;
        this.stage.classList.toggle("two", traces.length > 1);
        this.stage.replaceChildren(...this.diagrams.map((diagram, at) =>
            h("div", {class: "side"}, traces.length < 2 ? null
                : h("h3", {}, at === 0 ? this.shown?.strategy ?? "" : this.beside.value),
            diagram.element)));
        const other = this.diagrams[1]?.trace.token ?? "";
        this.other.hidden = other === "";
        this.other.replaceChildren(other === "" ? "" : command(replay_of(this.report, other)));
        this.show_rows();
        this.diagrams.forEach((diagram, at) => {
            diagram.select(at === 0 && old !== undefined ? old : first_trouble(diagram.trace), false);
            diagram.on_select = (index) => this.selected(at, index);
        });
        const first = this.diagrams[0];
        if (first !== undefined) fill_panel(this.panel, first.trace, first.current);
    }

    private show_rows(): void {
        const [one, other] = this.diagrams;
        if (one !== undefined && other !== undefined) {
            const [left, right] = aligned(one.trace, other.trace, this.folded);
            for (const diagram of [one, other]) diagram.on_layout = () => level(one, other);
            one.show(left);
            other.show(right);
        } else {
            one?.show(rows_of(one.trace, this.folded));
        }
    }

    private selected(at: number, index: number): void {
        this.active = at;
        const diagram = this.diagrams[at];
        if (diagram === undefined) return;
        fill_panel(this.panel, diagram.trace, index);
        if (at === 0) remember(diagram.trace.token, index + 1, this.beside.value);
    }

    private first(wanted: (step: Trace["steps"][number]) => boolean): void {
        const diagram = this.diagrams[this.active];
        const at = diagram?.trace.steps.findIndex(wanted) ?? -1;
        if (at >= 0) diagram?.select(at);
    }

    private toggle_fold(): void {
        this.folded = !this.folded;
        this.fold.setAttribute("aria-pressed", String(this.folded));
        this.show_rows();
    }

    private search_next(): void {
        const wanted = this.search.value.toLowerCase();
        if (wanted === "") return;
        const hit = (step: Trace["steps"][number]): boolean =>
            [step.text, step.fault, step.decision, ...step.violations,
                ...step.changes.map((one) => `${one.store} ${one.name} ${one.content ?? ""}`)]
                .some((text) => text.toLowerCase().includes(wanted));
        if (this.diagrams[this.active]?.find(hit) !== true) this.first(hit);
    }

    private help(): void {
        const keys: [string, string][] = [
            ["j k ↓ ↑", "next step, step before"], ["f F", "next fault, fault before"], ["e", "next effect"],
            ["v", "next violation"], ["l", "next step of the same actor"], ["m", "follow the message"],
            ["u", "fold and unfold steps that change nothing"], ["1 … 9", "hide and show a lane"],
            ["/", "find"], ["c", "copy the token"], ["t", "light or dark"], ["?", "this help"],
        ];
        const dialog = h("dialog", {class: "help", "aria-labelledby": "help-title"},
            h("header", {}, h("h2", {id: "help-title"}, "Keys"),
                h("button", {type: "button", class: "close", "aria-label": "Close", click: () => dialog.close()}, "✕")),
            h("dl", {}, ...keys.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)])));
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
    }
}

/** Makes rows that stand side by side equally high. */
function level(one: Diagram, other: Diagram): void {
    const [left, right] = [one.heights(), other.heights()];
    if (left.length !== right.length) return;
    const heights = left.map((height, at) => Math.max(height, right[at] ?? 0));
    one.set_heights(heights);
    other.set_heights(heights);
}

/** Where a reader wants to begin: the first fault, or else the start. */
function first_trouble(trace: Trace): number {
    return Math.max(trace.steps.findIndex((step) => step.fault !== ""), 0);
}
