// What can stand beside a counterexample: what the same faults do to other strategies, then other
// counterexamples of the same failure mode.
import {h} from "./dom";
import {Counterexample, Failure, Report, SameFaults} from "./data";
import {badge, survival} from "./verdict";

/** By the names that a reader sees; other strategies first, the same guarantee first. */
export function seconds_of(report: Report, drawn: Failure[], failure: Failure): Map<string, Counterexample> {
    const found = new Map<string, Counterexample>();
    for (const one of report.counterexamples.get(failure.token)?.same_faults ?? []) {
        if (one.steps === undefined) continue;
        found.set(`same faults on ${one.strategy}`, {...one, token: one.token ?? "", steps: one.steps});
    }
    const scenario = report.cells[failure.cell]?.scenario;
    const rank = (one: Failure): number =>
        (one.strategy === failure.strategy ? 2 : 0) + (one.guarantee === failure.guarantee ? 0 : 1);
    const others = drawn.filter((one) => one !== failure && report.cells[one.cell]?.scenario === scenario)
        .sort((one, other) => rank(one) - rank(other));
    for (const one of others) {
        const counterexample = report.counterexamples.get(one.token);
        if (counterexample === undefined) continue;
        const name = `${one.strategy}: ${one.guarantee}`;
        // A strategy can break a guarantee in more ways than one.
        found.set(found.has(name) ? `${name} (${one.token.slice(-9)})` : name, counterexample);
    }
    return found;
}

/** "Same faults on other strategies: ■ survives: dedup-table, two-level · ✖ breaks as well: …" */
export function same_faults_line(counterexample: Counterexample | undefined): HTMLElement | null {
    const all = counterexample?.same_faults ?? [];
    if (all.length === 0) return null;
    const groups = new Map<string, SameFaults[]>();
    for (const one of all) {
        const {word} = survival(one);
        groups.set(word, [...(groups.get(word) ?? []), one]);
    }
    return h("p", {class: "same-faults"}, "Same faults on other strategies: ", ...[...groups].flatMap(([word, group], at) => {
        const {standing} = survival(group[0] as SameFaults);
        return [at > 0 ? " · " : "", badge(standing, word), `: ${group.map((one) => one.strategy).join(", ")}`];
    }));
}

/** What the marks of a diagram mean. */
export function legend(): HTMLElement {
    const marks: [string, string][] = [
        ["●", "acts"], ["▶", "is reached"], ["◆", "makes the effect"], ["◆!", "is struck by a fault"],
        ["╌╳", "request or reply lost"], ["×2", "sent twice"], ["◷", "gives up waiting"], ["ⓧ", "breaks a guarantee"],
        ["▮", "holds a key that expires"], ["▯", "is paused"], ["┊", "time passes"],
    ];
    return h("ul", {class: "marks", "aria-label": "Marks"}, ...marks.map(([mark, text]) =>
        h("li", {}, h("b", {}, mark), ` ${text}`)),
    h("li", {}, "left edge: the likelier the violation, the darker"),
    h("li", {}, h("b", {}, "c"), " callers, ", h("b", {}, "h"), " handlers of their attempts"));
}
