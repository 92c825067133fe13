#include "reports/shard_json.hpp"

namespace onceproof::reports {
namespace {

void write_numbers(
    JsonWriter& json, std::string_view name, const std::vector<std::size_t>& numbers
) {
    if (numbers.empty()) return;
    json.key(name);
    json.begin_array();
    for (const std::size_t number : numbers) {
        json.value(number);
    }
    json.end_array();
}

void write_broken(JsonWriter& json, const std::vector<PartBroken>& all) {
    json.key("broken");
    json.begin_array();
    for (const PartBroken& broken : all) {
        json.begin_object();
        json.field("guarantee", broken.guarantee);
        json.field("first", broken.first);
        json.field("transitions", broken.transitions);
        if (broken.cases > 0) json.field("cases", broken.cases);
        if (broken.states > 0) json.field("states", broken.states);
        write_numbers(json, "offered", broken.offered);
        write_numbers(json, "struck", broken.struck);
        json.end_object();
    }
    json.end_array();
}

void write_shard(JsonWriter& json, const Shard& shard) {
    json.key("shard");
    json.begin_object();
    json.field("index", shard.index);
    json.field("count", shard.count);
    json.field("plan", shard.plan);
    json.key("cells");
    json.begin_array();
    for (const PlannedCell& cell : shard.cells) {
        json.begin_object();
        json.field("name", cell.name);
        if (cell.shard > 0) {
            json.field("shard", cell.shard);
        } else if (cell.cases > 0) {
            json.field("cases", cell.cases);
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

void write_shards(JsonWriter& json, const RunRecord& record) {
    if (record.shard.has_value()) write_shard(json, *record.shard);
    if (record.shards > 0) json.field("shards", record.shards);
    write_texts(json, "missing", record.missing);
}

void write_part(JsonWriter& json, const CellPart& part) {
    json.key("part");
    json.begin_object();
    if (part.cases > 0) {
        json.field("first", part.first);
        json.field("cases", part.cases);
    } else {
        json.field("states", part.states);
    }
    json.field("limit", part.limit);
    write_texts(json, "wanted", part.wanted);
    json.field("bound", part.bound);
    json.field("recovery", part.recovery);
    json.field("recovery_text", part.recovery_text);
    write_numbers(json, "codes", part.codes);
    write_broken(json, part.broken);
    json.end_object();
}

}  // namespace onceproof::reports
