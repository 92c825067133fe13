// A card for each distinct failure; unexpected ones come first.
import {command, counted, h, s} from "./dom";
import {Cell, Counterexample, Failure, point_text, replay_of, Report, result_of} from "./data";
import {on_real_text} from "./confirmations";
import {badge, standing_of, survival} from "./verdict";

/** Where a card leads. */
interface Ways {
    step_through: (token: string) => void;
    open: (cells: Cell[]) => void;
}

const shown_first = 12;
const cells_max = 200;
const mini_width = 380;
const mini_height = 72;

/** The lanes in small: what happened, without words. */
function mini(counterexample: Counterexample): SVGElement {
    const lanes = counterexample.lanes?.length ?? 1;
    const steps = counterexample.steps.slice(-40);
    const x = (lane: number): number => (lane + 0.5) * (mini_width / lanes);
    const pitch = Math.min(mini_height / (steps.length + 1), 12);
    const parts: SVGElement[] = [];
    for (let lane = 0; lane < lanes; ++lane) {
        parts.push(s("line", {class: "lane", x1: x(lane), x2: x(lane), y1: 0, y2: mini_height}));
    }
    steps.forEach((step, at) => {
        const y = (at + 1) * pitch;
        const to = step.to ?? step.from;
        const kind = (step.violations ?? []).length > 0 ? "violated"
            : (step.fault ?? "") !== "" ? "struck" : step.mark === "effect" ? "made" : "plain";
        parts.push(s("line", {class: `mini ${kind}`, x1: x(step.from), x2: x(to), y1: y, y2: y}),
            s("circle", {class: `mini ${kind}`, cx: x(to), cy: y, r: kind === "plain" ? 1.2 : 3}));
    });
    return s("svg", {class: "mini-lanes", viewBox: `0 0 ${mini_width} ${mini_height}`, "aria-hidden": "true"}, ...parts);
}

/** What the same faults do to the other strategies of the failure mode. */
function others(counterexample: Counterexample): HTMLElement | null {
    const all = counterexample.same_faults ?? [];
    if (all.length === 0) return null;
    const survivors = all.filter((one) => one.verdict === "proved").length;
    return h("details", {},
        h("summary", {}, `Same faults on other strategies: ${survivors} of ${all.length} survive`),
        h("ul", {class: "others"}, ...all.map((one) => {
            const {standing, word} = survival(one);
            return h("li", {}, `${one.strategy}: `, badge(standing, word), h("small", {}, ` ${counted(one.states, "state")}`));
        })));
}

/** All cells that show the failure; listed when somebody wants to see them. */
function cells_of(report: Report, failure: Failure, open: (cells: Cell[]) => void): HTMLElement | null {
    if (failure.cells.length < 2) return null;
    const list = h("ul", {class: "others"});
    const details = h("details", {class: "where"},
        h("summary", {}, `Shown in ${counted(failure.cells.length, "cell")}`), list);
    details.addEventListener("toggle", () => {
        if (list.childElementCount > 0) return;
        list.append(...failure.cells.slice(0, cells_max).flatMap((at) => {
            const cell = report.cells[at];
            if (cell === undefined) return [];
            const point = point_text(cell.point);
            return [h("li", {}, h("button", {type: "button", class: "link", click: () => open([cell])},
                `${cell.scenario}${point === "" ? "" : ` (${point})`}`))];
        }));
        const rest = failure.cells.length - cells_max;
        if (rest > 0) list.append(h("li", {}, `and ${counted(rest, "more cell")}`));
    });
    return details;
}

function card(report: Report, failure: Failure, go: Ways): HTMLElement {
    const cell = report.cells[failure.cell] as Cell;
    const result = result_of(report, failure);
    const counterexample = report.counterexamples.get(failure.token);
    const point = point_text(cell.point);
    return h("article", {class: `card ${failure.expected ? "expected" : "unexpected"}`},
        h("header", {}, badge(failure.expected ? "expected" : "unexpected", failure.guarantee),
            h("span", {class: "hint"}, failure.expected ? "as expected" : "not expected")),
        h("h3", {}, cell.scenario, h("small", {}, ` ${failure.strategy}${point === "" ? "" : ` (${point})`}`)),
        h("p", {class: "sentence"}, result?.text ?? ""),
        counterexample === undefined ? null : mini(counterexample),
        h("p", {class: "hint"}, [counted(result?.faults ?? 0, "fault"),
            counted(counterexample?.steps.length ?? result?.steps ?? 0, "step"),
            failure.cells.length === 1 ? "in 1 cell" : ""].filter((text) => text !== "").join(" · ")),
        cells_of(report, failure, go.open),
        result?.on_real === undefined ? null : h("p", {class: "hint"}, on_real_text(result)),
        counterexample === undefined ? null : h("button", {type: "button", class: "primary",
            "aria-label": `Step through ${cell.scenario}, ${failure.strategy}, ${failure.guarantee}`,
            click: () => go.step_through(failure.token)}, "Step through"),
        counterexample === undefined ? null : others(counterexample),
        command(replay_of(report, failure.token)));
}

function matches(report: Report, failure: Failure, text: string, guarantee: string): boolean {
    const cell = report.cells[failure.cell];
    const told = `${cell?.scenario ?? ""} ${cell?.title ?? ""} ${failure.strategy} ${failure.token}`.toLowerCase();
    return told.includes(text.toLowerCase()) && (guarantee === "" || guarantee === failure.guarantee);
}

/** What is neither safe nor violated: missed controls, cells without an answer. */
function open_questions(report: Report): HTMLElement | null {
    const items: HTMLElement[] = [];
    for (const cell of report.cells) {
        const name = `${cell.scenario} / ${cell.strategy}${cell.error === "" ? "" : ": could not be run"}`;
        if (cell.error !== "") items.push(h("li", {}, badge("error"), ` ${name}: ${cell.error}`));
        for (const result of cell.guarantees) {
            const standing = standing_of(result);
            if (standing !== "missed" && standing !== "inconclusive") continue;
            const why = standing === "missed" ? `expected: ${result.expectation}` : result.text;
            items.push(h("li", {}, badge(standing), ` ${name}, ${result.guarantee}: ${why}`));
        }
    }
    if (items.length === 0) return null;
    return h("details", {class: "open-questions"}, h("summary", {}, counted(items.length, "open question")),
        h("ul", {}, ...items));
}

export function failures(report: Report, go: Ways): HTMLElement {
    const all = [...report.summary.failures].sort((one, other) => Number(one.expected) - Number(other.expected));
    const cards = h("div", {class: "cards"});
    const more = h("button", {type: "button", class: "more"});
    const status = h("span", {class: "status", role: "status"});
    const text = h("input", {type: "search", placeholder: "Find a failure", "aria-label": "Find a failure"});
    const names = report.run.guarantees.map((facts) => facts.name)
        .filter((name) => all.some((failure) => failure.guarantee === name));
    const guarantee = h("select", {"aria-label": "Guarantee"}, h("option", {value: ""}, "All guarantees"),
        ...names.map((name) => h("option", {value: name}, name)));
    let limit = shown_first;
    const update = (): void => {
        const found = all.filter((failure) => matches(report, failure, text.value, guarantee.value));
        cards.replaceChildren(...found.slice(0, limit).map((failure) => card(report, failure, go)));
        more.hidden = found.length <= limit;
        more.textContent = `Show all ${found.length}`;
        status.textContent = found.length === all.length
            ? counted(all.length, "distinct failure") : `${found.length} of ${counted(all.length, "distinct failure")}`;
    };
    const restart = (): void => {
        limit = shown_first;
        update();
    };
    text.addEventListener("input", restart);
    guarantee.addEventListener("change", restart);
    more.addEventListener("click", () => {
        limit = Infinity;
        update();
    });
    update();
    const unexpected = all.filter((failure) => !failure.expected).length;
    return h("section", {id: "failures", "aria-labelledby": "failures-title"},
        h("h2", {id: "failures-title"}, "Distinct failures"),
        h("p", {class: "lead"}, all.length === 0 ? "No guarantee was broken."
            : `${counted(unexpected, "unexpected failure")}, ${all.length - unexpected} as the scenarios expect.`),
        all.length === 0 ? null : h("div", {class: "tools"}, text, guarantee, status),
        cards, more, open_questions(report));
}
