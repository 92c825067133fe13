#include "reports/proofs.hpp"

#include <fmt/format.h>

#include "reports/grid.hpp"

namespace onceproof::reports {

std::string proof_lines(const RunRecord& record, const TextStyle& style) {
    std::string text;
    for (const CellResult& cell : record.cells) {
        const Verdict verdict = cell.error.empty() ? cell.verdict() : Verdict::inconclusive;
        if (verdict == Verdict::proved) {
            text += fmt::format(
                "{} {}: proved to budget {}, {} states\n",
                painted(style, Colour::green, cell_sign(cell, style.ascii)),
                cell_name(cell),
                cell.fault_budget,
                cell.states
            );
        } else if (verdict == Verdict::held) {
            text += fmt::format(
                "{} {}: held in {} random cases with up to {} faults{}\n",
                painted(style, Colour::green, cell_sign(cell, style.ascii)),
                cell_name(cell),
                cell.cases,
                cell.fault_budget,
                cell.note.empty() ? "" : "; " + cell.note
            );
        }
    }
    return text;
}

}  // namespace onceproof::reports
