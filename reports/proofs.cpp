#include "reports/proofs.hpp"

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/rates.hpp"

namespace onceproof::reports {

std::string proof_lines(const RunRecord& record, const TextStyle& style) {
    std::string text;
    for (const CellResult& cell : record.cells) {
        const Verdict verdict = cell.error.empty() ? cell.verdict() : Verdict::inconclusive;
        if (verdict == Verdict::proved) {
            text += fmt::format(
                "{} {}: proved, every run with {} keeps all guarantees ({}{})\n",
                painted(style, Colour::green, cell_sign(cell, style.ascii)),
                visible(cell_name(cell)),
                fault_bound(cell.fault_budget),
                counted(cell.states, "state"),
                cell.merged ? ", like callers merged" : ""
            );
        } else if (verdict == Verdict::held && cell.guarantees.front().rate.has_value()) {
            text += fmt::format(
                "{} {}: held ({}) with up to {} faults{}\n",
                painted(style, Colour::green, cell_sign(cell, style.ascii)),
                visible(cell_name(cell)),
                rate_text(*cell.guarantees.front().rate),
                cell.fault_budget,
                cell.note.empty() ? "" : "; " + visible(cell.note)
            );
        } else if (verdict == Verdict::held) {
            text += fmt::format(
                "{} {}: held in {} random cases with up to {} faults{}\n",
                painted(style, Colour::green, cell_sign(cell, style.ascii)),
                visible(cell_name(cell)),
                cell.cases,
                cell.fault_budget,
                cell.note.empty() ? "" : "; " + visible(cell.note)
            );
        }
    }
    return text;
}

}  // namespace onceproof::reports
