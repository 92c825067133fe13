#include "reports/regress.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/base/text.hpp"
#include "reports/grid.hpp"

namespace onceproof::reports {
namespace {

struct Counts {
    std::size_t fixed = 0;
    std::size_t known = 0;  // still fail, as expected
    std::size_t failing = 0;
    std::size_t diverged = 0;

    void add(const RegressResult& result) {
        switch (result.replayed) {
            case Replayed::fixed:
                ++fixed;
                break;
            case Replayed::diverged:
                ++diverged;
                break;
            case Replayed::still_fails:
                ++(result.expected ? known : failing);
                break;
        }
    }
};

std::string mark_of(const RegressResult& result, bool ascii) {
    if (result.replayed == Replayed::fixed) return ascii ? "+" : "✔";
    return result.replayed == Replayed::diverged ? "?" : ascii ? "X" : "✖";
}

std::string block(const CellResult& cell, const RegressResult& result, const TextStyle& style) {
    std::string head = mark_of(result, style.ascii) + " " + cell_name(cell) +
                       ": recorded failure of " + result.guarantee + ": " +
                       std::string(word_of(result.replayed));
    if (result.replayed == Replayed::still_fails && result.expected) head += ", as expected";
    std::string text;
    const auto paragraph = [&](const std::string& content, const std::string& first) {
        std::string margin = first;
        for (const std::string& line : wrapped(content, style.width - 4)) {
            text += margin + line + "\n";
            margin = "    ";
        }
    };
    paragraph(head, "");
    if (!result.text.empty()) paragraph(result.text, "    ");
    paragraph(result.place + (result.note.empty() ? "" : ": " + result.note), "    ");
    // Not wrapped: it is there to be copied.
    return text + "    replay: " + style.replay + visible(result.token) + "\n";
}

}  // namespace

std::string regress_line(const RunRecord& record) {
    Counts counts;
    std::size_t all = 0;
    for (const CellResult& cell : record.cells) {
        for (const RegressResult& result : cell.regress) {
            counts.add(result);
            ++all;
        }
    }
    if (all == 0) return "";
    std::vector<std::string> parts;
    const auto tell = [&](std::size_t count, const char* what) {
        if (count > 0) parts.push_back(std::to_string(count) + " " + what);
    };
    tell(counts.fixed, "fixed");
    tell(counts.known, "still failing, as expected");
    tell(counts.failing, "still failing");
    tell(counts.diverged, "diverged");
    return "regress: " + counted(all, "recorded failure") + " replayed: " + join(parts, ", ");
}

std::string regress_blocks(const RunRecord& record, const TextStyle& style, bool all) {
    std::string text;
    for (const CellResult& cell : record.cells) {
        for (const RegressResult& result : cell.regress) {
            if (all || !result.expected) text += block(cell, result, style);
        }
    }
    return text;
}

bool any_diverged(const RunRecord& record) {
    return std::ranges::any_of(record.cells, [](const CellResult& cell) {
        return std::ranges::find(cell.regress, Replayed::diverged, &RegressResult::replayed) !=
               cell.regress.end();
    });
}

}  // namespace onceproof::reports
