#include "harness/tracer.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "model/base/text.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {
namespace {

using Entries = std::map<std::pair<std::string, std::string>, world::StoreEntry>;

Entries entries_of(const world::World& world) {
    Entries entries;
    for (const world::StoreEntry& entry : world.stores_now()) {
        entries[{entry.store, entry.name}] = entry;
    }
    return entries;
}

std::string content_of(const world::StoreEntry& entry, Instant now) {
    return entry.content +
           (entry.ends.has_value() ? ", ttl " + format_duration(*entry.ends - now) : "");
}

std::vector<history::Change> differences(
    const Entries& before, const Entries& after, Instant now
) {
    std::vector<history::Change> changes;
    for (const auto& [place, entry] : before) {
        if (!after.contains(place)) {
            changes.push_back({place.first, place.second, std::nullopt});
        }
    }
    for (const auto& [place, entry] : after) {
        const auto old = before.find(place);
        if (old == before.end() || old->second != entry) {
            changes.push_back({place.first, place.second, content_of(entry, now)});
        }
    }
    return changes;
}

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
    Entries before;
    const auto on_step = [&](const explore::ReplayStep& step) {
        std::vector<history::Step> notes = world.take_notes();
        Entries after = entries_of(world);
        if (!notes.empty()) {
            history::Step& first = notes.front();
            first.changes = differences(before, after, world.clock());
            first.decision = world.describe(step.taken.option);
            for (const explore::Violation& violation : step.violations) {
                first.violations.push_back(sentence(violation));
            }
        }
        before = std::move(after);
        std::ranges::move(notes, std::back_inserter(traced.trace.steps));
    };
    traced.result = explore::replay(world, request, on_step);
    world.record(false);
    drop_empty_lanes(traced.trace);
    return traced;
}

}  // namespace onceproof::harness
