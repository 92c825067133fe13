#include "harness/real/real_redis.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "harness/real/redis_call.hpp"
#include "harness/real/redis_contents.hpp"
#include "harness/real/redis_faults.hpp"
#include "harness/real/redis_pair.hpp"
#include "harness/real/request_trap.hpp"
#include "harness/real/time_plan.hpp"
#include "harness/real/ttl_watch.hpp"

namespace onceproof::harness {
namespace {

using backend::RedisKv;
using world::KvCall;
using world::Reach;
using world::StoreEvent;

/// Patience of a client whom nobody will answer, and with a server.
constexpr std::chrono::milliseconds give_up_after{40};
constexpr std::chrono::seconds answer_max{5};

Obstacle failed(const std::string& words) {
    return {.kind = Obstacle::Kind::server_failed, .what = "Redis", .real = words};
}

std::optional<Obstacle> obstacle_of(const RedisPair::Trouble& trouble) {
    return trouble.has_value() ? std::optional(failed(*trouble)) : std::nullopt;
}

/// At least 1 ms; a late one shows in TtlWatch.
Duration ttl_from(TtlWatch::Clock::time_point now, TtlWatch::Clock::time_point end) {
    using std::chrono::milliseconds;
    return std::max(milliseconds(1), std::chrono::ceil<milliseconds>(end - now));
}

class RealRedis final : public RealStore {
public:
    [[nodiscard]] std::string version() const override {
        return used_ ? "Redis " + pair_.version() : std::string();
    }

    std::optional<Obstacle> begin(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    ) override;
    std::optional<Obstacle> play(const StoreEvent& event) override;
    std::optional<Obstacle> compare(const world::StoreContents& contents) override;

private:
    /// A request that its sender has given up, and that will arrive.
    struct Held {
        const KvCall* call;
        std::string request;
        TtlWatch::Clock::time_point due;  ///< when it is to arrive
        TtlWatch::Clock::time_point end;  ///< the key is to end then
    };

    std::optional<Obstacle> play_call(const KvCall& call, const StoreEvent& event);
    std::optional<Obstacle> ask(RedisKv& client, const KvCall& call, const StoreEvent& event);
    std::optional<Obstacle> intercept(const KvCall& call, const StoreEvent& event);
    std::optional<Obstacle> deliver(const KvCall& call, const StoreEvent& event);
    std::optional<Obstacle> give_to_server(
        const KvCall& call, const StoreEvent& event, const Held& held
    );

    [[nodiscard]] std::size_t index_of(const StoreEvent& event) const {
        return static_cast<std::size_t>(&event - log_->events().data());
    }
    [[nodiscard]] TtlWatch::Clock::time_point real_begin(const StoreEvent& event) const {
        return start_ + plan_->real_begin(index_of(event));
    }
    /// When a key is to end to which the command gives a time to live with `event`.
    [[nodiscard]] TtlWatch::Clock::time_point real_end(const KvCall& call, const StoreEvent& event)
        const;
    /// The event with which a request that is held back with `event` arrives; else `event`.
    [[nodiscard]] const StoreEvent& arrival_of(const KvCall& call, const StoreEvent& event) const;

    /// What looks like a difference is none if the run is late, or if the server has died.
    std::optional<Obstacle> sift(std::optional<Obstacle> obstacle, Instant now);

    const world::StoreLog* log_ = nullptr;
    bool used_ = false;
    RedisPair pair_;
    std::optional<TimePlan> plan_;
    std::optional<RedisFaults> faults_;
    TtlWatch watch_;
    TtlWatch::Clock::time_point start_{};  // of the first event
    std::vector<Held> held_;
};

std::optional<Obstacle> RealRedis::begin(
    const world::Config& config, const world::StoreLog& log, const RealTime& time
) {
    log_ = &log;
    held_.clear();
    watch_.clear();
    used_ = std::ranges::any_of(log.events(), [](const StoreEvent& event) {
        return std::holds_alternative<KvCall>(event.what);
    });
    if (!used_) {
        return std::nullopt;
    }
    if (auto obstacle = redis_without_counterpart(log, config.redis.persistence)) {
        return obstacle;
    }
    plan_.emplace(log, time);
    faults_.emplace(pair_, config.redis.persistence, log);
    if (auto obstacle = obstacle_of(pair_.begin())) {
        return obstacle;
    }
    return obstacle_of(faults_->begin());
}

std::optional<Obstacle> RealRedis::play(const StoreEvent& event) {
    if (!used_) {
        return std::nullopt;
    }
    if (&event == log_->events().data()) {
        start_ = TtlWatch::Clock::now();
    }
    if (auto obstacle = obstacle_of(faults_->before(event))) {
        return sift(std::move(obstacle), event.at);
    }
    std::optional<Obstacle> obstacle;
    if (const auto* call = std::get_if<KvCall>(&event.what)) {
        watch_.wait_for_ends(event.at);
        obstacle = play_call(*call, event);
    } else if (const auto* fault = std::get_if<world::StoreFault>(&event.what)) {
        watch_.wait_for_ends(event.at);
        obstacle = obstacle_of(faults_->strike(*fault, event.at));
    } else if (std::holds_alternative<world::FaultsEnd>(event.what)) {
        obstacle = obstacle_of(faults_->end());
    } else {
        return std::nullopt;
    }
    if (!obstacle.has_value()) {
        obstacle = obstacle_of(faults_->behind(event));
    }
    return sift(std::move(obstacle), event.at);
}

std::optional<Obstacle> RealRedis::compare(const world::StoreContents& contents) {
    if (!used_) {
        return std::nullopt;
    }
    if (auto obstacle = obstacle_of(faults_->end())) {
        return obstacle;
    }
    watch_.wait_for_ends(contents.at);
    return sift(compare_keys(pair_.client(), contents.keys), contents.at);
}

std::optional<Obstacle> RealRedis::play_call(const KvCall& call, const StoreEvent& event) {
    const world::Passage& passage = call.passage;
    if (passage.late) {
        return deliver(call, event);
    }
    if (passage.seen.has_value() && passage.seen->kind == ErrorKind::timeout) {
        return intercept(call, event);
    }
    if (passage.reach == Reach::refused && event.fault == world::FaultKind::refused) {
        RedisKv nobody({.socket = pair_.folder() + "/nobody.sock"}, answer_max);
        return ask(nobody, call, event);
    }
    return ask(pair_.client(), call, event);
}

std::optional<Obstacle> RealRedis::ask(
    RedisKv& client, const KvCall& call, const StoreEvent& event
) {
    const auto end = real_end(call, event);
    const auto sent = TtlWatch::Clock::now();
    const KvAnswer answer = send(client, call, ttl_from(sent, end));
    if (ttl_of(call) > Duration{0}) {
        watch_.add({event.at + ttl_of(call), end, sent});
    }
    const auto& seen = call.passage.seen;
    return difference(call, seen.has_value() ? KvAnswer(*seen) : call.result, answer);
}

std::optional<Obstacle> RealRedis::intercept(const KvCall& call, const StoreEvent& event) {
    // A client sends the text of a script by itself if the server does not know it: one request.
    if (!faults_->is_down()) {
        if (auto obstacle = obstacle_of(pair_.load_scripts())) {
            return obstacle;
        }
    }
    const StoreEvent& arrival = arrival_of(call, event);
    const auto due = &arrival == &event ? TtlWatch::Clock::now() : real_begin(arrival);
    Held held{.call = &call, .request = {}, .due = due, .end = real_end(call, arrival)};
    KvAnswer seen = Error{};
    {
        RequestTrap trap(pair_.folder() + "/trap.sock");
        RedisKv client({.socket = trap.path()}, give_up_after);
        seen = send(client, call, ttl_from(held.due, held.end));
        held.request = trap.caught();
    }
    if (auto obstacle = difference(call, *call.passage.seen, seen)) {
        return obstacle;
    }
    if (call.passage.reach == Reach::applied) {
        return give_to_server(call, event, held);
    }
    if (call.passage.reach == Reach::held_back) {
        held_.push_back(std::move(held));
    }
    return std::nullopt;
}

std::optional<Obstacle> RealRedis::deliver(const KvCall& call, const StoreEvent& event) {
    const auto held = std::ranges::find_if(held_, [&](const Held& candidate) {
        return is_same_command(*candidate.call, call);
    });
    if (held == held_.end()) {
        return failed("no request is held back that could arrive now");
    }
    const Held arriving = std::move(*held);
    held_.erase(held);
    return call.passage.reach == Reach::applied ? give_to_server(call, event, arriving)
                                                : std::nullopt;
}

std::optional<Obstacle> RealRedis::give_to_server(
    const KvCall& call, const StoreEvent& event, const Held& held
) {
    if (auto obstacle = obstacle_of(pair_.load_scripts())) {
        return obstacle;
    }
    // The request says how long its key lives, not until when.
    std::this_thread::sleep_until(held.due);
    const auto sent = std::min(held.due, TtlWatch::Clock::now());
    const auto answer = answer_of(pair_.socket(), held.request, answer_max);
    if (!answer.has_value()) {
        return failed("it does not answer");
    }
    if (ttl_of(call) > Duration{0}) {
        watch_.add({event.at + ttl_of(call), held.end, sent});
    }
    return difference(call, call.result, read_answer(*answer, call));
}

TtlWatch::Clock::time_point RealRedis::real_end(const KvCall& call, const StoreEvent& event) const {
    return start_ + plan_->real_end(event.at + ttl_of(call));
}

const StoreEvent& RealRedis::arrival_of(const KvCall& call, const StoreEvent& event) const {
    const std::vector<StoreEvent>& events = log_->events();
    for (auto index = index_of(event) + 1;
         call.passage.reach == Reach::held_back && index < events.size();
         ++index) {
        const auto* later = std::get_if<KvCall>(&events[index].what);
        if (later != nullptr && later->passage.late && is_same_command(*later, call)) {
            return events[index];
        }
    }
    return event;
}

std::optional<Obstacle> RealRedis::sift(std::optional<Obstacle> obstacle, Instant now) {
    if (!watch_.in_time(now)) {
        return Obstacle{
            .kind = Obstacle::Kind::too_slow, .what = "a key ended before its time in the run"};
    }
    const bool differs = obstacle.has_value() && obstacle->kind == Obstacle::Kind::differs;
    if (differs && !faults_->is_down() && !pair_.is_up()) {
        return failed("it has ended" + backend::last_lines(pair_.folder() + "/log", 3));
    }
    return obstacle;
}

}  // namespace

std::unique_ptr<RealStore> real_redis() {
    return std::make_unique<RealRedis>();
}

}  // namespace onceproof::harness
