#include "reports/frontier_read.hpp"

#include <nlohmann/json.hpp>

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;

/// The rest of this file throws what this throws: the text is not what it should be.
[[noreturn]] void refuse(const char* what) {
    throw Json::other_error::create(500, what, nullptr);
}

Json text_of(const Json& json, const char* name) {
    return json.at(name).get<std::string>();
}

Json stretch_of(const Json& json, std::int64_t steps) {
    const std::int64_t first = json.at("first");
    const std::int64_t last = json.at("last");
    if (first < 0 || last < first || last > steps) refuse("no such values");
    return {
        {"fate", text_of(json, "fate")},
        {"first", first},
        {"last", last},
        {"from", text_of(json, "from")},
        {"to", text_of(json, "to")}};
}

Json part_of(const Json& json, std::int64_t steps) {
    Json lines = Json::array();
    for (const Json& line : json.at("lines")) {
        Json stretches = Json::array();
        for (const Json& stretch : line.at("stretches")) {
            stretches.push_back(stretch_of(stretch, steps));
        }
        lines.push_back({{"at", line.value("at", "")}, {"stretches", stretches}});
    }
    return {{"guarantee", text_of(json, "guarantee")}, {"lines", lines}};
}

Json parameter_of(const Json& json) {
    const std::int64_t steps = json.at("steps");
    if (steps < 1) refuse("no values");
    return {
        {"path", text_of(json, "path")},
        {"lowest", text_of(json, "lowest")},
        {"highest", text_of(json, "highest")},
        {"steps", steps}};
}

Json checked(const Json& json) {
    if (json.at("format") != "onceproof-frontier" || json.at("version") != 1) refuse("no frontier");
    Json parameters = Json::array();
    for (const Json& parameter : json.at("parameters")) {
        parameters.push_back(parameter_of(parameter));
    }
    if (parameters.empty() || parameters.size() > 2) refuse("no parameters");
    const std::int64_t steps = parameters.back().at("steps");
    Json cells = Json::array();
    for (const Json& cell : json.at("cells")) {
        Json parts = Json::array();
        for (const Json& part : cell.at("parts")) {
            parts.push_back(part_of(part, steps));
        }
        cells.push_back({{"name", text_of(cell, "name")}, {"parts", parts}});
    }
    return {
        {"arguments", json.at("arguments").get<std::vector<std::string>>()},
        {"parameters", parameters},
        {"fault_budget", json.at("fault_budget").get<std::size_t>()},
        {"proved", json.at("proved").get<bool>()},
        {"values", json.at("values").get<std::size_t>()},
        {"cells", cells}};
}

}  // namespace

std::optional<std::string> compact_frontier(std::string_view json) {
    try {
        return checked(Json::parse(json)).dump();
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace onceproof::reports
