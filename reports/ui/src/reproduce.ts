// How to get this report again, and what it was made of.
import {command, h, shell_line} from "./dom";
import {executable_of, JoinedRun, Manifest, replay_of, Report} from "./data";

/** What the figures of the benchmark depend on. */
function bench_facts(report: Report): HTMLElement[] {
    const told = Object.entries(report.bench?.context ?? {}).filter(([, value]) =>
        ["string", "number", "boolean"].includes(typeof value));
    return told.map(([name, value]) => h("div", {class: "fact"},
        h("dt", {}, `Benchmark: ${name.replaceAll("_", " ")}`), h("dd", {}, String(value))));
}

/** What was told of each run: once if all say the same. */
function told(values: string[]): string {
    return [...new Set(values)].join(", ");
}

/** What the runs were started with and ran on, by name. */
function run_facts(run: Manifest, runs: JoinedRun[]): [string, string][] {
    const names = [...new Set(runs.flatMap((one) => Object.keys(one.environment ?? {})))];
    return [["Program", `onceproof ${run.program} ${run.commit}`], ["Seed", told(runs.map((one) => one.seed))],
        ["Threads", String(run.jobs)], ["Started", told(runs.map((one) => one.started))],
        ["Cells", `${run.cells_done} of ${run.cells_planned}`],
        ...names.map((name): [string, string] =>
            [name, told(runs.flatMap((one) => one.environment?.[name] ?? []))])];
}

export function reproduce(report: Report): HTMLElement {
    const {run} = report;
    const runs = run.joined ?? [{folder: "", ...run}];
    const licences = document.querySelector<HTMLTemplateElement>("#licences")?.content.textContent ?? "";
    const files = ["run.json", "results.ndjson", "counterexamples.ndjson", "failures/", "junit.xml", "results.sarif", "summary.md"];
    return h("section", {id: "reproduce", "aria-labelledby": "reproduce-title"},
        h("h2", {id: "reproduce-title"}, "Reproduce"),
        h("p", {class: "lead"}, run.joined === undefined
            ? "The run, and then one of its counterexamples by its token:"
            : `The ${runs.length} runs in ${runs.map((one) => one.folder).join(", ")}, and then one of their counterexamples by its token:`),
        ...runs.map((one) => command(`${executable_of(report)} ${shell_line(one.arguments)}`)),
        command(replay_of(report, "TOKEN")),
        h("p", {class: "lead"}, "This page again, from the folders of the runs, without a run; with what ",
            h("code", {}, "onceproof bench --json"), " and ", h("code", {}, "onceproof frontier --json"), " wrote:"),
        command(`onceproof report ${runs.map((one) => one.folder || "RUN").join(" ")} -o DIR --bench FILE --frontier FILE`),
        h("dl", {class: "facts"},
            ...run_facts(run, runs).map(([name, value]) =>
                h("div", {class: "fact"}, h("dt", {}, name), h("dd", {}, value)))),
        h("dl", {class: "facts"}, ...bench_facts(report)),
        h("p", {class: "hint"}, "Beside this file: ", ...files.flatMap((file, at) =>
            [at > 0 ? ", " : "", h("code", {}, file)]), "."),
        h("details", {}, h("summary", {}, "Licences"), h("pre", {}, licences)));
}
