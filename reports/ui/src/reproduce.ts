// How to get this report again, and what it was made of.
import {command, h, shell_line} from "./dom";
import {executable_of, replay_of, Report} from "./data";

/** What the figures of the benchmark depend on. */
function bench_facts(report: Report): HTMLElement[] {
    const told = Object.entries(report.bench?.context ?? {}).filter(([, value]) =>
        ["string", "number", "boolean"].includes(typeof value));
    return told.map(([name, value]) => h("div", {class: "fact"},
        h("dt", {}, `Benchmark: ${name.replaceAll("_", " ")}`), h("dd", {}, String(value))));
}

export function reproduce(report: Report): HTMLElement {
    const {run} = report;
    const licences = document.querySelector<HTMLTemplateElement>("#licences")?.content.textContent ?? "";
    const files = ["run.json", "results.ndjson", "counterexamples.ndjson", "failures/", "junit.xml", "results.sarif", "summary.md"];
    return h("section", {id: "reproduce", "aria-labelledby": "reproduce-title"},
        h("h2", {id: "reproduce-title"}, "Reproduce"),
        h("p", {class: "lead"}, "The run, and then one of its counterexamples by its token:"),
        command(`${executable_of(report)} ${shell_line(run.arguments)}`),
        command(replay_of(report, "TOKEN")),
        h("p", {class: "lead"}, "This page again, from the run's folder, without a run; with what ",
            h("code", {}, "onceproof bench --json"), " and ", h("code", {}, "onceproof frontier --json"), " wrote:"),
        command("onceproof report RUN -o DIR --bench FILE --frontier FILE"),
        h("dl", {class: "facts"},
            ...([["Program", `onceproof ${run.program} ${run.commit}`], ["Seed", run.seed], ["Threads", String(run.jobs)], ["Started", run.started],
                ["Cells", `${run.cells_done} of ${run.cells_planned}`],
                ...Object.entries(run.environment ?? {})] as [string, string][]).map(([name, value]) =>
                h("div", {class: "fact"}, h("dt", {}, name), h("dd", {}, value)))),
        h("dl", {class: "facts"}, ...bench_facts(report)),
        h("p", {class: "hint"}, "Beside this file: ", ...files.flatMap((file, at) =>
            [at > 0 ? ", " : "", h("code", {}, file)]), "."),
        h("details", {}, h("summary", {}, "Licences"), h("pre", {}, licences)));
}
