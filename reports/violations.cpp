#include "reports/violations.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/on_real.hpp"
#include "reports/rates.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t indent = 4;
constexpr std::size_t scenarios_named_max = 5;

bool is_smaller(const GuaranteeResult& left, const GuaranteeResult& right) {
    return std::tuple(left.faults, left.steps) < std::tuple(right.faults, right.steps);
}

void add(
    std::vector<DistinctViolation>& all, const CellResult& cell, const GuaranteeResult& result
) {
    const auto same = std::ranges::find_if(all, [&](const DistinctViolation& violation) {
        const std::string& fingerprint = violation.result->fingerprint;
        const bool known = !fingerprint.empty() || !result.fingerprint.empty();
        return violation.strategy == cell.strategy && violation.guarantee == result.guarantee &&
               (known ? fingerprint == result.fingerprint : violation.scenario == cell.scenario);
    });
    if (same == all.end()) {
        all.push_back(
            {cell.scenario,
             cell.file,
             cell.strategy,
             result.guarantee,
             &cell,
             &result,
             {&cell},
             result.expected}
        );
        return;
    }
    same->cells.push_back(&cell);
    // An unexpected one is what people must look at, however long it is.
    const bool more_urgent = same->result->expected && !result.expected;
    const bool as_urgent = same->result->expected == result.expected;
    if (more_urgent || (as_urgent && is_smaller(result, *same->result))) {
        same->scenario = cell.scenario;
        same->file = cell.file;
        same->cell = &cell;
        same->result = &result;
    }
    same->expected = same->expected && result.expected;
}

class Blocks {
public:
    explicit Blocks(const TextStyle& style) : style_(style) {}

    void violation(const DistinctViolation& violation) {
        const GuaranteeResult& result = *violation.result;
        std::string head = fmt::format(
            "{} / {}: {} violated{} ({}, {})",
            violation.scenario,
            violation.strategy,
            violation.guarantee,
            violation.expected ? ", as expected" : "",
            counted(result.faults, "fault"),
            counted(result.steps, "step")
        );
        title(style_.ascii ? "X" : "✖", violation.expected ? Colour::yellow : Colour::red, head);
        paragraph(result.text);
        if (result.rate.has_value()) paragraph("in " + rate_text(*result.rate));
        const std::string where = where_text(violation);
        if (!where.empty()) paragraph(where);
        if (!violation.expected && !result.expectation.empty()) {
            paragraph("expected: " + result.expectation);
        }
        if (!result.window.empty()) {
            paragraph("window " + result.window + ": " + result.window_text);
        }
        if (!violation.cell->note.empty()) paragraph(violation.cell->note);
        if (result.on_real.has_value()) paragraph(real_text(*result.on_real));
        // Not wrapped: it is there to be copied.
        text_ +=
            std::string(indent, ' ') + "replay: " + style_.replay + visible(result.token) + "\n";
    }

    void missed(const CellResult& cell, const GuaranteeResult& result) {
        title(
            "*",
            Colour::red,
            fmt::format(
                "{}: {} {}, but a violation was expected",
                cell_name(cell),
                result.guarantee,
                result.verdict == Verdict::not_applicable ? "does not apply"
                                                          : word_of(result.verdict)
            )
        );
        if (!result.expectation.empty()) paragraph("expected: " + result.expectation);
    }

    /// Guarantees of one cell with the same reason share a line.
    void inconclusive(const CellResult& cell) {
        std::vector<std::pair<std::string, std::string>> reasons;
        for (const GuaranteeResult& result : cell.guarantees) {
            if (result.verdict != Verdict::inconclusive) continue;
            const auto same = std::ranges::find(
                reasons, result.text, &std::pair<std::string, std::string>::first
            );
            if (same == reasons.end()) {
                reasons.emplace_back(result.text, result.guarantee);
            } else {
                same->second += ", " + result.guarantee;
            }
        }
        for (const auto& [reason, guarantees] : reasons) {
            title("?", Colour::yellow, cell_name(cell) + ": " + guarantees + " inconclusive");
            if (!reason.empty()) paragraph(reason);
        }
    }

    void error(const CellResult& cell) {
        title("?", Colour::yellow, cell_name(cell) + ": could not be run");
        paragraph(cell.error);
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    void title(std::string_view sign, Colour colour, const std::string& head) {
        const auto lines = wrapped(head, style_.width > 2 ? style_.width - 2 : 1);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            text_ += i == 0 ? painted(style_, colour, sign) + " " : std::string("  ");
            text_ += lines[i] + "\n";
        }
    }

    void paragraph(const std::string& content) {
        const std::size_t columns = style_.width > indent ? style_.width - indent : 1;
        for (const std::string& line : wrapped(content, columns)) {
            text_ += std::string(indent, ' ') + line + "\n";
        }
    }

    const TextStyle& style_;
    std::string text_;
};

}  // namespace

std::vector<DistinctViolation> distinct_violations(const RunRecord& record) {
    std::vector<DistinctViolation> all;
    for (const CellResult& cell : record.cells) {
        for (const GuaranteeResult& result : cell.guarantees) {
            if (result.verdict == Verdict::violated) add(all, cell, result);
        }
    }
    return all;
}

std::string where_text(const DistinctViolation& violation) {
    std::vector<std::string> scenarios;
    for (const CellResult* cell : violation.cells) {
        if (std::ranges::find(scenarios, cell->scenario) == scenarios.end()) {
            scenarios.push_back(cell->scenario);
        }
    }
    std::string text;
    if (!violation.cell->point.empty()) text = "at " + point_text(violation.cell->point) + "; ";
    if (scenarios.size() == 1) {
        if (text.empty()) return text;
        return text + "shown at " + counted(violation.cells.size(), "sweep point");
    }
    const std::size_t named = std::min(scenarios.size(), scenarios_named_max);
    text += "shown in " + counted(violation.cells.size(), "cell") + " of " +
            join(std::span(scenarios).first(named), ", ");
    if (named == scenarios.size()) return text;
    return text + " and " + counted(scenarios.size() - named, "more scenario");
}

std::string violation_blocks(const RunRecord& record, const TextStyle& style, bool with_expected) {
    Blocks blocks(style);
    const auto violations = distinct_violations(record);
    for (const DistinctViolation& violation : violations) {
        if (!violation.expected) blocks.violation(violation);
    }
    for (const DistinctViolation& violation : violations) {
        if (violation.expected && with_expected) blocks.violation(violation);
    }
    for (const CellResult& cell : record.cells) {
        for (const GuaranteeResult& result : cell.guarantees) {
            if (is_missed(result)) blocks.missed(cell, result);
        }
    }
    for (const CellResult& cell : record.cells) {
        blocks.inconclusive(cell);
        if (!cell.error.empty()) blocks.error(cell);
    }
    return blocks.take();
}

}  // namespace onceproof::reports
