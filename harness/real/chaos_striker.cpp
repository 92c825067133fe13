#include "harness/real/chaos_striker.hpp"

#include <chrono>
#include <condition_variable>
#include <thread>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

/// After a server has come back, its service gets some time to go on before the next fault.
constexpr Duration rest_after_restart = 300ms;

/// Longer than a driver waits.
Duration longer_than(Duration patience) {
    return patience + patience / 4;
}

}  // namespace

ChaosStriker::ChaosStriker(
    Targets targets, const ChaosMenu& menu, std::uint64_t seed, ServerEvents& events
)
    : targets_(targets), plan_(menu, seed), events_(events) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void ChaosStriker::stop() {
    thread_.request_stop();
    if (thread_.joinable()) {
        thread_.join();
    }
}

std::string ChaosStriker::trouble() const {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

std::map<std::string, std::size_t> ChaosStriker::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

void ChaosStriker::run(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any woken;
    Duration rest{0};
    while (!stop.stop_requested() && trouble().empty()) {
        const ServerPlan::Coming coming = plan_.next();
        std::unique_lock lock(mutex);
        woken.wait_for(lock, stop, coming.pause + rest, [] { return false; });
        if (stop.stop_requested()) {
            return;
        }
        const ServerFault fault = coming.strike.fault;
        events_.begin(fault);
        std::string text = strike(coming);
        {
            const std::lock_guard counting(mutex_);
            counts_[std::string(words_for(fault))] += text.empty() ? 0 : 1;
        }
        events_.end(std::move(text));
        rest = fault == ServerFault::database_restart || fault == ServerFault::redis_failover
                   ? rest_after_restart
                   : Duration{0};
    }
}

/// What happened, in words; empty: nothing could be struck.
std::string ChaosStriker::strike(const ServerPlan::Coming& coming) {
    if (coming.strike.fault == ServerFault::clock_step) {
        if (targets_.clock_ahead_us->exchange(coming.strike.duration.count()) != 0) {
            return "";
        }
        return "clock of the last instance " + format_duration(coming.strike.duration) + " ahead";
    }
    return strikes_redis(coming.strike.fault) ? strike_redis(coming) : strike_database(coming);
}

std::string ChaosStriker::keep(std::optional<std::string> trouble, std::string text) {
    const std::lock_guard lock(mutex_);
    if (trouble.has_value() && trouble_.empty()) {
        trouble_ = *trouble;
    }
    return text;
}

std::string ChaosStriker::strike_redis(const ServerPlan::Coming& coming) {
    ENSURE(targets_.redis != nullptr);
    ChaosRedis& redis = *targets_.redis;
    const ServerFault fault = coming.strike.fault;
    std::string text(words_for(fault));
    switch (fault) {
        case ServerFault::redis_cut:
            redis.cut();
            return text;
        case ServerFault::redis_pause: {
            const Duration time = longer_than(targets_.redis_patience);
            redis.pause();
            std::this_thread::sleep_for(time);
            redis.resume();
            return text + " for " + format_duration(time);
        }
        case ServerFault::redis_restart:
            return keep(redis.restart(), std::move(text));
        case ServerFault::redis_failover: {
            const auto lag = std::chrono::milliseconds(5 + coming.draw % 45);
            std::optional<std::string> trouble = redis.fail_over(lag);
            return keep(
                std::move(trouble),
                text + ", the newest writes of " + format_duration(lag) + " lost"
            );
        }
        case ServerFault::redis_down:
            redis.refuse();
            std::this_thread::sleep_for(coming.strike.duration);
            redis.accept();
            return text + " for " + format_duration(coming.strike.duration);
        case ServerFault::redis_read_only:
            redis.read_only(true);
            std::this_thread::sleep_for(coming.strike.duration);
            redis.read_only(false);
            return text + " for " + format_duration(coming.strike.duration);
        default: {
            ENSURE(fault == ServerFault::redis_eviction);
            const std::string key = redis.evict(coming.strike.key, coming.draw);
            return key.empty() ? "" : text + ": " + key;
        }
    }
}

std::string ChaosStriker::strike_database(const ServerPlan::Coming& coming) {
    ENSURE(targets_.database != nullptr);
    ChaosDatabase& database = *targets_.database;
    const ServerFault fault = coming.strike.fault;
    std::string text(words_for(fault));
    switch (fault) {
        case ServerFault::database_cut:
            database.cut();
            return text;
        case ServerFault::database_pause: {
            // Its clients' patience ends first: what they have sent is carried out afterwards.
            const Duration time = targets_.database_patience;
            database.pause();
            std::this_thread::sleep_for(time);
            database.refuse();
            database.resume();
            database.accept();
            return text + " for " + format_duration(time) + ", connections cut";
        }
        case ServerFault::database_kill:
            return database.kill_one() ? text : "";
        case ServerFault::database_restart:
            return keep(database.restart(), std::move(text));
        default:
            ENSURE(fault == ServerFault::database_down);
            database.refuse();
            std::this_thread::sleep_for(coming.strike.duration);
            database.accept();
            return text + " for " + format_duration(coming.strike.duration);
    }
}

}  // namespace onceproof::harness
