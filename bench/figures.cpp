#include <nlohmann/json.hpp>

#include "bench/compare.hpp"

namespace onceproof::bench {
namespace {

/// What says how long a run was, and is the same for all.
std::string short_name(std::string name) {
    for (const std::string_view word : {"/min_time:", "/iterations:", "/real_time"}) {
        const std::size_t start = name.find(word);
        if (start != std::string::npos) {
            const std::size_t end = std::min(name.find('/', start + 1), name.size());
            name.erase(start, end - start);
        }
    }
    return name;
}

}  // namespace

std::optional<Figures> figures_in(std::string_view json) {
    const nlohmann::json document = nlohmann::json::parse(json, nullptr, false);
    if (!document.is_object() || !document.contains("benchmarks")) {
        return std::nullopt;
    }
    Figures figures;
    for (const nlohmann::json& run : document["benchmarks"]) {
        if (run.is_object() && run.contains("requests_per_second") && run.contains("name")) {
            figures[short_name(run["name"].get<std::string>())] =
                run["requests_per_second"].get<double>();
        }
    }
    return figures;
}

}  // namespace onceproof::bench
