#include "harness/retrace.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using explore::Option;

std::string line_of(const history::Step& step, const std::vector<std::string>& lanes) {
    std::string line = std::to_string(step.at.time_since_epoch().count()) + " us  " +
                       lanes[step.from] + " -> " + lanes[step.to] + ": " + step.text;
    if (!step.fault.empty()) {
        line += "  FAULT " + step.fault;
    }
    for (const history::Change& change : step.changes) {
        line +=
            "\n" + change.store + " " + change.name + " := " + change.content.value_or("(none)");
    }
    return line;
}

std::string words_of(const world::World& world, std::span<const Option> options) {
    std::vector<std::string> words;
    for (const Option& option : options) {
        words.push_back(world.describe(option));
    }
    return words.empty() ? "nothing" : join(words, ", ");
}

/// The options of `some` that are not among `others`.
std::vector<Option> without(std::span<const Option> some, std::span<const Option> others) {
    std::vector<Option> left;
    for (const Option& option : some) {
        if (std::ranges::find(others, option) == others.end()) {
            left.push_back(option);
        }
    }
    return left;
}

/// The first line of each text at which they differ; an end is an empty line.
std::pair<std::string, std::string> first_lines(std::string_view one, std::string_view other) {
    while (!one.empty() || !other.empty()) {
        const std::string_view left = one.substr(0, one.find('\n'));
        const std::string_view right = other.substr(0, other.find('\n'));
        if (left != right) {
            return {std::string(left), std::string(right)};
        }
        one.remove_prefix(std::min(left.size() + 1, one.size()));
        other.remove_prefix(std::min(right.size() + 1, other.size()));
    }
    return {};
}

/// The last step before `step` that was the actor's; 0: none.
std::size_t last_step_of(const SeenRun& run, std::uint8_t actor, std::size_t step) {
    for (std::size_t before = std::min(step - 1, run.steps.size()); before > 0; --before) {
        if (run.steps[before - 1].taken.actor == actor) {
            return before;
        }
    }
    return 0;
}

/// What may come before step `number` differs.
Difference other_options(
    const world::World& world,
    std::size_t number,
    const SeenRun& run,
    std::span<const Option> here,
    std::span<const Option> again
) {
    const std::vector<Option> gone = without(here, again);
    const std::vector<Option> come = without(again, here);
    Difference difference{.step = number, .what = "what may come next"};
    const std::vector<Option>& one = gone.empty() ? come : gone;
    if (one.empty()) {
        difference.what = "the order of what may come next";
        difference.decision = world.describe(here.front());
        difference.here = words_of(world, here);
        difference.again = words_of(world, again);
        return difference;
    }
    difference.decision = world.describe(one.front());
    difference.here = words_of(world, gone);
    difference.again = words_of(world, come);
    difference.behind = last_step_of(run, one.front().actor, number);
    return difference;
}

std::string text_of(const Fingerprint& print) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::uint64_t half : {print.high, print.low}) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            text += digits[(half >> static_cast<unsigned>(shift)) & 15U];
        }
    }
    return text;
}

std::span<const Option> before(const SeenRun& run, std::size_t step) {
    return step < run.steps.size() ? run.steps[step].enabled : run.rest;
}

}  // namespace

SeenRun retrace(world::World& world, const explore::Schedule& schedule) {
    SeenRun run{.fault_budget = schedule.fault_budget, .case_seed = schedule.case_seed};
    const std::vector<std::string> lanes = world.lanes();
    world.order_by_time(schedule.case_seed);
    world.reset(schedule.fault_budget);
    world.record(true);
    for (const explore::Taken& taken : schedule.steps) {
        const std::span<const Option> enabled = world.enabled();
        const auto place = std::ranges::find(enabled, taken.option);
        if (place == enabled.end()) {
            break;
        }
        SeenStep seen{.taken = taken.option, .enabled = {enabled.begin(), enabled.end()}};
        world.take(static_cast<std::size_t>(place - enabled.begin()));
        for (const history::Step& note : world.take_notes()) {
            seen.happened += line_of(note, lanes) + "\n";
        }
        for (const explore::Violation& violation : world.violations()) {
            seen.happened += "VIOLATION " + violation.text + "\n";
        }
        seen.state = world.fingerprint();
        run.steps.push_back(std::move(seen));
    }
    world.record(false);
    const std::span<const Option> rest = world.enabled();
    run.rest.assign(rest.begin(), rest.end());
    return run;
}

explore::Schedule schedule_of(const SeenRun& run) {
    explore::Schedule schedule{run.fault_budget, {}, run.case_seed};
    for (const SeenStep& step : run.steps) {
        schedule.steps.push_back({step.taken, 0});
    }
    return schedule;
}

std::optional<Difference> difference(
    const world::World& world, const SeenRun& here, const SeenRun& again
) {
    for (std::size_t step = 0; step <= here.steps.size(); ++step) {
        if (!std::ranges::equal(before(here, step), before(again, step))) {
            return other_options(world, step + 1, here, before(here, step), before(again, step));
        }
        if (step >= here.steps.size() || step >= again.steps.size()) {
            break;
        }
        const SeenStep& one = here.steps[step];
        const SeenStep& other = again.steps[step];
        if (one == other) {
            continue;
        }
        Difference difference{.step = step + 1, .decision = world.describe(one.taken)};
        difference.behind = last_step_of(here, one.taken.actor, step + 1);
        if (one.happened != other.happened) {
            difference.what = "what happened";
            std::tie(difference.here, difference.again) = first_lines(one.happened, other.happened);
        } else {
            difference.what = "the state behind it";
            difference.here = text_of(one.state);
            difference.again = text_of(other.state);
        }
        return difference;
    }
    return std::nullopt;
}

std::optional<Difference> left_schedule(
    const world::World& world, const SeenRun& run, const explore::Schedule& schedule
) {
    if (run.steps.size() == schedule.steps.size()) {
        return std::nullopt;
    }
    const Option wanted = schedule.steps[run.steps.size()].option;
    const std::array only{wanted};
    return Difference{
        .step = run.steps.size() + 1,
        .decision = world.describe(wanted),
        .what = "what may come next",
        .here = words_of(world, only),
        .again = words_of(world, without(run.rest, only)),
        .behind = last_step_of(run, wanted.actor, run.steps.size() + 1)};
}

}  // namespace onceproof::harness
