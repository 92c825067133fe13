#include "bench/runner.hpp"

#include <algorithm>
#include <utility>

#include "bench/census.hpp"

namespace onceproof::bench {

Runner::Runner(Servers& servers, Parameters parameters, std::function<bool()> should_stop)
    : servers_(servers), parameters_(std::move(parameters)), should_stop_(std::move(should_stop)) {}

void Runner::run(benchmark::State& state, const RunSpec& spec) {
    const auto thread = static_cast<std::size_t>(state.thread_index());
    if (thread == 0) {
        // The loop begins when all threads are there: the others see what is made here.
        prepare(spec);
    }
    bool skipped = false;
    for (auto iteration : state) {
        static_cast<void>(iteration);
        // Threads wait for each other at the loop's end, so nobody leaves it early.
        skipped = skipped || halted();
        if (!skipped) {
            call(spec, thread);
        }
    }
    if (skipped) {
        state.SkipWithError(problem().c_str());
    }
    if (thread == 0) {
        conclude(state, spec);
    }
}

void Runner::prepare(const RunSpec& spec) {
    lanes_ = std::vector<Lane>(spec.threads);
    row_.reset();
    halted_ = false;
    problem_.clear();
    if (!trouble_.empty()) {
        halt("a server failed");
    } else if (!should_stop_()) {
        make_ready(spec);
    }
}

void Runner::make_ready(const RunSpec& spec) {
    std::string problem;
    const bool fits = rig_ && &rig_->subject() == spec.subject && rig_->threads() == spec.threads;
    if (!fits) {
        rig_.reset();
        rig_ = Rig::build(
            {.servers = servers_,
             .subject = *spec.subject,
             .number = ++rigs_built_,
             .threads = spec.threads,
             .warm_up = parameters_.warm_up,
             .should_stop = should_stop_},
            problem
        );
    }
    if (rig_ && spec.stream == Stream::duplicate) {
        problem = rig_->have_done(parameters_.done_keys).value_or("");
    }
    if (!problem.empty()) {
        halt(problem);
    } else if (rig_) {
        round_trips_before_ = rig_->round_trips();
    }
}

void Runner::call(const RunSpec& spec, std::size_t thread) {
    Worker& worker = rig_->worker(thread);
    Lane& lane = lanes_[thread];
    const Request request = spec.stream == Stream::first ? worker.fresh() : worker.again();
    const Moment start = std::chrono::steady_clock::now();
    const Reply reply = worker.handle(*spec.subject->strategy, request);
    lane.end = std::chrono::steady_clock::now();
    if (lane.latencies.count() == 0) {
        lane.start = start;
    }
    lane.latencies.record(
        static_cast<std::uint64_t>(std::chrono::nanoseconds(lane.end - start).count())
    );
    const std::string wrong = wrong_answer(spec.stream, request, reply);
    if (!wrong.empty()) {
        halt(wrong);
    }
}

void Runner::conclude(benchmark::State& state, const RunSpec& spec) {
    if (should_stop_() || !trouble_.empty()) {
        return;
    }
    Row row{
        .subject = spec.subject->name,
        .stream = spec.stream,
        .threads = spec.threads,
        .raw = spec.subject->raw,
        .must_break = spec.subject->must_break && spec.stream == Stream::duplicate};
    if (halted_) {
        row.problem = problem();
    } else {
        measure(row);
        const std::optional<std::string> broken = rig_->broken();
        row.problem = broken.value_or("the data could not be checked");
        row.broke = broken.has_value() && !broken->empty();
    }
    if (!row.problem.empty() && !row.broke) {
        trouble_ = servers_.unreachable().value_or("");
        // What is left of it would only give the same answers again.
        rig_.reset();
    }
    if (!trouble_.empty()) {
        state.SkipWithError(trouble_.c_str());
        return;
    }
    if (row.problem.empty()) {
        tell(state, row);
    } else {
        state.SkipWithError(row.problem.c_str());
    }
    row_ = std::move(row);
}

void Runner::measure(Row& row) {
    Histogram all;
    Moment start = Moment::max();
    Moment end = Moment::min();
    for (const Lane& lane : lanes_) {
        all.add(lane.latencies);
        start = std::min(start, lane.start);
        end = std::max(end, lane.end);
    }
    const double seconds = std::chrono::duration<double>(end - start).count();
    row.requests = all.count();
    row.per_second = static_cast<double>(row.requests) / seconds;
    row.p50_ns = static_cast<double>(all.value_at(50));
    row.p99_ns = static_cast<double>(all.value_at(99));
    row.round_trips = static_cast<double>(rig_->round_trips() - round_trips_before_) /
                      static_cast<double>(row.requests);
    if (row.subject == raw_insert_name) {
        raw_inserts_[row.threads] = row.per_second;
    }
    const auto raw = raw_inserts_.find(row.threads);
    row.of_raw_insert = raw == raw_inserts_.end() ? 0 : row.per_second / raw->second;
}

void Runner::tell(benchmark::State& state, const Row& row) {
    state.counters["requests_per_second"] = row.per_second;
    state.counters["p50_ns"] = row.p50_ns;
    state.counters["p99_ns"] = row.p99_ns;
    state.counters["round_trips_per_request"] = row.round_trips;
    if (row.of_raw_insert > 0) {
        state.counters["of_raw_insert"] = row.of_raw_insert;
    }
}

std::optional<Row> Runner::take_row() {
    return std::exchange(row_, std::nullopt);
}

void Runner::halt(const std::string& why) {
    const std::lock_guard lock(problem_mutex_);
    if (problem_.empty()) {
        problem_ = why;
    }
    halted_ = true;
}

bool Runner::halted() const {
    return halted_.load(std::memory_order_relaxed) || should_stop_();
}

std::string Runner::problem() const {
    const std::lock_guard lock(problem_mutex_);
    return problem_.empty() ? "stopped" : problem_;
}

}  // namespace onceproof::bench
