#include "bench/runner.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "bench/census.hpp"
#include "bench/cpu_time.hpp"

namespace onceproof::bench {

std::string name_of(const RunSpec& spec) {
    return spec.subject->name + "/" + std::string(name_of(spec.database)) + "/" +
           name_of(spec.load);
}

Row row_of(const RunSpec& spec) {
    return {
        .subject = spec.subject->name,
        .database = spec.database,
        .load = spec.load,
        .threads = spec.threads,
        .raw = spec.subject->raw,
        .must_break = spec.subject->must_break && spec.load.repeats > 0};
}

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
        if (!skipped && !is_hopeless(spec.load)) {
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
    offered_ = 0;
    offered_since_ = 0;
    gave_up_ = false;
    problem_.clear();
    if (!trouble_.empty()) {
        halt("a server failed");
    } else if (!should_stop_()) {
        make_ready(spec);
    }
}

void Runner::make_ready(const RunSpec& spec) {
    std::string problem;
    if (!rig_ || !rig_->fits(*spec.subject, spec.database, spec.threads)) {
        rig_.reset();
        rig_ = Rig::build(
            {.servers = servers_,
             .database = spec.database,
             .subject = *spec.subject,
             .number = ++rigs_built_,
             .threads = spec.threads,
             .warm_up = parameters_.warm_up,
             .should_stop = should_stop_},
            problem
        );
    }
    if (rig_ && spec.load.repeats > 0) {
        problem = rig_->have_done(parameters_.done_keys).value_or("");
    }
    if (!problem.empty()) {
        halt(problem);
    } else if (rig_) {
        round_trips_before_ = rig_->round_trips();
        cpu_before_ = cpu_seconds_in(servers_.folders(spec.database));
    }
}

void Runner::call(const RunSpec& spec, std::size_t thread) {
    Worker& worker = rig_->worker(thread);
    Lane& lane = lanes_[thread];
    const bool repeat = is_repeat(spec.load, lane.calls, thread);
    Request request = !repeat                       ? worker.fresh()
                      : spec.load.keys == Keys::hot ? rig_->worker(0).oldest()
                                                    : worker.again();
    const Moment start =
        spec.load.rate > 0 ? wait_until_due(spec.load.rate) : std::chrono::steady_clock::now();
    const Reply reply = worker.handle(*spec.subject, request, !repeat);
    lane.end = std::chrono::steady_clock::now();
    if (lane.calls++ == 0) {
        lane.start = start;
    }
    lane.latencies.record(
        static_cast<std::uint64_t>(std::chrono::nanoseconds(lane.end - start).count())
    );
    lane.put_off += puts_off(reply) ? 1 : 0;
    const std::string wrong = wrong_answer(repeat, request, reply);
    if (!wrong.empty()) {
        halt(wrong);
    }
}

/// Whether the offer has already taken so long that it is above capacity: the rest of it, which may
/// be hours, is not called.
bool Runner::is_hopeless(const Load& load) {
    const Moment::rep since = offered_since_;
    if (load.rate <= 0 || since == 0) {
        return false;
    }
    const auto elapsed =
        std::chrono::steady_clock::now().time_since_epoch() - Moment::duration(since);
    const double offered = std::chrono::duration<double>(parameters_.offered_time).count();
    const bool hopeless = is_above_capacity(
        static_cast<std::uint64_t>(load.rate * offered),
        load.rate,
        std::chrono::duration<double>(elapsed).count()
    );
    if (hopeless) {
        gave_up_ = true;
    }
    return hopeless;
}

/// Takes the next request that is offered, and returns when it is due: at once if it is late.
Runner::Moment Runner::wait_until_due(double rate) {
    Moment::rep since = 0;
    const Moment::rep now = std::chrono::steady_clock::now().time_since_epoch().count();
    // Whoever comes first says when the offer begins.
    if (offered_since_.compare_exchange_strong(since, now)) {
        since = now;
    }
    const auto number = static_cast<double>(offered_++);
    const Moment due =
        Moment(Moment::duration(since)) +
        std::chrono::duration_cast<Moment::duration>(std::chrono::duration<double>(number / rate));
    std::this_thread::sleep_until(due);
    return due;
}

void Runner::conclude(benchmark::State& state, const RunSpec& spec) {
    if (should_stop_() || !trouble_.empty()) {
        return;
    }
    Row row = row_of(spec);
    if (halted_) {
        row.problem = problem();
    } else {
        measure(spec, row);
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

void Runner::measure(const RunSpec& spec, Row& row) {
    const double cpu = cpu_seconds_in(servers_.folders(spec.database)) - cpu_before_;
    Histogram all;
    Moment start = Moment::max();
    Moment end = Moment::min();
    std::uint64_t put_off = 0;
    for (const Lane& lane : lanes_) {
        all.add(lane.latencies);
        if (lane.calls > 0) {
            start = std::min(start, lane.start);
            end = std::max(end, lane.end);
        }
        put_off += lane.put_off;
    }
    const double seconds = std::chrono::duration<double>(end - start).count();
    row.requests = all.count();
    const auto requests = static_cast<double>(row.requests);
    row.put_off = static_cast<double>(put_off) / requests;
    row.per_second = requests / seconds;
    row.above_capacity = gave_up_ || (spec.load.rate > 0 &&
                                      is_above_capacity(row.requests, spec.load.rate, seconds));
    row.p50_ns = static_cast<double>(all.value_at(50));
    row.p90_ns = static_cast<double>(all.value_at(90));
    row.p99_ns = static_cast<double>(all.value_at(99));
    row.p999_ns = static_cast<double>(all.value_at(99.9));
    row.round_trips = static_cast<double>(rig_->round_trips() - round_trips_before_) / requests;
    if (!servers_.folders(spec.database).empty()) {
        row.cpu_seconds = cpu * 1000 / requests;
    }
    row.bytes_per_key = rig_->bytes_per_key();
    const std::pair where(row.database, row.threads);
    if (row.subject == raw_insert_name) {
        raw_inserts_[where] = row.per_second;
    }
    const auto raw = raw_inserts_.find(where);
    if (raw != raw_inserts_.end() && spec.load.rate == 0) {
        row.of_raw_insert = row.per_second / raw->second;
    }
}

void Runner::tell(benchmark::State& state, const Row& row) {
    state.counters["requests_per_second"] = row.per_second;
    if (!row.above_capacity) {
        state.counters["p50_ns"] = row.p50_ns;
        state.counters["p90_ns"] = row.p90_ns;
        state.counters["p99_ns"] = row.p99_ns;
        state.counters["p999_ns"] = row.p999_ns;
    }
    state.counters["put_off_share"] = row.put_off;
    state.counters["round_trips_per_request"] = row.round_trips;
    if (row.cpu_seconds >= 0) {
        state.counters["server_cpu_seconds_per_1000_requests"] = row.cpu_seconds;
    }
    if (row.bytes_per_key >= 0) {
        state.counters["bytes_per_key"] = row.bytes_per_key;
    }
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
