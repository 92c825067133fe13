#include <nlohmann/json.hpp>

#include "reports/shard_json.hpp"

namespace onceproof::reports {

using Json = nlohmann::json;

CellPart read_part(const Json& json) {
    CellPart part;
    part.first = json.value("first", std::uint64_t{0});
    part.cases = json.value("cases", std::uint64_t{0});
    part.states = json.value("states", "");
    json.at("limit").get_to(part.limit);
    part.wanted = json.value("wanted", part.wanted);
    json.at("bound").get_to(part.bound);
    json.at("recovery").get_to(part.recovery);
    json.at("recovery_text").get_to(part.recovery_text);
    part.codes = json.value("codes", part.codes);
    for (const Json& broken : json.at("broken")) {
        part.broken.push_back(
            {.guarantee = broken.at("guarantee"),
             .first = broken.at("first"),
             .transitions = broken.at("transitions"),
             .cases = broken.value("cases", std::uint64_t{0}),
             .states = broken.value("states", std::uint64_t{0}),
             .offered = broken.value("offered", std::vector<std::size_t>{}),
             .struck = broken.value("struck", std::vector<std::size_t>{})}
        );
    }
    return part;
}

void read_shards(const Json& manifest, RunRecord& record) {
    record.shards = manifest.value("shards", std::size_t{0});
    record.missing = manifest.value("missing", record.missing);
    if (!manifest.contains("shard")) return;
    const Json& json = manifest.at("shard");
    Shard shard{.index = json.at("index"), .count = json.at("count"), .plan = json.at("plan")};
    for (const Json& cell : json.at("cells")) {
        shard.cells.push_back(
            {.name = cell.at("name"),
             .shard = cell.value("shard", std::size_t{0}),
             .cases = cell.value("cases", std::uint64_t{0})}
        );
    }
    record.shard = std::move(shard);
}

}  // namespace onceproof::reports
