#include "harness/real/confirmed_text.hpp"

#include <map>
#include <span>
#include <string_view>

#include "harness/real/counterparts.hpp"

namespace onceproof::harness {
namespace {

using reports::OnReal;
using reports::Verdict;

/// How many of something there are, for each outcome.
struct Counts {
    std::size_t all = 0;
    std::size_t confirmed = 0;
    std::map<std::string, std::size_t> others;  ///< by what is said of them
};

Counts counterexamples(const reports::RunRecord& record) {
    Counts counts;
    for (const reports::CellResult& cell : record.cells) {
        for (const reports::GuaranteeResult& result : cell.guarantees) {
            if (result.verdict != Verdict::violated) {
                continue;
            }
            ++counts.all;
            if (!result.on_real.has_value()) {
                ++counts.others["not played"];
            } else if (result.on_real->outcome == OnReal::confirmed) {
                ++counts.confirmed;
            } else {
                const std::string word(word_of(result.on_real->outcome));
                ++counts.others[word + ": " + result.on_real->text];
            }
        }
    }
    return counts;
}

/// Violated cells, and those of them in which every counterexample is confirmed.
Counts violated_cells(const reports::RunRecord& record) {
    Counts counts;
    for (const reports::CellResult& cell : record.cells) {
        if (cell.verdict() != Verdict::violated) {
            continue;
        }
        ++counts.all;
        bool confirmed = true;
        for (const reports::GuaranteeResult& result : cell.guarantees) {
            confirmed &=
                result.verdict != Verdict::violated ||
                (result.on_real.has_value() && result.on_real->outcome == OnReal::confirmed);
        }
        counts.confirmed += confirmed ? 1 : 0;
    }
    return counts;
}

std::string table(std::string_view title, std::span<const Counterpart> rows) {
    std::string text = "\n### " + std::string(title) +
                       "\n\n| in the run | on the server | not compared |\n|---|---|---|\n";
    for (const Counterpart& row : rows) {
        text += "| " + std::string(row.simulated) + " | " +
                (row.real.empty() ? "none: no run with it is played" : std::string(row.real)) +
                " | " + std::string(row.left_out) + " |\n";
    }
    return text;
}

}  // namespace

std::string confirmed_text(const reports::RunRecord& record) {
    const Counts cells = violated_cells(record);
    const Counts each = counterexamples(record);
    std::string text =
        "## Counterexamples confirmed on real servers\n\nMade by `onceproof run --confirm`: "
        "the smallest counterexample of each violated guarantee is played on real servers, one "
        "operation at a time, and every result, every wait and the contents at the end are "
        "compared.\n\nConfirmed: " +
        std::to_string(cells.confirmed) + " of " + std::to_string(cells.all) + " violated cells, " +
        std::to_string(each.confirmed) + " of " + std::to_string(each.all) + " counterexamples, on";
    std::string_view separator = " ";
    for (const std::string& version : record.real.versions) {
        text += std::string(separator) + version;
        separator = ", ";
    }
    text += ".\n";
    if (!each.others.empty()) {
        text += "\n";
    }
    for (const auto& [what, count] : each.others) {
        text += "- " + std::to_string(count) + " " + what + "\n";
    }
    return text + table("Redis", redis_counterparts()) +
           table("PostgreSQL and MariaDB", database_counterparts()) +
           table("RabbitMQ", broker_counterparts());
}

}  // namespace onceproof::harness
