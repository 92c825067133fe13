#include "harness/real/chaos_plan.hpp"

#include <algorithm>
#include <chrono>

#include "harness/stage.hpp"
#include "harness/timed.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::FaultRule;
using world::OpCode;
using world::Target;
using namespace std::chrono_literals;

/// How long a "connection refused" lasts.
constexpr Duration refusal = 20ms;

bool reaches(const FaultRule& rule, Target target) {
    return std::ranges::any_of(world::all_points(), [&](OpCode code) {
        return world::target_of(code) == target && world::can_strike(rule.kind, code) &&
               world::filter_matches(rule.at, code);
    });
}

bool strikes_some_operation(const FaultRule& rule) {
    return std::ranges::any_of(world::all_points(), [&](OpCode code) {
        return strikes_operation(rule.kind, code) && world::filter_matches(rule.at, code);
    });
}

/// Adds to the menu, each strike once.
class Cook {
public:
    Cook(ChaosMenu& menu, const Scenario& scenario, const strategy::Info& info)
        : menu_(menu),
          redis_(info.needs_kv),
          database_(info.needs_sql || scenario.workload.effect == Effect::in_transaction),
          mysql_(scenario.service.dialect == "mysql") {}

    void add(const FaultRule& rule) {
        // A deadlock of our making would undo more on MariaDB than a victim's.
        const bool foreign = rule.kind == FaultKind::statement_error && mysql_;
        has_way_ = !foreign && strikes_some_operation(rule);
        if (has_way_) {
            menu_.strikes.push_back(rule);
        }
        at_servers(rule);
        if (!has_way_) {
            menu_.left_out.push_back(
                std::string(world::info_of(rule.kind).name) +
                " (has no way to come about at random here)"
            );
        }
    }

private:
    void at_servers(const FaultRule& rule) {
        using enum FaultKind;
        const Duration time = rule.duration;
        switch (rule.kind) {
            case request_lost:
            case reply_lost:
            case late:
                lost(rule);
                break;
            case refused:
                if (reaches(rule, Target::redis)) {
                    redis({ServerFault::redis_down, refusal, {}}, true);
                }
                if (reaches(rule, Target::database)) {
                    database({ServerFault::database_down, refusal, {}}, true);
                }
                break;
            case connection_killed:
                database({ServerFault::database_kill, {}, {}}, true);
                break;
            case redis_restart:
                redis({ServerFault::redis_restart, {}, {}}, false);
                break;
            case redis_failover:
                redis({ServerFault::redis_failover, {}, {}}, false);
                break;
            case redis_down:
                redis({ServerFault::redis_down, time, {}}, true);
                break;
            case redis_read_only:
                redis({ServerFault::redis_read_only, time, {}}, true);
                break;
            case redis_eviction:
                redis({ServerFault::redis_eviction, {}, rule.key}, false);
                break;
            case database_restart:
                database({ServerFault::database_restart, {}, {}}, true);
                break;
            case database_down:
                database({ServerFault::database_down, time, {}}, true);
                break;
            case clock_step:
                put({ServerFault::clock_step, time, {}});
                break;
            default:
                break;
        }
    }

    void lost(const FaultRule& rule) {
        if (reaches(rule, Target::redis)) {
            if (rule.kind != FaultKind::late) {
                redis({ServerFault::redis_cut, {}, {}}, true);
            }
            redis({ServerFault::redis_pause, {}, {}}, true);
        }
        if (reaches(rule, Target::database)) {
            if (rule.kind != FaultKind::late) {
                database({ServerFault::database_cut, {}, {}}, true);
            }
            database({ServerFault::database_pause, {}, {}}, true);
        }
    }

    void redis(ServerStrike strike, bool fails) {
        has_way_ = true;
        if (redis_) {
            menu_.redis_may_fail = menu_.redis_may_fail || fails;
            put(std::move(strike));
        }
    }

    void database(ServerStrike strike, bool fails) {
        has_way_ = true;
        if (database_) {
            menu_.database_may_fail = menu_.database_may_fail || fails;
            put(std::move(strike));
        }
    }

    void put(ServerStrike strike) {
        has_way_ = true;
        if (std::ranges::find(menu_.servers, strike) == menu_.servers.end()) {
            menu_.servers.push_back(std::move(strike));
        }
    }

    ChaosMenu& menu_;
    bool redis_;
    bool database_;
    bool mysql_;
    bool has_way_ = false;
};

/// Which of the operations that a fault fits it strikes: a handler makes few of one kind.
std::size_t draw_occurrence(const FaultRule& rule, Random& random) {
    const bool one_kind = rule.at.find('.') != std::string::npos;
    if (!one_kind) {
        return random.below(10);
    }
    const std::uint64_t of_ten = random.below(10);
    return of_ten < 7 ? 0 : of_ten < 9 ? 1 : 2;
}

}  // namespace

std::string_view words_for(ServerFault fault) {
    switch (fault) {
        case ServerFault::redis_cut:
            return "redis connections cut";
        case ServerFault::redis_pause:
            return "redis SIGSTOP";
        case ServerFault::redis_restart:
            return "redis SIGKILL and restart";
        case ServerFault::redis_failover:
            return "redis SIGKILL and failover";
        case ServerFault::redis_down:
            return "redis unreachable";
        case ServerFault::redis_read_only:
            return "redis read-only";
        case ServerFault::redis_eviction:
            return "redis key evicted";
        case ServerFault::database_cut:
            return "database connections cut";
        case ServerFault::database_pause:
            return "database SIGSTOP";
        case ServerFault::database_kill:
            return "database connection killed";
        case ServerFault::database_restart:
            return "database SIGKILL and restart";
        case ServerFault::database_down:
            return "database unreachable";
        case ServerFault::clock_step:
            return "clock stepped";
    }
    ENSURE(false);
    return "";
}

bool strikes_redis(ServerFault fault) {
    return fault <= ServerFault::redis_eviction;
}

bool forgets(ServerFault fault) {
    return fault == ServerFault::redis_restart || fault == ServerFault::redis_failover ||
           fault == ServerFault::redis_eviction;
}

bool strikes_operation(FaultKind kind, OpCode code) {
    if (!world::can_strike(kind, code)) {
        return false;
    }
    const Target target = world::target_of(code);
    switch (kind) {
        case FaultKind::request_lost:
        case FaultKind::reply_lost:
        case FaultKind::refused:
            return target == Target::gateway || target == Target::service;
        case FaultKind::late:
            return world::is_call(code);
        case FaultKind::resent:
            return target == Target::gateway || target == Target::redis;
        case FaultKind::connection_killed:
        case FaultKind::lock_timeout:
            return false;
        default:
            return target != Target::broker;
    }
}

ChaosMenu menu_of(const Scenario& scenario, const strategy::Info& info) {
    ChaosMenu menu;
    menu.budget = scenario.mode == Mode::timed ? faults_max(scenario) : scenario.fault_budget;
    Cook cook(menu, scenario, info);
    for (const world::FaultRule& rule : rules_of(scenario.faults)) {
        cook.add(rule);
    }
    return menu;
}

std::vector<PlannedStrike> strikes_of(
    const ChaosMenu& menu, std::uint64_t seed, std::uint64_t number
) {
    Random random(case_seed(seed, number));
    std::vector<PlannedStrike> strikes;
    std::vector<std::size_t> used(menu.strikes.size());
    for (std::size_t slot = 0; slot < menu.budget && !menu.strikes.empty(); ++slot) {
        const bool strikes_here = random.below(2) == 0;
        const std::size_t which = random.below(menu.strikes.size());
        const world::FaultRule& rule = menu.strikes[which];
        const std::size_t occurrence = draw_occurrence(rule, random);
        if (strikes_here && used[which] < rule.max) {
            ++used[which];
            strikes.push_back({rule, occurrence});
        }
    }
    return strikes;
}

ServerPlan::ServerPlan(const ChaosMenu& menu, std::uint64_t seed)
    : strikes_(menu.servers), random_(seed) {
    ENSURE(!strikes_.empty());
}

ServerPlan::Coming ServerPlan::next() {
    const Duration pause = 50ms + Duration(random_.below(Duration(300ms).count()));
    const std::size_t which = random_.below(strikes_.size());
    return {pause, strikes_[which], random_.next()};
}

}  // namespace onceproof::harness
