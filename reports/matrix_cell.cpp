#include "reports/matrix_cell.hpp"

#include <algorithm>

#include "reports/grid.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {
namespace {

using Cells = std::vector<const CellResult*>;

/// The letter of the gravest guarantee that the cells broke, as expected or not.
std::string gravest(const Cells& cells, const RunRecord& record, bool expected) {
    const auto is_broken = [&](const GuaranteeFacts& guarantee) {
        return std::ranges::any_of(cells, [&](const CellResult* cell) {
            return std::ranges::any_of(cell->guarantees, [&](const GuaranteeResult& result) {
                return result.guarantee == guarantee.name && result.verdict == Verdict::violated &&
                       result.expected == expected;
            });
        });
    };
    const auto guarantee = std::ranges::find_if(record.guarantees, is_broken);
    return guarantee == record.guarantees.end() ? "" : visible(guarantee->letter);
}

/// The cell that decides for all of them, and how urgent it is.
struct Worst {
    const CellResult* cell = nullptr;
    int urgency = -1;
};

enum Urgency : int {
    nothing,
    proved,
    held,
    known_violation,
    undecided,
    missed_control,
    surprise
};

int urgency_of(const CellResult& cell) {
    const CellMarks marks = marks_of(cell);
    const Verdict verdict = cell.verdict();
    if (verdict == Verdict::violated && !marks.expected_violation) return surprise;
    if (marks.missed_control) return missed_control;
    if (!cell.error.empty() || verdict == Verdict::inconclusive) return undecided;
    // A violation outranks what stayed open beside it, but not in what is left to do.
    const bool open = std::ranges::any_of(cell.guarantees, [](const GuaranteeResult& result) {
        return result.verdict == Verdict::inconclusive;
    });
    if (open) return undecided;
    if (verdict == Verdict::violated) return known_violation;
    if (verdict == Verdict::held) return held;
    return verdict == Verdict::proved ? proved : nothing;
}

Colour colour_of(int urgency) {
    switch (urgency) {
        case surprise:
        case missed_control:
            return Colour::red;
        case undecided:
        case known_violation:
            return Colour::yellow;
        case held:
        case proved:
            return Colour::green;
        default:
            return Colour::dim;
    }
}

}  // namespace

MatrixCell matrix_cell(const Cells& cells, const RunRecord& record, bool ascii) {
    Worst worst;
    for (const CellResult* cell : cells) {
        const int urgency = urgency_of(*cell);
        if (urgency > worst.urgency) worst = {cell, urgency};
    }
    if (worst.cell == nullptr) return {};
    MatrixCell result{
        .text = worst.urgency == undecided ? "?" : cell_sign(*worst.cell, ascii),
        .colour = colour_of(worst.urgency),
        .calm = worst.urgency <= held};
    if (worst.urgency == surprise) result.text += gravest(cells, record, false);
    if (worst.urgency == known_violation) result.text += gravest(cells, record, true) + "!";
    if (worst.urgency == missed_control) result.text += "*";
    return result;
}

}  // namespace onceproof::reports
