#include "reports/bench_json.hpp"

#include <nlohmann/json.hpp>

namespace onceproof::reports {

std::optional<std::string> compact_bench(std::string_view json) {
    using Json = nlohmann::json;
    Json file = Json::parse(json, nullptr, false);
    if (!file.is_object() || !file.contains("benchmarks") || !file["benchmarks"].is_array()) {
        return std::nullopt;
    }
    Json context = file.value("context", Json::object());
    if (!context.is_object()) return std::nullopt;
    for (const char* name : {"host_name", "executable", "caches", "load_avg"}) {
        context.erase(name);
    }
    const Json compact{{"benchmarks", file["benchmarks"]}, {"context", context}};
    return compact.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace onceproof::reports
