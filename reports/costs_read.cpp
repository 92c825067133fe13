#include <nlohmann/json.hpp>

#include "reports/costs.hpp"

namespace onceproof::reports {
namespace {

using Json = nlohmann::json;

/// How long a run took and how often it was repeated is in its name, too, and no part of what it
/// measured.
std::string run_name(std::string name) {
    for (const std::string_view word :
         {"/min_time:", "/iterations:", "/repeats:", "/real_time", "/manual_time"}) {
        const std::size_t start = name.find(word);
        if (start == std::string::npos) continue;
        const std::size_t end = std::min(name.find('/', start + 1), name.size());
        name.erase(start, end - start);
    }
    return name;
}

}  // namespace

bool read_costs(std::string_view text, Costs& costs) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("benchmarks") || !json["benchmarks"].is_array()) {
        return false;
    }
    for (const Json& run : json["benchmarks"]) {
        if (!run.is_object() || !run.value("name", Json()).is_string()) continue;
        if (run.value("run_type", Json("iteration")) != "iteration") continue;
        if (run.value("error_occurred", Json(false)) == true) continue;
        Samples& samples = costs[run_name(run["name"].get<std::string>())];
        for (const auto& [counter, value] : run.items()) {
            if (value.is_number()) samples[counter].push_back(value.get<double>());
        }
    }
    return true;
}

}  // namespace onceproof::reports
