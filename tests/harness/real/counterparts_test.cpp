#include "harness/real/counterparts.hpp"

#include <algorithm>

#include "model/world/fault.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::OpCode;
using world::Target;

bool lists(std::span<const Counterpart> table, std::string_view name) {
    return std::ranges::find(table, name, &Counterpart::simulated) != table.end();
}

/// True if a fault of that kind can strike the store, or an operation that goes to it, and the
/// store sees it.
bool strikes(FaultKind kind, Target target) {
    const auto points = world::all_points();
    const bool some = std::ranges::any_of(points, [&](OpCode code) {
        return world::target_of(code) == target && world::can_strike(kind, code);
    });
    return kind != FaultKind::stall && (some || world::target_of(kind) == target);
}

TEST_CASE("counterparts: every fault of a store is among them", "[real]") {
    for (const world::FaultInfo& fault : world::all_faults()) {
        INFO(fault.name);
        if (strikes(fault.kind, Target::database)) {
            CHECK(lists(database_counterparts(), fault.name));
        }
        if (strikes(fault.kind, Target::redis)) {
            CHECK(lists(redis_counterparts(), fault.name));
        }
        if (strikes(fault.kind, Target::broker)) {
            CHECK(lists(broker_counterparts(), fault.name));
        }
    }
}

}  // namespace
}  // namespace onceproof::harness
