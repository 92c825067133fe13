#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <variant>
#include <vector>

#include "cli/commands.hpp"
#include "reports/compare_json.hpp"
#include "reports/compare_text.hpp"
#include "reports/html.hpp"
#include "reports/run_directory.hpp"

namespace onceproof::cli {
namespace {

namespace fs = std::filesystem;

ExitCode refuse(const std::string& why, ExitCode code) {
    std::fprintf(stderr, "onceproof: %s\n", reports::visible(why).c_str());
    return code;
}

/// One run with what was measured in it.
struct Side {
    reports::RunRecord record;
    reports::Costs costs;
};

/// Files of `bench --json` in the run's folder `bench`, by name.
std::string add_costs(const fs::path& folder, reports::Costs& costs) {
    std::error_code error;
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "bench", error)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const auto text = reports::read_file(file);
        if (!text.has_value() || !reports::read_costs(*text, costs)) {
            return file.string() + ": no figures that `bench --json` wrote";
        }
    }
    return "";
}

ExitCode read_side(const std::string& folder, Side& side) {
    auto read = reports::read_run_directory(folder);
    if (const auto* error = std::get_if<reports::ReadError>(&read)) {
        return refuse(error->text, error->missing ? ExitCode::io : ExitCode::bad_data);
    }
    side.record = std::get<reports::RunRecord>(std::move(read));
    for (const std::string& part : side.record.unreadable) {
        refuse(folder + ": cannot be read: " + part, ExitCode::ok);
    }
    const std::string trouble = add_costs(folder, side.costs);
    return trouble.empty() ? ExitCode::ok : refuse(trouble, ExitCode::bad_data);
}

ExitCode write_documents(
    const CompareOptions& options,
    const reports::Compared& compared,
    const reports::RunRecord& base,
    const reports::RunRecord& now
) {
    const fs::path folder(options.out);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return refuse("cannot write " + folder.string() + ": " + error.message(), ExitCode::io);
    }
    const reports::Beside beside{.compared = reports::compare_json(base, compared)};
    const std::array files{
        reports::FileContent{folder / "compare.md", reports::compare_markdown(compared)},
        reports::FileContent{folder / "report.html", reports::html(now, beside)}};
    if (const auto trouble = reports::write_files(files)) {
        return refuse("cannot write " + trouble->text, ExitCode::io);
    }
    for (const reports::FileContent& file : files) {
        std::printf("wrote %s\n", file.file.c_str());
    }
    return ExitCode::ok;
}

/// A threshold that nothing was measured for says nothing, least of all that it is met.
bool is_judged(const reports::Compared& compared, const reports::Threshold& threshold) {
    return std::ranges::any_of(compared.costs, [&](const reports::CostDelta& delta) {
        return delta.metric == threshold.metric;
    });
}

ExitCode exit_code_of(const CompareOptions& options, const reports::Compared& compared) {
    const auto fails_on = [&](const char* what) {
        return options.fail_on.empty() ||
               std::ranges::find(options.fail_on, what) != options.fail_on.end();
    };
    if (fails_on("new-violation") && !compared.verdicts.appeared.empty()) {
        return ExitCode::violated;
    }
    if (!fails_on("regression")) {
        return ExitCode::ok;
    }
    const bool over = std::ranges::any_of(compared.costs, [&](const reports::CostDelta& delta) {
        return !reports::over(delta, compared.thresholds).empty();
    });
    if (over) {
        return ExitCode::regression;
    }
    for (const reports::Threshold& threshold : compared.thresholds) {
        if (!is_judged(compared, threshold)) {
            return refuse(
                threshold.text + ": not both runs have such a figure (bench/*.json)",
                ExitCode::inconclusive
            );
        }
    }
    return ExitCode::ok;
}

}  // namespace

ExitCode compare(const CompareOptions& options) {
    reports::Compared compared;
    for (const std::string& text : options.thresholds) {
        const auto threshold = reports::parse_threshold(text);
        if (!threshold.has_value()) {
            return refuse(
                "--threshold " + text +
                    ": not of the form p99<=+10% (p50, p90, p99, p99.9) or requests>=-5%",
                ExitCode::usage
            );
        }
        compared.thresholds.push_back(*threshold);
    }
    Side base;
    Side now;
    for (const auto& [folder, side] :
         {std::pair(&options.base, &base), std::pair(&options.now, &now)}) {
        if (const ExitCode trouble = read_side(*folder, *side); trouble != ExitCode::ok) {
            return trouble;
        }
    }
    compared.replay = now.record.replay();
    compared.verdicts = reports::compare(base.record, now.record);
    compared.costs = reports::cost_deltas(base.costs, now.costs, compared.thresholds);
    std::fputs(reports::compare_text(compared, style_of(options.text)).c_str(), stdout);
    if (!options.out.empty()) {
        const ExitCode trouble = write_documents(options, compared, base.record, now.record);
        if (trouble != ExitCode::ok) return trouble;
    }
    return exit_code_of(options, compared);
}

}  // namespace onceproof::cli
