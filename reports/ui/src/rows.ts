// The rows of a diagram: steps, quiet time between them, and steps that are folded away.
import {FullStep, quiet_text, Trace} from "./trace";

export type Row =
    | {kind: "step"; step: number}
    | {kind: "quiet"; step: number; text: string}
    | {kind: "folded"; step: number; count: number}
    | {kind: "pad"; step: number};

const quiet_min = 1000;

/** A step that a reader in a hurry can pass over. */
export function is_plain(step: FullStep): boolean {
    return step.changes.length === 0 && step.violations.length === 0 && step.fault === "" &&
        step.mark !== "timeout" && step.mark !== "effect" && step.mark !== "fault";
}

export function rows_of(trace: Trace, folded: boolean): Row[] {
    const rows: Row[] = [];
    let hidden = 0;
    trace.steps.forEach((step, index) => {
        const before = trace.steps[index - 1];
        if (folded && is_plain(step)) {
            hidden += 1;
            return;
        }
        if (hidden > 0) rows.push({kind: "folded", step: index, count: hidden});
        hidden = 0;
        const passed = before === undefined ? 0 : step.at - before.at;
        if (passed >= quiet_min) rows.push({kind: "quiet", step: index, text: `${quiet_text(passed)} pass`});
        rows.push({kind: "step", step: index});
    });
    if (hidden > 0) rows.push({kind: "folded", step: trace.steps.length - 1, count: hidden});
    return rows;
}

/** Pads both lists so that the n-th fault of the one stands beside the n-th of the other. */
export function aligned(one: Trace, other: Trace, folded: boolean): [Row[], Row[]] {
    const parts = [one, other].map((trace) => {
        const pieces: Row[][] = [[]];
        for (const row of rows_of(trace, folded)) {
            if (row.kind === "step" && (trace.steps[row.step]?.fault ?? "") !== "") pieces.push([]);
            pieces[pieces.length - 1]?.push(row);
        }
        return pieces;
    });
    const left: Row[] = [];
    const right: Row[] = [];
    const count = Math.max(parts[0]?.length ?? 0, parts[1]?.length ?? 0);
    for (let piece = 0; piece < count; ++piece) {
        left.push(...(parts[0]?.[piece] ?? []));
        right.push(...(parts[1]?.[piece] ?? []));
        if (piece + 1 === count) break;
        while (left.length < right.length) left.push({kind: "pad", step: left[left.length - 1]?.step ?? 0});
        while (right.length < left.length) right.push({kind: "pad", step: right[right.length - 1]?.step ?? 0});
    }
    return [left, right];
}
