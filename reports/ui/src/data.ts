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
    /** Equal for failures that are one. */
    fingerprint?: string;
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

/** One fault that the scenario allows, and how often it struck in the search of a cell. */
export interface FaultCount {
    kind: string;
    at: string;
    offered: number;
    struck: number;
    /** False: the strategy calls nothing that it could strike. */
    in_reach: boolean;
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
    faults?: FaultCount[];
    claim?: {number: number; text: string; about: boolean; guarantees: string[]};
    regress?: Regress[];
    guarantees: GuaranteeResult[];
}

/** One of several runs that the page shows together. */
export interface JoinedRun {
    folder: string;
    started: string;
    arguments: string[];
    seed: string;
    environment?: Record<string, string>;
}

export interface Manifest {
    program: string;
    commit: string;
    started: string;
    finished: boolean;
    interrupted: boolean;
    /** What a shell takes for the program; older runs have none. */
    executable?: string;
    arguments: string[];
    seed: string;
    seconds: number;
    jobs: number;
    /** What built the program and what it ran on, by name. */
    environment?: Record<string, string>;
    cells_planned: number;
    cells_done: number;
    joined?: JoinedRun[];
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

export interface Stretch {
    fate: string;
    /** In steps of the parameter. */
    first: number;
    last: number;
    from: string;
    to: string;
}

export interface FrontierLine {
    /** The value of the first of two parameters. */
    at: string;
    stretches: Stretch[];
}

export interface FrontierParameter {
    path: string;
    lowest: string;
    highest: string;
    steps: number;
}

/** A file of `onceproof frontier --json`. */
export interface Frontier {
    arguments: string[];
    parameters: FrontierParameter[];
    fault_budget: number;
    proved: boolean;
    values: number;
    cells: {name: string; parts: {guarantee: string; lines: FrontierLine[]}[]}[];
}

export interface ComparedResult {
    scenario: string;
    strategy: string;
    point: Record<string, string>;
    guarantee: string;
    verdict: Verdict;
    before: Verdict | "";
    text: string;
    token: string;
}

/** The run against an earlier one. */
export interface Compared {
    program: string;
    commit: string;
    started: string;
    strategies: {strategy: string; scenarios: number; survived: number; appeared: number; fixed: number; still: number}[];
    appeared: ComparedResult[];
    fixed: ComparedResult[];
    still: ComparedResult[];
    undecided: ComparedResult[];
    only_base: number;
    only_now: number;
    costs: {
        run: string; metric: string; name: string; base: number; now: number; change: number;
        low?: number; high?: number; over: string[];
    }[];
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
    frontiers: Frontier[];
    compared: Compared | null;
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
        frontiers: read<Frontier[]>("data-frontiers"),
        compared: read<Compared | null>("data-compared"),
        strategies: distinct([...known, ...used]),
        scenarios: distinct(cells.map((cell) => cell.scenario)),
    };
}

/** What a shell takes for the program that made the run. */
export function executable_of(report: Report): string {
    return report.run.executable ?? "onceproof";
}

/** The command that replays a token. */
export function replay_of(report: Report, token: string): string {
    return `${executable_of(report)} replay ${token}`;
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
