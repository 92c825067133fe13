#include "cli/shard_flag.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

#include "cli/load.hpp"
#include "harness/filter.hpp"
#include "harness/shard.hpp"
#include "harness/states_file.hpp"
#include "reports/write_file.hpp"

namespace onceproof::cli {
namespace {

std::optional<std::string> variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::optional<harness::ShardNumber> chosen(const std::string& text) {
    const harness::ShardChoice choice = harness::choose_shard(text, variable);
    if (!choice.trouble.empty()) {
        std::fprintf(stderr, "onceproof: %s\n", choice.trouble.c_str());
        return std::nullopt;
    }
    if (text != "auto") return choice.number;
    if (const auto sign = variable("TEST_SHARD_STATUS_FILE")) {
        std::ofstream(*sign, std::ios::app).flush();
    }
    std::fprintf(
        stderr,
        "detected %s -> shard %zu/%zu\n",
        choice.found.c_str(),
        choice.number.index,
        choice.number.count
    );
    return choice.number;
}

}  // namespace

std::optional<harness::ShardChoice> detected_shard() {
    return harness::detect_shard(variable);
}

bool take_shard(
    const RunOptions& options, std::vector<harness::Cell>& cells, reports::RunRecord& record
) {
    if (options.shard.empty()) return true;
    const std::optional<harness::ShardNumber> number = chosen(options.shard);
    if (!number.has_value()) return false;
    harness::PlanFacts facts{.seed = record.seed, .program = record.version + " " + record.commit};
    if (!options.divide.empty()) {
        const std::optional<harness::Filter> filter = filter_from(options.divide);
        if (!filter.has_value()) return false;
        facts.divides = [filter](const harness::Cell& cell) {
            return harness::matches(*filter, *cell.scenario, *cell.use);
        };
    }
    record.shard = harness::shard_of(cells, *number, facts);
    cells = harness::cells_of(*record.shard, cells);
    record.cells_planned = cells.size();
    return true;
}

harness::KeepStates keeping_in(const std::filesystem::path& folder) {
    return [folder](const harness::Cell& cell, const harness::SeenStates& seen) -> std::string {
        std::string file = "states/" + harness::states_name(cell);
        std::error_code trouble;
        std::filesystem::create_directories((folder / file).parent_path(), trouble);
        if (trouble || reports::write_file(folder / file, harness::states_bytes(seen))) return "";
        return file;
    };
}

}  // namespace onceproof::cli
