#include "bench/bench.hpp"

#include <iostream>
#include <memory>
#include <sstream>
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

std::string name_of(const RunSpec& spec) {
    return spec.subject->name + "/" + std::string(name_of(spec.stream));
}

/// In the order of the runs: what is compared with a raw limit is measured soon after it.
std::vector<RunSpec> plan_of(
    const std::vector<Subject>& subjects, const std::vector<std::size_t>& threads
) {
    std::vector<RunSpec> specs;
    for (const std::size_t count : threads) {
        for (const Subject& subject : subjects) {
            for (const Stream stream : subject.streams) {
                specs.push_back({&subject, stream, count});
            }
        }
    }
    return specs;
}

void register_runs(const std::vector<RunSpec>& specs, const Options& options, Runner& runner) {
    // Google Benchmark calls a body several times; its first call is the progress.
    const auto told = std::make_shared<std::size_t>(0);
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const RunSpec& spec = specs[i];
        auto* const entry = benchmark::RegisterBenchmark(
            name_of(spec).c_str(),
            [&options, &runner, &specs, told, i](benchmark::State& state) {
                const bool tells = state.thread_index() == 0 && *told == i && options.progress;
                if (tells) {
                    *told = i + 1;
                    options.progress(i + 1, specs.size(), name_of(specs[i]));
                }
                runner.run(state, specs[i]);
            }
        );
        entry->Threads(static_cast<int>(spec.threads))->UseRealTime();
        const Parameters& parameters = options.parameters;
        if (parameters.requests > 0) {
            const std::uint64_t each = (parameters.requests + spec.threads - 1) / spec.threads;
            entry->Iterations(static_cast<benchmark::IterationCount>(each));
        } else {
            entry->MinTime(std::chrono::duration<double>(parameters.min_time).count());
        }
    }
}

void describe(const ServerFacts& facts, Effect effect) {
    benchmark::AddCustomContext("postgresql", facts.postgres_version);
    benchmark::AddCustomContext("postgresql_fsync", facts.fsync);
    benchmark::AddCustomContext("postgresql_synchronous_commit", facts.synchronous_commit);
    benchmark::AddCustomContext("redis", facts.redis_version);
    benchmark::AddCustomContext("redis_persistence", facts.append_only);
    benchmark::AddCustomContext(
        "effect",
        effect == Effect::in_transaction ? "in-transaction"
        : effect == Effect::external     ? "external"
                                         : "external-idempotent"
    );
}

}  // namespace

Outcome run(const Options& options) {
    Outcome outcome;
    std::vector<Subject> subjects = raw_subjects();
    for (Subject& subject : strategy_subjects(options.strategies, options.effect)) {
        subjects.push_back(std::move(subject));
    }
    subjects.push_back(raw_insert_again());
    const std::vector<RunSpec> specs = plan_of(subjects, options.parameters.threads);
    outcome.planned = specs.size();
    const std::unique_ptr<Servers> servers = Servers::open(options.servers, outcome.trouble);
    if (!servers) {
        outcome.interrupted = options.should_stop();
        return outcome;
    }
    outcome.facts = servers->facts();
    describe(outcome.facts, options.effect);
    {
        Runner runner(*servers, options.parameters, options.should_stop);
        Collector collector(runner, outcome.rows);
        register_runs(specs, options, runner);
        benchmark::RunSpecifiedBenchmarks(&collector, ".");
        benchmark::ClearRegisteredBenchmarks();
        outcome.json = collector.json();
        outcome.trouble = runner.trouble();
    }
    outcome.interrupted = options.should_stop();
    outcome.left_behind = servers->clean_up().value_or("");
    return outcome;
}

}  // namespace onceproof::bench
