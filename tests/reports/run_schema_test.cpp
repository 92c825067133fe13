#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/run_json.hpp"
#include "tests/reports/example_failures.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;

/// As much of JSON-Schema as docs/run.schema.json uses. Keeps what it has seen of the schema.
class Validator {
public:
    explicit Validator(Json schema) : schema_(std::move(schema)) {}

    std::string check(const Json& value) { return check(schema_, value, "$"); }

    /// Properties of the schema that no value had.
    [[nodiscard]] std::vector<std::string> unused() const {
        std::vector<std::string> names;
        collect(schema_, names);
        std::erase_if(names, [&](const std::string& name) { return seen_.contains(name); });
        return names;
    }

private:
    std::string check(const Json& schema, const Json& value, const std::string& place) {
        if (schema.contains("$ref")) {
            const std::string name = schema["$ref"].get<std::string>().substr(14);
            return check(schema_["definitions"].at(name), value, place);
        }
        if (schema.contains("enum")) {
            const bool known = std::ranges::find(schema["enum"], value) != schema["enum"].end();
            return known ? "" : place + ": not one of the values";
        }
        const std::string type = schema.at("type");
        const bool fits = type == "object"    ? value.is_object()
                          : type == "array"   ? value.is_array()
                          : type == "string"  ? value.is_string()
                          : type == "boolean" ? value.is_boolean()
                          : type == "integer" ? value.is_number_unsigned()
                                              : value.is_number();
        if (!fits) return place + ": not of type " + type;
        if (type == "array") return check_items(schema["items"], value, place);
        return type == "object" ? check_object(schema, value, place) : "";
    }

    std::string check_items(const Json& schema, const Json& values, const std::string& place) {
        for (const Json& value : values) {
            if (std::string wrong = check(schema, value, place + "[]"); !wrong.empty())
                return wrong;
        }
        return "";
    }

    std::string check_object(const Json& schema, const Json& value, const std::string& place) {
        for (const Json& name : schema.value("required", Json::array())) {
            if (!value.contains(name.get<std::string>())) return place + ": no " + name.dump();
        }
        for (const auto& [name, part] : value.items()) {
            const Json properties = schema.value("properties", Json::object());
            const bool known = properties.contains(name);
            if (!known && schema["additionalProperties"] == false) {
                return place + ": unknown " + name;
            }
            seen_.insert(name);
            const Json& inner = known ? properties[name] : schema["additionalProperties"];
            if (std::string wrong = check(inner, part, place + "." + name); !wrong.empty()) {
                return wrong;
            }
        }
        return "";
    }

    static void collect(const Json& schema, std::vector<std::string>& names) {
        for (const auto& [key, part] : schema.items()) {
            if (key == "properties") {
                for (const auto& [name, ignored] : part.items())
                    names.push_back(name);
            }
            if (part.is_structured()) collect(part, names);
        }
    }

    Json schema_;
    std::set<std::string> seen_;
};

Validator validator() {
    std::ifstream stream("docs/run.schema.json");
    return Validator(Json::parse(stream));
}

/// The example run with every part that a run may have.
RunRecord full_record() {
    RunRecord record = example_failures();
    record.cells[0].claim = {1, "it never repeats", true, {"single_effect"}};
    record.cells[0].regress = {{"op1-D", "n", "p", "g", Replayed::fixed, "", true}};
    record.cells[1].guarantees[0].window = "Z1";
    record.cells[1].guarantees[0].window_text = "nobody can tell";
    record.cells[1].guarantees[0].rate = Rate{5000, 123, 0.0206, 0.0293};
    record.determinism.percent = 1;
    record.determinism.differences.emplace_back();
    record.cells[1].guarantees[0].on_real = RealCheck{OnReal::confirmed, "as in the simulation"};
    record.real = {.versions = {"PostgreSQL 15"}, .trouble = "none"};
    record.environment = {{"system", "Linux"}};
    record.cells[0].faults = {{.kind = "reply-lost", .at = "kv", .offered = 7, .struck = 3}};
    record.unreadable = {"results.ndjson"};
    record.joined = {
        {.folder = "a", .arguments = {"run"}, .environment = {{"system", "Linux"}}},
        {.folder = "b"}};
    record.shard = Shard{
        .index = 1,
        .count = 2,
        .plan = "8c1f",
        .cells = {{.name = "a", .shard = 2, .cases = 0}, {.name = "b", .shard = 0, .cases = 9}}};
    record.shards = 2;
    record.missing = {"shard 2/2"};
    CellPart part{.first = 1, .cases = 2, .wanted = {"g"}};
    part.codes = {7};
    part.broken.push_back({.guarantee = "g", .first = 1, .transitions = 1, .cases = 1});
    record.cells[0].part = part;
    part = CellPart{.states = "states/1"};
    part.broken.push_back({.guarantee = "g", .states = 1, .offered = {1}, .struck = {1}});
    record.cells[1].part = part;
    return record;
}

TEST_CASE("run schema: it has what a run's JSON has, and nothing else", "[reports]") {
    Validator schema = validator();
    CHECK(schema.check(Json::parse(run_json(full_record()))).empty());
    CHECK(schema.unused().empty());
    CHECK(schema.check(Json::parse(run_json(RunRecord{}))).empty());
}

TEST_CASE("run schema: it refuses what no run writes", "[reports]") {
    Json json = Json::parse(run_json(full_record()));
    json["cells"][0]["verdict"] = "maybe";
    CHECK(validator().check(json) == "$.cells[].verdict: not one of the values");
    json = Json::parse(run_json(full_record()));
    json["run"]["more"] = 1;
    CHECK(validator().check(json) == "$.run: unknown more");
    json = Json::parse(run_json(full_record()));
    json["run"].erase("seed");
    CHECK(validator().check(json) == "$.run: no \"seed\"");
}

}  // namespace
}  // namespace onceproof::reports
