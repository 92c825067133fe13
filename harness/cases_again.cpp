#include "harness/cases_again.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/timed.hpp"
#include "model/base/random.hpp"
#include "model/explore/draw.hpp"
#include "model/explore/pct.hpp"
#include "model/explore/random.hpp"
#include "model/explore/replay.hpp"
#include "model/explore/timed.hpp"
#include "model/explore/token.hpp"

namespace onceproof::harness {
namespace {

constexpr std::uint64_t runs_of_exhaustive = 100;
constexpr std::size_t steps_max = 10'000;
/// A drawn run meets a fault at every so many-th place where one may strike.
constexpr std::uint64_t fault_one_in = 12;

/// Passes everything on to the world and keeps what was taken since each of the last resets.
class Overheard final : public explore::TransitionSystem {
public:
    Overheard(world::World& world, std::size_t runs_max) : world_(world), runs_max_(runs_max) {}

    [[nodiscard]] std::span<const explore::Option> enabled() const override {
        return world_.enabled();
    }
    void take(std::size_t option) override {
        runs_.back().steps.push_back({world_.enabled()[option], static_cast<std::uint16_t>(option)}
        );
        world_.take(option);
    }
    [[nodiscard]] Fingerprint fingerprint() const override { return world_.fingerprint(); }
    void expect_fingerprints(bool expected) override { world_.expect_fingerprints(expected); }
    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return world_.violations();
    }
    void reset(std::size_t fault_budget) override {
        if (runs_.size() == runs_max_) {
            runs_.erase(runs_.begin());
        }
        runs_.push_back({fault_budget, {}});
        world_.reset(fault_budget);
    }
    [[nodiscard]] explore::Snapshot save() const override { return world_.save(); }
    void restore(const explore::Snapshot& snapshot) override { world_.restore(snapshot); }
    [[nodiscard]] std::string describe(const explore::Option& option) const override {
        return world_.describe(option);
    }

    std::vector<explore::Schedule> take_runs() { return std::exchange(runs_, {}); }

private:
    world::World& world_;
    const std::size_t runs_max_;
    std::vector<explore::Schedule> runs_;
};

/// `percent` of `cases`, at least one and at most all.
std::uint64_t share_of(std::uint64_t cases, double percent) {
    const double share = std::ceil(static_cast<double>(cases) * percent / 100);
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(share), 1, cases);
}

std::vector<CaseAgain> walks(
    world::World& world, const Scenario& scenario, std::uint64_t seed, double percent
) {
    const std::uint64_t count = share_of(scenario.cases, percent);
    explore::SampleRequest request{
        .seed = seed,
        .first = Random(seed).below(scenario.cases - count + 1),
        .cases = count,
        .fault_budget = scenario.fault_budget};
    request.limits.steps_max = steps_max;
    // Measuring how far runs reach comes first, and is not kept.
    Overheard system(world, count);
    if (scenario.mode == Mode::pct) {
        static_cast<void>(explore::pct(system, request, scenario.depth));
    } else {
        static_cast<void>(explore::random_walks(system, request));
    }
    std::vector<CaseAgain> cases;
    for (explore::Schedule& schedule : system.take_runs()) {
        cases.push_back(
            {"walk " + std::to_string(request.first + cases.size()), std::move(schedule)}
        );
    }
    return cases;
}

std::vector<CaseAgain> timed_runs(
    world::World& world, const Scenario& scenario, std::uint64_t seed, double percent
) {
    const std::uint64_t count = share_of(scenario.cases, percent);
    std::vector<std::uint64_t> seeds;
    explore::TimedRequest request{
        .seed = seed,
        .first = Random(seed).below(scenario.cases - count + 1),
        .cases = count,
        .fault_budget = faults_max(scenario),
        .rates = rates_of(world)};
    request.begin_case = [&](std::uint64_t case_seed) {
        world.order_by_time(case_seed);
        seeds.push_back(case_seed);
    };
    request.limits.steps_max = steps_max;
    Overheard system(world, count);
    static_cast<void>(explore::timed_cases(system, request));
    std::vector<CaseAgain> cases;
    for (explore::Schedule& schedule : system.take_runs()) {
        schedule.case_seed = seeds[cases.size()];
        cases.push_back(
            {"timed case " + std::to_string(request.first + cases.size()), std::move(schedule)}
        );
    }
    return cases;
}

explore::Schedule drawn_run(world::World& world, std::size_t fault_budget, std::uint64_t seed) {
    Random random(seed);
    explore::Schedule schedule{fault_budget, {}};
    world.reset(fault_budget);
    for (auto options = world.enabled(); !options.empty() && schedule.steps.size() < steps_max;
         options = world.enabled()) {
        const bool may_strike = std::ranges::any_of(options, explore::is_fault);
        const bool must_strike = std::ranges::none_of(options, explore::is_calm);
        const bool strikes = must_strike || (may_strike && random.below(fault_one_in) == 0);
        const std::size_t index =
            explore::draw_option(options, random, strikes ? explore::is_fault : explore::is_calm);
        schedule.steps.push_back({options[index], static_cast<std::uint16_t>(index)});
        world.take(index);
    }
    return schedule;
}

void add_counterexamples(
    world::World& world, const reports::CellResult& result, std::vector<CaseAgain>& cases
) {
    for (const reports::GuaranteeResult& guarantee : result.guarantees) {
        const explore::DecodedToken decoded = explore::decode(guarantee.token);
        if (decoded.token.has_value()) {
            world.order_by_time(decoded.token->case_seed);
            explore::ReplayResult replayed = explore::replay(
                world,
                {.fault_budget = decoded.token->fault_budget,
                 .deviations = decoded.token->deviations,
                 .guarantee = decoded.token->guarantee,
                 .steps_max = steps_max},
                {}
            );
            replayed.schedule.case_seed = decoded.token->case_seed;
            cases.push_back({guarantee.token, std::move(replayed.schedule)});
        }
    }
}

}  // namespace

std::vector<CaseAgain> draw_cases_again(
    world::World& world,
    const Scenario& scenario,
    const CellIdentity& identity,
    const reports::CellResult& result,
    const CasesRequest& request
) {
    const std::uint64_t seed = case_seed(request.seed, identity.cell);
    if (scenario.mode == Mode::timed) {
        return timed_runs(world, scenario, seed, request.percent);
    }
    world.order_by_time({});
    if (scenario.mode != Mode::exhaustive) {
        return walks(world, scenario, seed, request.percent);
    }
    std::vector<CaseAgain> cases;
    const std::uint64_t count = share_of(runs_of_exhaustive, request.percent);
    for (std::uint64_t index = 0; index < count; ++index) {
        cases.push_back(
            {"drawn run " + std::to_string(index + 1),
             drawn_run(world, scenario.fault_budget, case_seed(seed, index))}
        );
    }
    add_counterexamples(world, result, cases);
    return cases;
}

}  // namespace onceproof::harness
