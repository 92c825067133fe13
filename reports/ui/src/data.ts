// What the program wrote into the page: the files of the run's folder, as they are.

export type Verdict = "proved" | "held" | "violated" | "inconclusive" | "-";

export interface GuaranteeResult {
    guarantee: string;
    verdict: Verdict;
    expected: boolean;
    expectation: string;
    text: string;
    token: string;
    faults: number;
    steps: number;
    window?: string;
    window_text?: string;
    n?: number;
    violations?: number;
    rate?: number;
    low?: number;
    high?: number;
    /** What came of it on real servers. */
    on_real?: {outcome: string; text: string};
}

export interface Regress {
    token: string;
    note: string;
    place: string;
    guarantee: string;
    replayed: string;
    text: string;
    expected: boolean;
}

export interface Cell {
    scenario: string;
    title: string;
    file: string;
    strategy: string;
    point: Record<string, string>;
    verdict: Verdict;
    mode: string;
    fault_budget: number;
    states: number;
    merged: boolean;
    transitions: number;
    cases: number;
    seconds: number;
    note: string;
    error: string;
    claim?: {number: number; text: string; about: boolean; guarantees: string[]};
    regress?: Regress[];
    guarantees: GuaranteeResult[];
}

export interface Manifest {
    program: string;
    commit: string;
    started: string;
    finished: boolean;
    interrupted: boolean;
    arguments: string[];
    seed: string;
    seconds: number;
    jobs: number;
    cells_planned: number;
    cells_done: number;
    determinism?: {
        percent: number;
        cases: number;
        trouble: string;
        differences: {
            scenario: string; strategy: string; case: string; step: number; decision: string;
            what: string; first: string; again: string;
        }[];
    };
    real_servers?: {versions: string[]; trouble: string};
    strategies: {label: string; summary: string; source: string; claim: string; gap: string}[];
    guarantees: {name: string; letter: string; holds_when: string}[];
    /** Parts of the run's folder that could not be read. */
    unreadable?: string[];
}

export interface Change {
    store: string;
    name: string;
    content?: string;
}

export interface Step {
    at_us?: number;
    from: number;
    to?: number;
    mark?: "message" | "local" | "effect" | "timeout" | "fault";
    text?: string;
    fault?: string;
    decision?: string;
    changes?: Change[];
    violations?: string[];
}

/** What the faults of a counterexample do to another strategy; steps only if they break it. */
export interface SameFaults {
    strategy: string;
    verdict: Verdict;
    states: number;
    /** Kinds of the faults that have nothing to strike in it. */
    idle?: string;
    token?: string;
    lanes?: string[];
    steps?: Step[];
}

export interface Counterexample {
    token: string;
    same_faults?: SameFaults[];
    cause?: string;
    bug_probability?: number[];
    lanes?: string[];
    steps: Step[];
}

/** One distinct failure; numbers are places in the list of cells. */
export interface Failure {
    strategy: string;
    guarantee: string;
    expected: boolean;
    cell: number;
    token: string;
    cells: number[];
}

export interface Summary {
    outcome: string;
    clean: boolean;
    failures: Failure[];
}

/** A file of Google Benchmark, as far as the page needs it. */
export interface BenchFile {
    context?: Record<string, unknown>;
    benchmarks: Record<string, unknown>[];
}

export interface Report {
    summary: Summary;
    run: Manifest;
    cells: Cell[];
    counterexamples: Map<string, Counterexample>;
    bench: BenchFile | null;
    /** The order of strategies and scenarios in tables. */
    strategies: string[];
    scenarios: string[];
}

function read<T>(id: string): T {
    return JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
}

function distinct(texts: string[]): string[] {
    return [...new Set(texts)];
}

export function load(): Report {
    const run = read<Manifest>("data-run");
    const cells = read<Cell[]>("data-cells");
    const used = distinct(cells.map((cell) => cell.strategy));
    const known = run.strategies.map((facts) => facts.label).filter((label) => used.includes(label));
    return {
        summary: read<Summary>("data-summary"),
        run,
        cells,
        counterexamples: new Map(
            read<Counterexample[]>("data-counterexamples").map((one) => [one.token, one])),
        bench: read<BenchFile | null>("data-bench"),
        strategies: distinct([...known, ...used]),
        scenarios: distinct(cells.map((cell) => cell.scenario)),
    };
}

/** "ttl=50ms, effect=external": the last part of each path is enough for a reader. */
export function point_text(point: Record<string, string>): string {
    return Object.entries(point)
        .map(([path, value]) => `${path.slice(path.lastIndexOf(".") + 1)}=${value}`)
        .join(", ");
}

/** The result that a failure stands for. */
export function result_of(report: Report, failure: Failure): GuaranteeResult | undefined {
    return report.cells[failure.cell]?.guarantees.find(
        (result) => result.guarantee === failure.guarantee);
}
