#include "reports/determinism.hpp"

#include <string_view>

#include "model/base/text.hpp"
#include "reports/grid.hpp"

namespace onceproof::reports {
namespace {

/// What brings something into a run that no schedule decides.
constexpr std::string_view hint =
    "hint: a strategy takes the time from env.clock, identities from env.ids, and keeps all else "
    "in the stores; no clock, random number, environment, address or static of its own";

std::string shown(const std::string& text) {
    return text.empty() ? "(nothing)" : text;
}

/// "h1.1" of "h1.1:kv.set".
std::string actor_of(const std::string& decision) {
    return decision.substr(0, decision.find(':'));
}

/// The lines of a paragraph below a headline; those behind the first stand under its text.
std::string indented(std::string_view paragraph, const TextStyle& style) {
    std::string text;
    std::string margin = "    ";
    for (const std::string& line : wrapped(paragraph, style.width - 11)) {
        text += margin + line + "\n";
        margin = "           ";
    }
    return text;
}

}  // namespace

std::string determinism_line(const Determinism& determinism) {
    if (determinism.percent <= 0) return "";
    std::string text = "determinism: " + counted(determinism.cases, "case") + " run twice, " +
                       counted(determinism.differences.size(), "difference");
    if (!determinism.trouble.empty()) text += "; not all were compared: " + determinism.trouble;
    return text;
}

std::string headline_of(const DeterminismDifference& difference) {
    CellResult cell;
    cell.scenario = difference.scenario;
    cell.strategy = difference.strategy;
    cell.point = difference.point;
    return cell_name(cell) + ", " + difference.name + ": step " + std::to_string(difference.step) +
           " (" + difference.decision + ") differs, " + difference.what;
}

std::vector<std::string> details_of(const DeterminismDifference& difference) {
    const std::string code = "the code of " + actor_of(difference.decision);
    return {
        "first: " + shown(difference.here),
        "again: " + shown(difference.again),
        difference.behind == 0
            ? code + " had not taken a step before"
            : code + " ran last behind step " + std::to_string(difference.behind)};
}

std::string determinism_blocks(const Determinism& determinism, const TextStyle& style) {
    std::string text;
    for (const DeterminismDifference& difference : determinism.differences) {
        const std::string head =
            std::string(style.ascii ? "X" : "✖") + " not deterministic: " + headline_of(difference);
        std::string indent;
        for (const std::string& line : wrapped(head, style.width - 4)) {
            text += indent + painted(style, Colour::red, line) + "\n";
            indent = "    ";
        }
        for (const std::string& detail : details_of(difference)) {
            text += indented(detail, style);
        }
    }
    return text.empty() ? text : text + indented(hint, style);
}

}  // namespace onceproof::reports
