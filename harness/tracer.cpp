#include "harness/tracer.hpp"

#include <algorithm>
#include <utility>

#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {
namespace {

std::string sentence(const explore::Violation& violation) {
    const auto& info = guarantee::all[violation.guarantee - 1U];
    return std::string(info.name) + ": " + violation.text;
}

/// Renumbers the lanes so that only those with something on them are left.
void drop_empty_lanes(history::Trace& trace) {
    std::vector<bool> used(trace.lanes.size(), false);
    for (const history::Step& step : trace.steps) {
        used[step.from] = true;
        used[step.to] = true;
    }
    std::vector<std::size_t> number(trace.lanes.size(), 0);
    std::vector<std::string> lanes;
    for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
        number[lane] = lanes.size();
        if (used[lane]) {
            lanes.push_back(trace.lanes[lane]);
        }
    }
    for (history::Step& step : trace.steps) {
        step.from = number[step.from];
        step.to = number[step.to];
    }
    trace.lanes = std::move(lanes);
}

}  // namespace

TracedReplay trace(world::World& world, const explore::ReplayRequest& request) {
    TracedReplay traced;
    traced.trace.lanes = world.lanes();
    world.record(true);
    const auto on_step = [&](const explore::ReplayStep& step) {
        std::vector<history::Step> notes = world.take_notes();
        if (!notes.empty()) {
            history::Step& first = notes.front();
            first.decision = world.describe(step.taken.option);
            for (const explore::Violation& violation : step.violations) {
                first.violations.push_back(sentence(violation));
            }
        }
        traced.numbers.insert(traced.numbers.end(), notes.size(), step.number);
        std::ranges::move(notes, std::back_inserter(traced.trace.steps));
    };
    traced.result = explore::replay(world, request, on_step);
    world.record(false);
    drop_empty_lanes(traced.trace);
    return traced;
}

}  // namespace onceproof::harness
