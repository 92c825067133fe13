#include "reports/summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/determinism.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"
#include "reports/on_real.hpp"
#include "reports/outcome.hpp"
#include "reports/rates.hpp"
#include "reports/regress.hpp"
#include "reports/style.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

std::string table(const Grid& grid) {
    std::string header = "| scenario |";
    std::string rule = "|---|";
    for (const std::string& strategy : grid.strategies) {
        header += " " + markdown(strategy) + " |";
        rule += "---|";
    }
    std::string text = header + "\n" + rule + "\n";
    for (const GridRow& row : grid.rows) {
        text += row.point.empty() ? "| " + markdown(row.scenario) + " |"
                                  : "| &emsp;" + markdown(row.point) + " |";
        for (const std::string& strategy : grid.strategies) {
            const auto cell = row.cells.find(strategy);
            text += " " + (cell == row.cells.end() ? "" : cell_phrase(*cell->second)) + " |";
        }
        text += "\n";
    }
    return text;
}

std::string section(const RunRecord& record, const DistinctViolation& violation) {
    const GuaranteeResult& result = *violation.result;
    std::string text = fmt::format(
        "\n### ✖ {} / {}: {}\n\n{}\n\n{}, {}",
        markdown(violation.scenario),
        markdown(violation.strategy),
        markdown(violation.guarantee),
        markdown(result.text),
        counted(result.faults, "fault"),
        counted(result.steps, "step")
    );
    if (const std::string where = where_text(violation); !where.empty()) {
        text += ", " + markdown(where);
    }
    if (result.rate.has_value()) text += "; in " + rate_text(*result.rate);
    if (!result.expectation.empty()) text += "; expected: " + markdown(result.expectation);
    if (!violation.cell->note.empty()) text += "; " + markdown(violation.cell->note);
    if (result.on_real.has_value()) text += "; " + markdown(real_text(*result.on_real));
    return text + ".\n\n```\n" + visible(record.replay(result.token)) + "\n```\n";
}

/// Cases that were not the same twice, and how many were run twice.
std::string determinism_section(const Determinism& determinism) {
    std::string text;
    for (const DeterminismDifference& difference : determinism.differences) {
        text += "- " + markdown(headline_of(difference));
        for (const std::string& detail : details_of(difference)) {
            text += "; " + markdown(detail);
        }
        text += "\n";
    }
    if (!text.empty()) text = "\n### ✖ Not deterministic\n\n" + text;
    const std::string line = determinism_line(determinism);
    return text + (line.empty() ? "" : "\n" + markdown(line) + ".\n");
}

/// What became of recorded failures: those that are not as they are to be, and a count.
std::string regress_section(const RunRecord& record) {
    std::string lines;
    for (const CellResult& cell : record.cells) {
        for (const RegressResult& result : cell.regress) {
            if (result.expected) continue;
            lines += "- " + markdown(cell_name(cell)) + ": " + markdown(result.guarantee) + ": " +
                     std::string(word_of(result.replayed)) + ": " + markdown(result.text) + " (" +
                     markdown(result.place) + ")\n";
        }
    }
    if (!lines.empty()) lines = "\n### ✖ Recorded failures\n\n" + lines;
    const std::string line = regress_line(record);
    return lines + (line.empty() ? "" : "\n" + markdown(line) + ".\n");
}

/// What is neither green nor a violation, one line each.
std::string open_ends(const RunRecord& record) {
    std::string lines;
    for (const CellResult& cell : record.cells) {
        const std::string name = "- " + markdown(cell_name(cell)) + ": ";
        if (!cell.error.empty()) lines += name + "could not be run: " + markdown(cell.error) + "\n";
        for (const GuaranteeResult& result : cell.guarantees) {
            if (is_missed(result)) {
                lines +=
                    name + markdown(result.guarantee) + ": the expected violation was not found\n";
            } else if (result.verdict == Verdict::inconclusive) {
                lines += name + markdown(result.guarantee) +
                         " inconclusive: " + markdown(result.text) + "\n";
            }
        }
    }
    return lines.empty() ? lines : "\n### Not decided, or not as expected\n\n" + lines;
}

/// Parts of the run's folder that could not be read.
std::string unreadable_lines(const RunRecord& record) {
    std::string text;
    for (const std::string& part : record.unreadable)
        text += "- cannot be read: " + markdown(part) + "\n";
    return text.empty() ? text : "\n### Not complete\n\n" + text;
}

std::string start_text(std::uint64_t seed, const std::string& started) {
    return fmt::format("root seed {:#018x}, started {}\n", seed, markdown(started));
}

std::string foot(const RunRecord& record) {
    const std::string build = fmt::format(
        "\nonceproof {}{}",
        markdown(record.version),
        record.commit.empty() ? "" : " (" + markdown(record.commit) + ")"
    );
    if (record.joined.empty()) return build + ", " + start_text(record.seed, record.started);
    std::string text = fmt::format("{}, {} runs\n\n", build, record.joined.size());
    for (const JoinedRun& run : record.joined)
        text += "- " + markdown(run.folder) + ": " + start_text(run.seed, run.started);
    return text;
}

/// The note of what is left out, with the longest count.
constexpr std::size_t note_bytes = 120;

}  // namespace

std::string summary(const RunRecord& record, std::size_t bytes_max) {
    std::vector<std::string> parts{table(grid_of(record)), unreadable_lines(record)};
    for (const DistinctViolation& violation : distinct_violations(record)) {
        if (!violation.expected) parts.push_back(section(record, violation));
    }
    parts.push_back(open_ends(record));
    parts.push_back(regress_section(record));
    parts.push_back(real_section(record));
    parts.push_back(determinism_section(record.determinism));
    std::string text = "## onceproof\n\n" + outcome(record) + "\n\n";
    const std::string end = foot(record);
    std::size_t left_out = 0;
    for (const std::string& part : parts) {
        if (text.size() + part.size() + note_bytes + end.size() <= bytes_max) {
            text += part;
        } else {
            ++left_out;
        }
    }
    if (left_out > 0) {
        text += "\n" + counted(left_out, "part") +
                " left out for length; `onceproof report` tells all.\n";
    }
    return text + end;
}

}  // namespace onceproof::reports
