#include "harness/real/chaos.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "harness/real/chaos_books.hpp"
#include "harness/real/chaos_house.hpp"
#include "harness/real/chaos_scale.hpp"
#include "harness/real/chaos_striker.hpp"
#include "harness/stage.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t sample = 500;  // requests on which nothing happened, kept whole
constexpr std::size_t retries_max = 3000;
constexpr auto glance = 50ms;

/// Every duration shortened; one key with its callers: every request has keys of its own.
Scenario shortened_scenario(const Scenario& scenario, std::int64_t factor) {
    Scenario short_one = shortened(scenario, factor);
    short_one.workload.keys = 1;
    return short_one;
}

StrategyUse shortened_use(const StrategyUse& use, std::int64_t factor) {
    const strategy::Info* const info = strategy::find(use.name);
    ENSURE(info != nullptr);
    StrategyUse short_one = use;
    for (auto& [name, value] : shortened(*info, options_of(*info, use), factor)) {
        short_one.options[name] = value;
    }
    return short_one;
}

class ChaosRun {
public:
    ChaosRun(const Cell& cell, const ChaosSettings& settings)
        : settings_(settings),
          scale_(chaos_scale(
              *cell.scenario,
              options_of(*strategy::find(cell.use->name), *cell.use),
              settings.factor
          )),
          scenario_(shortened_scenario(*cell.scenario, scale_.factor)),
          use_(shortened_use(*cell.use, scale_.factor)),
          menu_(menu_of(scenario_, *strategy::find(use_.name))),
          house_(scenario_, use_, menu_, scale_.slack),
          events_(Clock::now()),
          books_(
              house_.effects_are_rows() ? ChaosBooks::Effects::in_table : ChaosBooks::Effects::told,
              sample
          ) {}

    ChaosResult all() {
        result_.factor = scale_.factor;
        result_.left_out = menu_.left_out;
        result_.budget = menu_.budget;
        tell("starting servers");
        result_.trouble = house_.start().value_or("");
        result_.servers = house_.servers();
        if (result_.trouble.empty()) {
            chaos();
        }
        if (result_.trouble.empty()) {
            settle();
        }
        house_.close_desks();
        count();
        return std::move(result_);
    }

private:
    void chaos() {
        auto& desks = house_.open_desks(settings_.desks, settings_.seed, events_);
        result_.desks = desks.size();
        const auto start = Clock::now();
        std::atomic<bool> over{false};
        std::vector<std::map<std::string, std::size_t>> struck(desks.size());
        {
            std::vector<std::jthread> callers;
            std::optional<ChaosStriker> striker;
            if (!menu_.servers.empty()) {
                striker.emplace(house_.targets(), menu_, settings_.seed, events_);
            }
            for (std::size_t desk = 0; desk < desks.size(); ++desk) {
                callers.emplace_back([&, desk] {
                    while (!over) {
                        books_.add(desks[desk]->serve(++number_, struck[desk]));
                    }
                });
            }
            while (Clock::now() - start < settings_.duration && !stopped() &&
                   (!striker.has_value() || striker->trouble().empty())) {
                std::this_thread::sleep_for(glance);
                tell("chaos");
            }
            over = true;
            // Servers come back before the last callers are waited for.
            if (striker.has_value()) {
                striker->stop();
                result_.trouble = striker->trouble();
                result_.faults = striker->counts();
            }
        }
        result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
        for (const auto& counts : struck) {
            for (const auto& [kind, count] : counts) {
                result_.faults[kind] += count;
            }
        }
        house_.set_clock_right();
    }

    void settle() {
        auto& desks = house_.open_desks(settings_.desks, settings_.seed, events_);
        const auto start = Clock::now();
        read_rows(-1, events_.now());
        const std::vector<RequestLog*> logs = books_.to_retry(retries_max);
        result_.retried = logs.size();
        for (const Duration horizon : house_.config().horizons) {
            if (horizon > settings_.settle_max || (horizon > Duration{0} && stopped())) {
                result_.horizons_left_out.push_back(horizon);
                continue;
            }
            while (Clock::now() - start < horizon && !stopped()) {
                std::this_thread::sleep_for(glance);
                tell("quiet retries");
            }
            const auto number = static_cast<int>(result_.horizons.size());
            const Duration begin = events_.now();
            result_.horizons.push_back(horizon);
            retry_all(desks, logs, number);
            read_rows(number, begin);
        }
    }

    static void retry_all(
        std::vector<std::unique_ptr<Desk>>& desks, const std::vector<RequestLog*>& logs, int horizon
    ) {
        std::atomic<std::size_t> next{0};
        std::vector<std::jthread> callers;
        callers.reserve(desks.size());
        for (const std::unique_ptr<Desk>& desk : desks) {
            callers.emplace_back([&] {
                for (std::size_t at = next++; at < logs.size(); at = next++) {
                    desk->retry(*logs[at], horizon);
                }
            });
        }
    }

    /// Reads what the strategy has written into the effects' table since the last time; none of it
    /// is older than `begin`.
    void read_rows(int horizon, Duration begin) {
        if (!house_.effects_are_rows() || !result_.trouble.empty()) {
            return;
        }
        const std::optional<Rows> rows = house_.effect_rows(books_.last_row());
        if (rows.has_value()) {
            books_.add_rows(*rows, horizon, begin);
        } else {
            result_.trouble = "the database does not tell its effects";
        }
    }

    void count() {
        result_.requests = books_.requests();
        result_.attempts = books_.attempts();
        result_.effects = books_.effects();
        result_.events = events_.all();
        const bool blind = !result_.trouble.empty() && house_.effects_are_rows();
        const auto ledger = blind ? std::nullopt : house_.ledger();
        if (!ledger.has_value()) {
            return;
        }
        result_.ledger = *ledger;
        Tally tally(
            {.guarantees = house_.config().guarantees,
             .budget = menu_.budget,
             .horizons = result_.horizons,
             .all_horizons = result_.horizons_left_out.empty() && result_.trouble.empty()}
        );
        books_.judge_all(tally);
        result_.guarantees = tally.counts();
        result_.beyond = books_.beyond(tally.terms());
    }

    [[nodiscard]] bool stopped() const { return settings_.should_stop && settings_.should_stop(); }

    void tell(const char* stage) {
        if (settings_.progress) {
            settings_.progress({stage, number_, events_.count()});
        }
    }

    const ChaosSettings& settings_;
    ChaosScale scale_;
    Scenario scenario_;
    StrategyUse use_;
    ChaosMenu menu_;
    ChaosHouse house_;
    ServerEvents events_;
    ChaosBooks books_;
    std::atomic<std::uint64_t> number_{0};
    ChaosResult result_;
};

}  // namespace

std::string why_no_chaos(const Cell& cell) {
    const Workload& workload = cell.scenario->workload;
    const strategy::Info* const info = strategy::find(cell.use->name);
    ENSURE(info != nullptr);
    const bool messages = workload.load == "messages" || workload.consumers > 0;
    return messages || workload.relays > 0 || info->needs_broker ? "needs a broker: not run" : "";
}

ChaosResult run_chaos(const Cell& cell, const ChaosSettings& settings) {
    ChaosResult result;
    result.not_run = why_no_chaos(cell);
    return result.not_run.empty() ? ChaosRun(cell, settings).all() : result;
}

}  // namespace onceproof::harness
