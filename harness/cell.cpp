#include "harness/cell.hpp"

#include <algorithm>
#include <chrono>

#include "harness/cell_part.hpp"
#include "harness/cell_team.hpp"
#include "harness/coverage.hpp"
#include "harness/covered.hpp"
#include "harness/expectation.hpp"
#include "harness/facts.hpp"
#include "harness/failure.hpp"
#include "harness/judge.hpp"
#include "harness/schema.hpp"
#include "harness/search.hpp"
#include "harness/shard.hpp"
#include "harness/smallest.hpp"
#include "harness/stage.hpp"
#include "harness/timed.hpp"
#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/explore/depth_first.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {
namespace {

using reports::Verdict;

class Run {
public:
    Run(const Cell& cell, const SearchOptions& options)
        : cell_(cell),
          scenario_(*cell.scenario),
          use_(*cell.use),
          options_(options),
          stage_(scenario_, use_),
          world_(stage_.config(), options.restore_by),
          team_(cell, options),
          deadline_(std::chrono::steady_clock::now() + scenario_.time_max) {
        world_.alike().share(team_.merging());
    }

    void tell(reports::CellResult& result) {
        const std::vector<std::uint8_t> guarantees = wanted();
        std::optional<explore::Portion> portion;
        if (cell_.portion) portion.emplace(world_, first_faults_of(*cell_.portion));
        const Searched searched = search(
            world_,
            scenario_,
            {.guarantees = guarantees,
             .identity = identity_of(scenario_, use_),
             .seed = options_.seed,
             .spare = options_.spare,
             .use = &use_,
             .limits = limits(),
             .team = portion ? nullptr : team_.team(),
             .range = cell_.range.value_or(CaseRange{0, scenario_.cases}),
             .portion = portion ? &*portion : nullptr}
        );
        const std::size_t slowest =
            std::max({world_.slowest_recovery(), team_.finish(), searched.slowest_recovery});
        result.faults = fault_counts(scenario_, use_, searched.faults);
        // Of a part it is not known what strikes in the others.
        coverage_ = cell_.is_whole() ? coverage_of(result.faults) : Coverage{};
        result.states = searched.states;
        result.merged = searched.merged;
        result.transitions = searched.transitions;
        result.cases = searched.cases;
        for (const std::string& name : scenario_.guarantees) {
            result.guarantees.push_back(judge(name, searched));
        }
        for (const Recorded& recorded : searched.recorded) {
            result.regress.push_back(told(recorded));
        }
        const std::string recovery = recovery_text(slowest);
        // Of a space that was not seen whole, the slowest is not known.
        const bool whole = searched.ending == explore::Ending::exhausted && cell_.is_whole();
        result.note = note_of(searched.bound, whole ? recovery : "");
        if (!cell_.is_whole()) {
            const CaseRange range = cell_.range.value_or(CaseRange{});
            result.part = part_searched(scenario_, range, guarantees, searched);
            result.part->limit = reason(searched.ending);
            result.part->recovery = slowest;
            result.part->recovery_text = recovery;
        }
        if (portion) keep_states(portion->seen(), result);
        if (options_.on_searched) {
            options_.on_searched(cell_, world_, result);
        }
    }

private:
    [[nodiscard]] explore::Limits limits() const {
        explore::Limits limits = limits_until(deadline_, scenario_, options_.should_stop);
        limits.progress = options_.progress;
        return limits;
    }

    [[nodiscard]] std::vector<std::uint8_t> wanted() const {
        std::vector<std::uint8_t> codes;
        for (const guarantee::Id id : stage_.config().guarantees) {
            if (applies(id)) {
                codes.push_back(static_cast<std::uint8_t>(id));
            }
        }
        return codes;
    }

    void keep_states(const SeenStates& seen, reports::CellResult& result) const {
        ENSURE(options_.keep_states);
        for (std::size_t rule = 0; rule < scenario_.faults.size(); ++rule) {
            result.part->codes.push_back(world_.outcome_of(rule));
        }
        result.part->states = options_.keep_states(cell_, seen);
        if (result.part->states.empty()) result.error = "the states that were seen cannot be kept";
    }

    /// Empty: no retry was needed.
    [[nodiscard]] std::string recovery_text(std::size_t slowest) const {
        if (slowest == 0) return "";
        const bool messages = scenario_.workload.load == "messages";
        return std::string("slowest recovery: the ") + (messages ? "re-drive" : "quiet retry") +
               " after +" + format_duration(scenario_.settle[slowest]);
    }

    [[nodiscard]] bool applies(guarantee::Id id) const {
        switch (id) {
            case guarantee::Id::bound_to_payload:
                return scenario_.workload.other_payload || scenario_.workload.other_order;
            case guarantee::Id::no_stuck_key:
                return !scenario_.settle.empty();
            default:
                return true;
        }
    }

    [[nodiscard]] std::string why(const Searched& searched) const {
        return reason(searched.ending) + ", covered: " +
               (scenario_.mode == Mode::exhaustive
                    ? covered_text(searched.budgets, coverage_.idle.empty())
                    : std::to_string(searched.cases) + " cases");
    }

    [[nodiscard]] std::string reason(explore::Ending ending) const {
        switch (ending) {
            case explore::Ending::states_limit:
                return "the limit of " + std::to_string(scenario_.states_max) +
                       " states (explore.limit.states) was reached";
            case explore::Ending::memory_limit:
                return "the memory limit of " + format_bytes(scenario_.memory_max) +
                       " (explore.limit.memory) was reached";
            case explore::Ending::stopped:
                return options_.should_stop && options_.should_stop()
                           ? "interrupted"
                           : "the limit of " + format_duration(scenario_.time_max) +
                                 " (explore.limit.time) was reached";
            default:
                return "";
        }
    }

    reports::GuaranteeResult judge(const std::string& name, const Searched& searched) {
        const auto info = std::ranges::find(guarantee::all, name, &guarantee::Info::name);
        ENSURE(info != guarantee::all.end());
        const auto code = static_cast<std::uint8_t>(info->id);
        reports::GuaranteeResult result;
        result.guarantee = name;
        const auto found = std::ranges::find_if(searched.found, [&](const explore::Found& one) {
            return one.violation.guarantee == code;
        });
        if (!applies(info->id)) {
            result.verdict = Verdict::not_applicable;
        } else if (found != searched.found.end()) {
            tell_violation(*found, result);
        } else {
            const bool cut = searched.ending != explore::Ending::exhausted;
            judge_unbroken(
                {.cut = cut ? why(searched) : "",
                 .proves = scenario_.mode == Mode::exhaustive && cell_.is_whole(),
                 .coverage = coverage_},
                result
            );
        }
        if (scenario_.mode == Mode::timed && searched.cases > 0 &&
            result.verdict != Verdict::not_applicable) {
            const auto broken = std::ranges::find(searched.broken, code, &FirstBreak::guarantee);
            result.rate =
                rate_of(broken == searched.broken.end() ? 0 : broken->cases, searched.cases);
        }
        compare_with_expectation(result);
        return result;
    }

    void tell_violation(explore::Found found, reports::GuaranteeResult& result) {
        world_.order_by_time(found.schedule.case_seed);
        // In timed order there is no search with one fault less before.
        if (found.schedule.case_seed.has_value()) {
            found.schedule.fault_budget = explore::faults_in(found.schedule);
        }
        const Smallest small = smallest(world_, found, identity_of(scenario_, use_), limits());
        const explore::Found& minimal = small.minimal.found;
        result.verdict = Verdict::violated;
        result.text = minimal.violation.text;
        result.faults = explore::faults_in(minimal.schedule);
        result.steps = minimal.schedule.steps.size();
        result.token = small.token;
        result.fingerprint = fingerprint_of(
            {.strategy = use_.label(), .guarantee = result.guarantee}, minimal.schedule
        );
    }

    [[nodiscard]] reports::RegressResult told(const Recorded& recorded) const {
        const std::string name = guarantee_name(recorded.guarantee);
        const Place& place = recorded.entry->place;
        reports::RegressResult result{
            .token = recorded.entry->token,
            .note = recorded.entry->note,
            .place = place.source == nullptr
                         ? scenario_.file
                         : place.source->file + ":" + std::to_string(place.line),
            .guarantee = name,
            .replayed = reports::Replayed::fixed,
            .text = recorded.text};
        if (recorded.end == explore::ReplayEnd::reproduced) {
            const Expectation* expectation = expectation_for(scenario_, use_, name);
            result.replayed = reports::Replayed::still_fails;
            result.expected = expectation != nullptr && expectation->violated;
        } else if (recorded.end == explore::ReplayEnd::diverged) {
            result.replayed = reports::Replayed::diverged;
            result.expected = false;
        }
        return result;
    }

    void compare_with_expectation(reports::GuaranteeResult& result) const {
        const Expectation* expectation = expectation_for(scenario_, use_, result.guarantee);
        const bool violated = expectation != nullptr && expectation->violated;
        if (result.verdict == Verdict::violated && violated && !expectation->window.empty()) {
            result.window = expectation->window;
            result.window_text = window_text(expectation->window);
        }
        result.expectation = violated ? "violated" : "safe";
        if (expectation != nullptr) {
            result.expectation +=
                " (" + expectation->file + ":" + std::to_string(expectation->line) + ")";
            result.expected_in = expectation->file;
            result.expected_line = expectation->line;
        }
        // That a part does not show what is expected says nothing: another one may.
        result.expected = (!cell_.is_whole() && result.verdict != Verdict::violated) ||
                          is_as_expected(result.verdict, violated, coverage_);
    }

    const Cell& cell_;
    const Scenario& scenario_;
    const StrategyUse& use_;
    const SearchOptions& options_;
    Stage stage_;
    world::World world_;
    CellTeam team_;
    Coverage coverage_;
    std::chrono::steady_clock::time_point deadline_;
};

}  // namespace

reports::CellResult run_cell(const Cell& cell, const SearchOptions& options) {
    reports::CellResult result;
    result.scenario = cell.scenario->id;
    result.title = cell.scenario->title;
    result.file = cell.scenario->file;
    result.strategy = cell.use->label();
    result.point = cell.scenario->point;
    result.claim = claim_of(*cell.scenario, *cell.use);
    result.mode = name_of(cell.scenario->mode);
    result.fault_budget = cell.scenario->mode == Mode::timed ? faults_max(*cell.scenario)
                                                             : cell.scenario->fault_budget;
    const auto start = std::chrono::steady_clock::now();
    try {
        Run(cell, options).tell(result);
    } catch (const fake::UnsupportedSql& unsupported) {
        result.error = unsupported.what();
    } catch (const explore::NotRepeatable& trouble) {
        result.error = std::string("not deterministic: ") + trouble.what();
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace onceproof::harness
