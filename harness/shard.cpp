#include "harness/shard.hpp"

#include <fmt/format.h>

#include "harness/print.hpp"
#include "model/base/ensure.hpp"
#include "model/base/hash.hpp"

namespace onceproof::harness {
namespace {

std::string hexadecimal(std::uint64_t number) {
    return fmt::format("{:016x}", number);
}

std::string name_of(const Cell& cell) {
    return planned_name(cell.scenario->id, cell.use->label(), cell.scenario->point);
}

std::size_t owner_of(const std::string& name, std::size_t count) {
    Hasher hasher;
    hasher.add(std::string_view(name));
    return static_cast<std::size_t>(hasher.finish().low % count) + 1;
}

}  // namespace

std::string planned_name(
    const std::string& scenario,
    const std::string& strategy,
    const std::map<std::string, std::string>& point
) {
    std::string name = scenario + " / " + strategy;
    const char* separator = " (";
    for (const auto& [path, value] : point) {
        name += separator + path + "=" + value;
        separator = ", ";
    }
    return name + (point.empty() ? "" : ")");
}

reports::Shard shard_of(
    std::span<const Cell> cells, const ShardNumber& number, const PlanFacts& facts
) {
    reports::Shard shard{.index = number.index, .count = number.count};
    Hasher plan;
    plan.add(facts.seed);
    plan.add(std::string_view(facts.program));
    const Scenario* last = nullptr;
    for (const Cell& cell : cells) {
        const std::string name = name_of(cell);
        plan.add(std::string_view(name));
        if (cell.scenario != last) {
            plan.add(std::string_view(print(*cell.scenario)));
            last = cell.scenario;
        }
        const bool samples = cell.scenario->mode != Mode::exhaustive;
        const bool divided = samples || (facts.divides && facts.divides(cell));
        plan.add(std::uint64_t{divided});
        shard.cells.push_back(
            {.name = name,
             .shard = divided ? 0 : owner_of(name, number.count),
             .cases = samples ? cell.scenario->cases : 0}
        );
    }
    shard.plan = hexadecimal(plan.finish().low);
    return shard;
}

std::string states_name(const Cell& cell) {
    Hasher hasher;
    hasher.add(std::string_view(name_of(cell)));
    return hexadecimal(hasher.finish().low) + ".states";
}

explore::Portion::IsMine first_faults_of(const ShardNumber& number) {
    return [number](const explore::Option& fault) {
        Hasher hasher;
        for (const std::uint8_t code :
             {fault.actor, fault.operation, fault.object, fault.outcome}) {
            hasher.add(std::uint64_t{code});
        }
        return hasher.finish().low % number.count + 1 == number.index;
    };
}

CaseRange share_of(const reports::PlannedCell& cell, const ShardNumber& number) {
    if (cell.shard > 0) return {0, cell.shard == number.index ? 1U : 0U};
    if (cell.cases == 0) return {0, 1};
    return part_of(cell.cases, number.index, number.count);
}

std::vector<Cell> cells_of(const reports::Shard& shard, std::span<const Cell> cells) {
    ENSURE(shard.cells.size() == cells.size());
    std::vector<Cell> mine;
    for (std::size_t place = 0; place < cells.size(); ++place) {
        const reports::PlannedCell& planned = shard.cells[place];
        const CaseRange share = share_of(planned, {shard.index, shard.count});
        if (share.cases == 0) continue;
        mine.push_back(cells[place]);
        if (planned.shard > 0) continue;
        if (planned.cases > 0) {
            mine.back().range = share;
        } else {
            mine.back().portion = ShardNumber{shard.index, shard.count};
        }
    }
    return mine;
}

}  // namespace onceproof::harness
