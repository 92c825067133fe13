#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "cli/add_outside.hpp"
#include "cli/add_report.hpp"
#include "cli/bench_flags.hpp"
#include "cli/commands.hpp"
#include "cli/flags.hpp"
#include "cli/probe.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "impls/backend/secrets.hpp"
#include "impls/strategy/catalog.hpp"
#include "impls/strategy/entered.hpp"
#include "model/base/text.hpp"

namespace onceproof::cli {
namespace {

void add_witness(CLI::App& app, WitnessOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand("witness", "What `run` starts to run cases twice");
    command->group("");
    command->add_option("scenarios", options.scenarios, "As of the run");
    add_filter(*command, options.filter);
    add_strategy(*command, options.strategy);
    command->add_option("--jobs", options.jobs, "Threads")->check(CLI::Range(1, 1024));
    command->callback([&] { code = witness(options); });
}

void add_run(CLI::App& app, RunOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand("run", "Run a suite in the simulator");
    command->add_option(
        "scenarios", options.scenarios, "Scenario files, directories or patterns (scenarios/)"
    );
    add_filter(*command, options.filter);
    add_strategy(*command, options.strategy);
    command->add_option("-o,--out", options.out, "Run directory (.onceproof/runs/...)")
        ->envname("ONCEPROOF_OUT");
    command->add_option("--explore", options.explore, "Search every cell in this way")
        ->check(CLI::IsMember({"exhaustive", "random", "pct"}));
    command->add_option("--cases", options.cases, "Walks per cell (random, pct), timed runs")
        ->check(CLI::PositiveNumber)
        ->envname("ONCEPROOF_CASES");
    command->add_option("--seed", options.seed, "Root seed of walks and timed runs")
        ->envname("ONCEPROOF_SEED");
    add_shard(*command, options);
    add_jobs(*command, options.jobs);
    add_determinism(*command, options.check_determinism);
    command->add_flag(
        "--confirm",
        options.confirm,
        "Then play every counterexample on real servers, and compare each result"
    );
    command->add_flag("--no-progress", options.no_progress, "No line of progress");
    command->add_flag(
        "-v,--verbose", options.verbose, "Also every sweep point, proof and known violation"
    );
    add_real(*command, options.real);
    add_text_flags(*command, options.text);
    command->callback([&] { code = run(options); });
}

void add_replay(CLI::App& app, ReplayOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand("replay", "Run one recorded case again and show it");
    command
        ->add_option(
            "token",
            options.token,
            "What `run` printed: op1-..., or the case.json of one of its failures"
        )
        ->required();
    command->add_option("--scenarios", options.scenarios, "Where its scenario is (scenarios/)");
    CLI::Option* json = command->add_flag("--json", options.json, "The trace as one JSON document");
    CLI::Option* why =
        command
            ->add_option(
                "--why",
                options.why,
                "Show how likely the violation was behind each step, by so many random "
                "continuations, and which faults it needs"
            )
            ->check(CLI::Range(1, 1'000'000))
            ->excludes(json);
    command
        ->add_option(
            "--strategy",
            options.strategy,
            "Search whether the same faults break this strategy or strategy/preset of the scenario"
        )
        ->excludes(json)
        ->excludes(why);
    command
        ->add_option(
            "--on",
            options.on,
            "real: then do the same on real servers, operation by operation, and compare "
            "(simulator)"
        )
        ->check(CLI::IsMember({"simulator", "real"}))
        ->excludes(json);
    command
        ->add_option_function<std::string>(
            "--layout",
            [&options](const std::string& word) {
                options.layout = word == "lanes" ? reports::Layout::lanes : reports::Layout::gutter;
            },
            "A line per actor and store with the texts beside (gutter), or a column of text per "
            "actor (lanes)"
        )
        ->check(CLI::IsMember({"gutter", "lanes"}));
    command->add_flag(
        "--bisect",
        options.bisect,
        "For `git bisect run`: exit 125 (skip) unless it still fails (1) or is fixed (0)"
    );
    add_text_flags(*command, options.text);
    command->callback([&] { code = replay(options); });
}

void add_frontier(CLI::App& app, FrontierOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "frontier", "Find the border between safe and violated along one or two parameters"
    );
    command->add_option("scenario", options.scenario, "Scenario file")->required();
    command
        ->add_option(
            "--param",
            options.parameters,
            "What a sweep may set, and its range: strategy.redis-key.ttl=50ms..2s; with :STEP "
            "behind "
            "it another one than 1ms or 1 (once or twice)"
        )
        ->required()
        ->allow_extra_args(false);
    command->add_option(
        "--strategy", options.strategy, "Only this strategy or strategy/preset of the scenario"
    );
    command->add_option("--guarantee", options.guarantees, "Only this one (repeatable)")
        ->allow_extra_args(false);
    command->add_option("--seed", options.seed, "Root seed of walks")->envname("ONCEPROOF_SEED");
    command->add_option("--json", options.json, "Also write a file for `report --frontier`");
    add_jobs(*command, options.jobs);
    add_text_flags(*command, options.text);
    command->callback([&] { code = frontier(options); });
}

void add_list(CLI::App& app, ListOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand("list", "List what scenario files may name");
    command->add_option("what", options.what, "What to list")
        ->required()
        ->check(
            CLI::IsMember({"strategies", "faults", "points", "guarantees", "scenarios", "windows"})
        );
    command->add_option("scenarios", options.scenarios, "For `list scenarios`: where (scenarios/)");
    add_filter(*command, options.filter);
    command->callback([&] { code = list(options); });
}

void add_validate(CLI::App& app, ValidateOptions& options, ExitCode& code) {
    CLI::App* command =
        app.add_subcommand("validate", "Check scenario files and tell what they would run");
    command->add_option(
        "scenarios", options.scenarios, "Scenario files, directories or patterns (scenarios/)"
    );
    add_filter(*command, options.filter);
    command->add_flag("--print", options.print, "Print the resolved scenarios");
    command->callback([&] { code = validate(options); });
}

void add_doctor(CLI::App& app, DoctorOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "doctor", "Tell which servers are there or can be started, and test this machine"
    );
    add_text_flags(*command, options.text);
    command->callback([&] { code = doctor(options); });
}

bool names_unknown_command(const CLI::App& app, const std::vector<std::string>& words) {
    return !words.empty() && !words[0].starts_with('-') &&
           std::ranges::none_of(app.get_subcommands({}), [&](const CLI::App* command) {
               return command->get_name() == words[0];
           });
}

/// A header without quotes around it leaves its value as such an argument.
bool is_extras(const CLI::ParseError& error) {
    return dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
}

/// What the user may have meant by a word that no command or flag is called.
std::string hint_for(const CLI::App& app, const std::vector<std::string>& words) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        names.push_back(command->get_name());
        for (const CLI::Option* option : command->get_options()) {
            names.push_back(option->get_name());
        }
    }
    const std::vector<std::string_view> views(names.begin(), names.end());
    for (const std::string& word : words) {
        const auto meant = closest(word, views);
        if (meant.has_value() && *meant != word) {
            return "; did you mean \"" + std::string(*meant) + "\"?";
        }
    }
    return "; see onceproof --help";
}

int main_with(int argc, char** argv) {
    const std::vector<std::string> mistakes = strategy::problems_of(strategy::catalog());
    if (!mistakes.empty()) {
        return static_cast<int>(refuse(ExitCode::bad_data, join(mistakes, "\nonceproof: ")));
    }
    CLI::App app(
        "Checks idempotency strategies: which guarantees hold under which failures", file_name()
    );
    app.set_version_flag("--version", std::string(version));
    app.require_subcommand(1);
    ExitCode code = ExitCode::ok;
    const std::vector<std::string> words(argv + 1, argv + argc);
    RunOptions run_options;
    run_options.arguments = words;
    WitnessOptions witness_options;
    ReplayOptions replay_options;
    FrontierOptions frontier_options;
    ListOptions list_options;
    ValidateOptions validate_options;
    BenchOptions bench_options;
    bench_options.arguments = words;
    frontier_options.arguments = words;
    ReportOptions report_options;
    MergeOptions merge_options;
    CompareOptions compare_options;
    add_run(app, run_options, code);
    add_witness(app, witness_options, code);
    add_replay(app, replay_options, code);
    add_frontier(app, frontier_options, code);
    add_list(app, list_options, code);
    add_validate(app, validate_options, code);
    add_bench(app, bench_options, code);
    add_report(app, report_options, code);
    add_merge(app, merge_options, code);
    add_compare(app, compare_options, code);
    DoctorOptions doctor_options;
    add_doctor(app, doctor_options, code);
    InitOptions init_options;
    add_init(app, init_options, code);
    add_completion(app);
    add_manual(app);
    ProbeOptions probe_options;
    add_probe(app, probe_options, code);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        if (!words.empty() && words[0] == "probe" && is_extras(error)) {
            std::fprintf(
                stderr, "onceproof: probe: an argument is too much (not shown, it may be secret)\n"
            );
            return static_cast<int>(ExitCode::usage);
        }
        const std::string what = names_unknown_command(app, words)
                                     ? "unknown command \"" + words[0] + "\""
                                     : std::string(error.what());
        // A misplaced address is told as well.
        const std::string shown = backend::without_passwords(what);
        std::fprintf(stderr, "onceproof: %s%s\n", shown.c_str(), hint_for(app, words).c_str());
        return static_cast<int>(ExitCode::usage);
    }
    return static_cast<int>(code);
}

}  // namespace
}  // namespace onceproof::cli

int main(int argc, char** argv) {
    try {
        return onceproof::cli::main_with(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "onceproof: internal error: %s\n", error.what());
        return static_cast<int>(onceproof::cli::ExitCode::internal);
    }
}
