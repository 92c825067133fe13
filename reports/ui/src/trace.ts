// A counterexample as the diagram needs it: lanes, steps with everything filled in, the state of the
// stores at any step, and what lasts over several steps.
import {Change, Counterexample} from "./data";

export interface FullStep {
    at: number; // microseconds
    from: number;
    to: number;
    mark: string;
    text: string;
    fault: string;
    decision: string;
    changes: Change[];
    violations: string[];
}

/** Something that lasts on a lane, from the row of one step to before that of another. */
export interface Bar {
    lane: number;
    first: number;
    end: number;
    kind: "lease" | "stall";
    label: string;
}

/** One entry of a store, and what it was before the step if that changed it. */
export interface Entry {
    store: string;
    name: string;
    content: string | undefined;
    before: string | undefined;
    changed: boolean;
}

const units: Record<string, number> =
    {us: 1, ms: 1e3, s: 1e6, m: 60e6, h: 3600e6, d: 86400e6};

/** "30s" or "1d" in microseconds; undefined: no duration. */
export function duration_of(text: string): number | undefined {
    const found = /^(\d+)(us|ms|s|m|h|d)$/.exec(text);
    return found === null ? undefined : Number(found[1]) * (units[found[2] ?? ""] ?? 0);
}

/** "198 ms", "400 s", "25 h 6 min". */
export function quiet_text(us: number): string {
    if (us < 10e6) return `${Math.floor(us / 1e3)} ms`;
    if (us < 7200e6) return `${Math.floor(us / 1e6)} s`;
    const hours = Math.floor(us / 3600e6);
    const minutes = Math.floor((us - hours * 3600e6) / 60e6);
    return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
}

const key_of = (change: Change): string => `${change.store}\u0000${change.name}`;

const checkpoint_every = 512;

export class Trace {
    readonly token: string;
    readonly cause: string;
    readonly lanes: string[];
    readonly steps: FullStep[];
    readonly probability: number[];
    readonly bars: Bar[];
    private readonly checkpoints: Map<string, Change>[] = [];

    constructor(counterexample: Counterexample) {
        this.token = counterexample.token;
        this.cause = counterexample.cause ?? "";
        this.lanes = counterexample.lanes ?? [];
        this.probability = counterexample.bug_probability ?? [];
        this.steps = counterexample.steps.map((step) => ({
            at: step.at_us ?? 0,
            from: step.from,
            to: step.to ?? step.from,
            mark: step.mark ?? "message",
            text: step.text ?? "",
            fault: step.fault ?? "",
            decision: step.decision ?? "",
            changes: step.changes ?? [],
            violations: step.violations ?? [],
        }));
        this.bars = this.find_bars();
    }

    /** The stores behind step `index` (from 0): what it changed stands first. */
    entries(index: number): Entry[] {
        const before = this.state_before(index);
        const changes = new Map((this.steps[index]?.changes ?? []).map((one) => [key_of(one), one]));
        const first: Entry[] = [];
        for (const [key, change] of changes) {
            first.push({store: change.store, name: change.name, content: change.content,
                before: before.get(key)?.content, changed: true});
        }
        const rest: Entry[] = [];
        for (const [key, change] of before) {
            if (changes.has(key) || change.content === undefined) continue;
            rest.push({store: change.store, name: change.name, content: change.content,
                before: undefined, changed: false});
        }
        return [...first, ...rest];
    }

    private state_before(index: number): Map<string, Change> {
        const base = Math.floor(index / checkpoint_every);
        for (let at = this.checkpoints.length; at <= base; ++at) {
            const state = new Map(this.checkpoints[at - 1] ?? []);
            if (at > 0) this.apply(state, (at - 1) * checkpoint_every, at * checkpoint_every);
            this.checkpoints.push(state);
        }
        const state = new Map(this.checkpoints[base] ?? []);
        this.apply(state, base * checkpoint_every, index);
        return state;
    }

    private apply(state: Map<string, Change>, first: number, end: number): void {
        for (let at = first; at < end; ++at) {
            for (const change of this.steps[at]?.changes ?? []) state.set(key_of(change), change);
        }
    }

    private find_bars(): Bar[] {
        const bars: Bar[] = [];
        const open = new Map<string, {bar: Bar; until: number}>();
        const stalls: {bar: Bar; until: number}[] = [];
        this.steps.forEach((step, index) => {
            for (const [key, lease] of open) {
                if (step.at < lease.until) continue;
                lease.bar.end = index;
                open.delete(key);
            }
            for (const stall of stalls) {
                if (stall.bar.end > index && step.at >= stall.until) stall.bar.end = index;
            }
            const pause = /^stall for (\S+)$/.exec(step.fault);
            const length = pause === null ? undefined : duration_of(pause[1] ?? "");
            if (length !== undefined) {
                const bar: Bar = {lane: step.from, first: index, end: this.steps.length, kind: "stall",
                    label: `${this.lanes[step.from] ?? ""} is paused for ${pause?.[1] ?? ""}`};
                stalls.push({bar, until: step.at + length});
                bars.push(bar);
            }
            for (const change of step.changes) this.follow_lease(change, step, index, open, bars);
        });
        return bars;
    }

    /** A key of Redis that ends by itself is its writer's until it is gone or another's. */
    private follow_lease(
        change: Change, step: FullStep, index: number,
        open: Map<string, {bar: Bar; until: number}>, bars: Bar[]
    ): void {
        if (change.store !== "redis") return;
        const key = key_of(change);
        const old = open.get(key);
        if (old !== undefined) {
            old.bar.end = index;
            open.delete(key);
        }
        const ttl = /, ttl (\S+)$/.exec(change.content ?? "");
        const length = ttl === null ? undefined : duration_of(ttl[1] ?? "");
        if (length === undefined || step.from === step.to) return;
        const bar: Bar = {lane: step.from, first: index, end: this.steps.length, kind: "lease",
            label: `${this.lanes[step.from] ?? ""} holds ${change.name} (${change.content ?? ""})`};
        open.set(key, {bar, until: step.at + length});
        bars.push(bar);
    }
}
