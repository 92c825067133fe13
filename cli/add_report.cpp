#include "cli/add_report.hpp"

#include <CLI/CLI.hpp>

#include "cli/flags.hpp"

namespace onceproof::cli {

void add_report(CLI::App& app, ReportOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "report",
        "Write files from the records of one run or several: report.html, verdicts.md, summary.md, "
        "junit.xml, "
        "results.sarif, results.csv, results.json"
    );
    command->add_option(
        "run",
        options.runs,
        "The run's folder (.onceproof/latest); several runs without a common cell make one report"
    );
    command->add_option("-o,--out", options.out, "Folder for the files")->required();
    command->add_option(
        "--bench", options.bench, "Show what strategies cost, by a file of `bench --json`"
    );
    command
        ->add_option(
            "--frontier",
            options.frontiers,
            "Draw a border between safe and violated, by a file of `frontier --json` (repeatable)"
        )
        ->allow_extra_args(false);
    command->add_option(
        "--costs", options.costs, "Also write choosing.md, by a costs.md of `bench -o`"
    );
    command->callback([&] { code = report(options); });
}

void add_merge(CLI::App& app, MergeOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "merge", "Make one run of the runs of all shards; refuse holes and what is there twice"
    );
    command->add_option("runs", options.runs, "The folders of `run --shard`")->required();
    command->add_option("-o,--out", options.out, "Run directory (.onceproof/runs/...)");
    command->add_flag(
        "--partial", options.partial, "Merge what is there, and mark the run as not whole"
    );
    command->add_flag(
        "-v,--verbose", options.verbose, "Also every sweep point, proof and known violation"
    );
    add_text_flags(*command, options.text);
    command->callback([&] { code = merge(options); });
}

void add_compare(CLI::App& app, CompareOptions& options, ExitCode& code) {
    CLI::App* command =
        app.add_subcommand("compare", "Tell what got worse and what got better between two runs");
    command->add_option("base", options.base, "A run's folder")->required();
    command->add_option("new", options.now, "The folder of a later one")->required();
    command
        ->add_option(
            "--fail-on", options.fail_on, "What is to fail: new-violation,regression (both)"
        )
        ->delimiter(',')
        ->check(CLI::IsMember({"new-violation", "regression"}));
    command
        ->add_option(
            "--threshold",
            options.thresholds,
            "A regression is more than this: 'p99<=+10%', 'requests>=-5%' (repeatable)"
        )
        ->allow_extra_args(false);
    command->add_option("-o,--out", options.out, "Folder for compare.md and report.html (none)");
    add_text_flags(*command, options.text);
    command->callback([&] { code = compare(options); });
}

}  // namespace onceproof::cli
