#include "reports/failure_files.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/json_writer.hpp"
#include "reports/lanes.hpp"
#include "reports/markdown.hpp"
#include "reports/trace_json.hpp"

namespace onceproof::reports {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t explain_columns = 110;
constexpr std::array names{"case.json", "trace.json", "explain.txt", "README.md"};

std::string case_json(
    const RunRecord& record, const DistinctViolation& violation, const Counterexample& drawn
) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.field("format", "onceproof-failure");
    json.field("version", 1);
    json.field("fingerprint", violation.result->fingerprint);
    json.field("token", drawn.token);
    json.field("scenario", violation.scenario);
    json.field("file", violation.file);
    json.field("strategy", violation.strategy);
    json.key("point");
    json.begin_object();
    for (const auto& [path, value] : violation.cell->point) {
        json.field(path, value);
    }
    json.end_object();
    json.field("guarantee", violation.guarantee);
    json.field("text", violation.result->text);
    json.field("expected", violation.expected);
    json.field("cells", violation.cells.size());
    json.field("program", record.version);
    json.field("commit", record.commit);
    json.field("scenario_text", drawn.scenario);
    json.end_object();
    return json.take() + "\n";
}

std::string headline_of(const DistinctViolation& violation) {
    return fmt::format(
        "{}: {} violated ({}, {})",
        cell_name(*violation.cell),
        violation.guarantee,
        counted(violation.result->faults, "fault"),
        counted(violation.result->steps, "step")
    );
}

std::string explanation(
    const RunRecord& record, const DistinctViolation& violation, const Counterexample& drawn
) {
    const TextStyle style{.width = explain_columns};
    std::string text;
    for (const std::string& line : wrapped(headline_of(violation), style.width)) {
        text += line + "\n";
    }
    text += "\n" + lanes(drawn.trace, {.style = style, .bug_probability = drawn.bug_probability});
    std::string_view cause = drawn.cause;
    while (!cause.empty()) {
        const std::size_t end = std::min(cause.find('\n'), cause.size());
        for (const std::string& line : wrapped(cause.substr(0, end), style.width)) {
            text += line + "\n";
        }
        cause.remove_prefix(std::min(end + 1, cause.size()));
    }
    return text + "replay: " + visible(record.replay(drawn.token)) + "\n";
}

std::string readme(
    const RunRecord& record, const DistinctViolation& violation, const Counterexample& drawn
) {
    const std::string where = where_text(violation);
    std::string text = fmt::format(
        "# {}\n\n{}{}.\n\nReplay it with the scenario file as it is now:\n\n"
        "```\n{}\n```\n\n"
        "or with the scenario as it was in the run, whose folder goes before `failures/`:\n\n"
        "```\n{}\n```\n\n",
        markdown(headline_of(violation)),
        markdown(violation.result->text),
        where.empty() ? "" : "; " + markdown(where),
        visible(record.replay(drawn.token)),
        visible(record.replay("failures/" + violation.result->fingerprint + "/case.json"))
    );
    return text +
           "`--why 1000` shows how likely the violation was behind each step and which faults it "
           "needs; `--strategy NAME` whether the same faults break another strategy of the "
           "scenario.\n\n"
           "Keep it as a check that runs first, every time, in the scenario's file:\n\n"
           "```toml\n[[regress]]\ntoken = \"" +
           visible(drawn.token) +
           "\"\nnote = \"why it is kept\"\n```\n\n"
           "`explain.txt` is the history as text, `trace.json` for programs.\n";
}

/// Only what a run makes itself: a name out of a file could lead anywhere.
bool is_fingerprint(const std::string& name) {
    return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

const Counterexample* counterexample_of(
    const RunRecord& record, const DistinctViolation& violation
) {
    const auto drawn =
        std::ranges::find(record.counterexamples, violation.result->token, &Counterexample::token);
    return drawn == record.counterexamples.end() ? nullptr : &*drawn;
}

std::vector<FileContent> failure_files(const RunRecord& record) {
    std::vector<FileContent> files;
    for (const DistinctViolation& violation : distinct_violations(record)) {
        const Counterexample* drawn = counterexample_of(record, violation);
        if (drawn == nullptr || !is_fingerprint(violation.result->fingerprint)) continue;
        const fs::path folder = fs::path("failures") / violation.result->fingerprint;
        const std::array contents{
            case_json(record, violation, *drawn),
            trace_json(drawn->trace),
            explanation(record, violation, *drawn),
            readme(record, violation, *drawn)};
        for (std::size_t i = 0; i < names.size(); ++i) {
            files.push_back({folder / names.at(i), contents.at(i)});
        }
    }
    return files;
}

std::vector<fs::path> written_failures(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "failures", error)) {
        if (!is_fingerprint(entry.path().filename().string())) continue;
        std::size_t known = 0;
        for (const char* name : names) {
            if (!fs::exists(entry.path() / name)) continue;
            paths.push_back(entry.path() / name);
            ++known;
        }
        const auto all =
            std::distance(fs::directory_iterator(entry.path()), fs::directory_iterator());
        if (static_cast<std::size_t>(all) == known) paths.push_back(entry.path());
    }
    return paths;
}

}  // namespace onceproof::reports
