#include "bench/bench.hpp"

#include <algorithm>
#include <memory>
#include <sstream>
#include <sys/vfs.h>
#include <utility>

#include <benchmark/benchmark.h>

#include "bench/runner.hpp"
#include "bench/subject.hpp"

namespace onceproof::bench {
namespace {

/// Takes each finished run's row from the runner, and lets Google Benchmark write its JSON.
class Collector final : public benchmark::BenchmarkReporter {
public:
    Collector(Runner& runner, std::vector<Row>& rows) : runner_(runner), rows_(rows) {
        json_.SetOutputStream(&text_);
        json_.SetErrorStream(&text_);
    }

    bool ReportContext(const Context& context) override { return json_.ReportContext(context); }

    void ReportRuns(const std::vector<Run>& runs) override {
        if (std::optional<Row> row = runner_.take_row()) {
            rows_.push_back(std::move(*row));
            json_.ReportRuns(runs);
        }
    }

    void Finalize() override { json_.Finalize(); }

    [[nodiscard]] std::string json() const { return text_.str(); }

private:
    Runner& runner_;
    std::vector<Row>& rows_;
    std::ostringstream text_;
    benchmark::JSONReporter json_;
};

/// All that the table has lines for, in its order.
std::vector<RunSpec> plan_of(const std::vector<Subject>& subjects, const Options& options) {
    std::vector<RunSpec> specs;
    for (const Database database : options.databases) {
        for (const std::size_t threads : options.parameters.threads) {
            for (const Subject& subject : subjects) {
                for (const Load& load : loads_of(options.parameters, threads)) {
                    // A raw limit has one line, and so has what is not measured at all.
                    const bool one = subject.raw || !not_measured(subject, database, {}).empty();
                    if (!one || load == loads_of(options.parameters, threads).front()) {
                        specs.push_back({&subject, database, load, threads});
                    }
                }
            }
        }
    }
    return specs;
}

std::string reason_of(const RunSpec& spec) {
    return not_measured(*spec.subject, spec.database, spec.load);
}

/// The benchmark's number of calls per thread, or its length.
void set_length(benchmark::internal::Benchmark& entry, const RunSpec& spec, const Parameters& of) {
    std::uint64_t requests = of.requests;
    if (spec.load.rate > 0) {
        const double seconds = std::chrono::duration<double>(of.offered_time).count();
        requests = static_cast<std::uint64_t>(std::max(1.0, spec.load.rate * seconds));
    }
    if (requests > 0) {
        const std::uint64_t each = (requests + spec.threads - 1) / spec.threads;
        entry.Iterations(static_cast<benchmark::IterationCount>(each));
    } else {
        entry.MinTime(std::chrono::duration<double>(of.min_time).count());
    }
}

void register_runs(const std::vector<RunSpec>& specs, const Options& options, Runner& runner) {
    // Google Benchmark calls a body several times; its first call is the progress.
    const auto told = std::make_shared<std::size_t>(0);
    for (std::size_t i = 0; i < specs.size(); ++i) {
        auto* const entry = benchmark::RegisterBenchmark(
            name_of(specs[i]).c_str(),
            [&options, &runner, &specs, told, i](benchmark::State& state) {
                const bool tells = state.thread_index() == 0 && *told == i && options.progress;
                if (tells) {
                    *told = i + 1;
                    options.progress(i + 1, specs.size(), name_of(specs[i]));
                }
                runner.run(state, specs[i]);
            }
        );
        entry->Threads(static_cast<int>(specs[i].threads))->UseRealTime();
        set_length(*entry, specs[i], options.parameters);
    }
}

/// What the figures depend on, for the JSON's head.
void describe(const Outcome& outcome, Effect effect) {
    for (const ServerFacts& facts : outcome.facts) {
        std::string name = facts.title;
        std::ranges::transform(name, name.begin(), [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        });
        benchmark::AddCustomContext(name, facts.version);
        for (const auto& [setting, value] : facts.settings) {
            benchmark::AddCustomContext(name + "_" + setting, value);
        }
    }
    benchmark::AddCustomContext("storage", outcome.storage);
    for (const Limit& limit : outcome.limits) {
        benchmark::AddCustomContext(
            limit.ours + "_by_" + limit.program + "_" + std::to_string(limit.clients),
            limit.problem.empty() ? std::to_string(limit.ratio) : limit.problem
        );
    }
    benchmark::AddCustomContext(
        "effect",
        effect == Effect::in_transaction ? "in-transaction"
        : effect == Effect::external     ? "external"
                                         : "external-idempotent"
    );
}

/// "memory (tmpfs)" where a synced write costs nothing, else "a disk".
std::string storage_of(const std::string& folder) {
    constexpr long tmpfs_magic = 0x01021994;
    struct statfs facts {};
    if (folder.empty() || statfs(folder.c_str(), &facts) != 0) {
        return {};
    }
    return facts.f_type == tmpfs_magic ? "memory (tmpfs)" : "a disk";
}

/// The rows of the plan: what was measured, in its order, and what is not and why.
std::vector<Row> all_rows(const std::vector<RunSpec>& plan, std::vector<Row> measured) {
    std::vector<Row> rows;
    auto next = measured.begin();
    for (const RunSpec& spec : plan) {
        Row row = row_of(spec);
        row.not_measured = reason_of(spec);
        if (row.not_measured.empty()) {
            if (next == measured.end()) {
                break;
            }
            row = std::move(*next++);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<Subject> subjects_of(const Options& options) {
    std::vector<Subject> subjects = raw_subjects();
    for (Subject& subject : strategy_subjects(options.strategies, options.effect)) {
        subjects.push_back(std::move(subject));
    }
    subjects.push_back(raw_insert_again());
    return subjects;
}

}  // namespace

Outcome run(const Options& options) {
    Outcome outcome;
    const std::vector<Subject> subjects = subjects_of(options);
    const std::vector<RunSpec> plan = plan_of(subjects, options);
    std::vector<RunSpec> specs = plan;
    std::erase_if(specs, [](const RunSpec& spec) { return !reason_of(spec).empty(); });
    outcome.planned = specs.size();
    const bool broker = std::ranges::any_of(subjects, needs_broker);
    const std::unique_ptr<Servers> servers = Servers::open(
        options.servers, options.databases, broker, options.should_stop, outcome.trouble
    );
    if (!servers) {
        outcome.interrupted = options.should_stop();
        return outcome;
    }
    outcome.facts = servers->facts();
    outcome.storage = storage_of(servers->database(options.databases.front()).folder());
    if (options.parameters.limit_rounds > 0) {
        if (options.progress) {
            options.progress(0, specs.size(), "raw limits");
        }
        outcome.limits = measure_limits(
            *servers,
            options.databases,
            options.parameters,
            options.should_stop,
            options.servers.postgres_binaries
        );
    }
    describe(outcome, options.effect);
    {
        Runner runner(*servers, options.parameters, options.should_stop);
        std::vector<Row> rows;
        Collector collector(runner, rows);
        register_runs(specs, options, runner);
        benchmark::RunSpecifiedBenchmarks(&collector, ".");
        benchmark::ClearRegisteredBenchmarks();
        outcome.json = collector.json();
        outcome.trouble = runner.trouble();
        outcome.measured = rows.size();
        outcome.rows = rows.empty() ? rows : all_rows(plan, std::move(rows));
    }
    outcome.interrupted = options.should_stop();
    outcome.left_behind = servers->clean_up().value_or("");
    return outcome;
}

}  // namespace onceproof::bench
