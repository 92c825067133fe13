// The runs of a benchmark file: what was measured, under which load, and the figures of each.
import {BenchFile} from "./data";

export interface Figure {
    subject: string;
    database: string;
    /** "repeats:0", "repeats:50/hot": without the offered rate. */
    load: string;
    rate: number; // offered requests per second; 0: closed loop
    threads: number;
    values: Record<string, number>;
}

export interface Metric {
    key: string;
    title: string;
    unit: string;
    scale: number;
}

export const metrics: readonly Metric[] = [
    {key: "p99_ns", title: "p99 latency", unit: "ms", scale: 1e-6},
    {key: "p50_ns", title: "median latency", unit: "ms", scale: 1e-6},
    {key: "p90_ns", title: "p90 latency", unit: "ms", scale: 1e-6},
    {key: "p999_ns", title: "p99.9 latency", unit: "ms", scale: 1e-6},
    {key: "requests_per_second", title: "requests per second", unit: "1/s", scale: 1},
    {key: "round_trips_per_request", title: "round trips per request", unit: "", scale: 1},
    {key: "server_cpu_seconds_per_1000_requests", title: "servers' processor time per 1,000 requests", unit: "s", scale: 1},
    {key: "bytes_per_key", title: "bytes stored per key", unit: "B", scale: 1},
];

const databases = ["postgresql", "mariadb"];

function figure_of(run: Record<string, unknown>): Figure | undefined {
    const name = run["run_name"] ?? run["name"];
    if (typeof name !== "string" || run["run_type"] === "aggregate" || run["error_occurred"] === true) return undefined;
    const parts = name.split("/");
    const at = parts.findIndex((part) => databases.includes(part));
    // Files of before: "subject/repeats:0/…" on the one database there was.
    const end = at >= 0 ? at : parts.findIndex((part) => part.includes(":"));
    const rest = parts.slice(at >= 0 ? at + 1 : Math.max(end, 0));
    const number = (key: string): number => {
        const found = rest.find((part) => part.startsWith(`${key}:`));
        return found === undefined ? 0 : Number(found.slice(key.length + 1)) || 0;
    };
    const values: Record<string, number> = {};
    for (const {key} of metrics) {
        const value = run[key];
        if (typeof value === "number") values[key] = value;
    }
    if (Object.keys(values).length === 0) return undefined;
    return {
        subject: parts.slice(0, end < 0 ? parts.length : end).join("/"),
        database: at >= 0 ? parts[at] ?? "" : "postgresql",
        load: rest.filter((part) => part.startsWith("repeats:") || part === "hot").join("/"),
        rate: number("rate"),
        threads: typeof run["threads"] === "number" ? run["threads"] : number("threads"),
        values,
    };
}

/** All that were measured; repeated runs of one name are one, by their medians. */
export function figures_in(file: BenchFile | null): Figure[] {
    const groups = new Map<string, Figure[]>();
    for (const run of file?.benchmarks ?? []) {
        const figure = figure_of(run);
        if (figure === undefined) continue;
        const key = [figure.subject, figure.database, figure.load, figure.rate, figure.threads].join(" ");
        groups.set(key, [...(groups.get(key) ?? []), figure]);
    }
    return [...groups.values()].map((group) => {
        const values: Record<string, number> = {};
        for (const {key} of metrics) {
            const all = group.flatMap((one) => one.values[key] ?? []).sort((a, b) => a - b);
            const middle = all[Math.floor(all.length / 2)];
            if (middle !== undefined) values[key] = middle;
        }
        return {...(group[0] as Figure), values};
    });
}

/** Three digits are what such figures are good for. */
export function figure_text(value: number | undefined): string {
    if (value === undefined) return "–";
    if (value >= 1000) return String(Math.round(value));
    return String(Number(value.toPrecision(3)));
}

export function distinct<T>(all: T[]): T[] {
    return [...new Set(all)];
}
