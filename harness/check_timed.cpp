#include <algorithm>
#include <array>

#include "harness/decode_parts.hpp"

namespace onceproof::harness {
namespace {

/// Where `explore.mode` stands, or else the file.
Place place_of_mode(const Source& source) {
    const Entry* section = source.root.find("explore");
    const Table* explore = section != nullptr ? section->value.as<Table>() : nullptr;
    const Entry* mode = explore != nullptr ? explore->find("mode") : nullptr;
    return mode != nullptr ? mode->value.place : Place{};
}

}  // namespace

void check_timed(const Source& source, const Scenario& scenario) {
    if (scenario.mode != Mode::timed) {
        return;
    }
    const Latencies& latency = scenario.latency;
    const std::array all{
        &latency.network, &latency.redis, &latency.database, &latency.gateway, &latency.broker};
    if (std::ranges::all_of(all, [](const Latency* one) { return *one == Latency{}; })) {
        source.problems.add(
            place_of_mode(source),
            "timed order without any latency: nothing takes time",
            "write: [latency] network, redis, database, gateway, broker"
        );
    }
    for (const Node* fault : tables_of(source, "fault")) {
        const auto& table = *fault->as<Table>();
        if (table.find("rate") == nullptr) {
            const Entry* kind = table.find("kind");
            source.problems.add(
                kind != nullptr ? kind->value.place : fault->place,
                "in timed order a fault without \"rate\" never strikes",
                "write: rate = 0.01, a probability per call, or per run where it comes by itself"
            );
        }
    }
}

}  // namespace onceproof::harness
