#include "cli/run_text.hpp"

#include <cstdio>
#include <string>

#include "reports/determinism.hpp"
#include "reports/matrix.hpp"
#include "reports/on_real.hpp"
#include "reports/outcome.hpp"
#include "reports/proofs.hpp"
#include "reports/rates.hpp"
#include "reports/regress.hpp"
#include "reports/violations.hpp"

namespace onceproof::cli {
namespace {

std::string closing_lines(
    const reports::RunRecord& record, const reports::RunDirectory& directory, bool verbose
) {
    std::size_t states = 0;
    std::size_t transitions = 0;
    for (const reports::CellResult& cell : record.cells) {
        states += cell.states;
        transitions += cell.transitions;
    }
    std::string text =
        std::to_string(states) + " states, " + std::to_string(transitions) + " transitions\n";
    for (const std::string& line :
         {reports::regress_line(record),
          reports::determinism_line(record.determinism),
          reports::real_line(record)}) {
        text += line + (line.empty() ? "" : "\n");
    }
    text += "results  " + directory.path().string() + "\n";
    text += "report   " + (directory.path() / "report.html").string() + "\n";
    text += verbose ? "" : "more     -v: every sweep point, proof and known violation\n";
    return text;
}

}  // namespace

void tell_run(
    const reports::RunRecord& record,
    const reports::RunDirectory& directory,
    const TextFlags& flags,
    bool verbose
) {
    const reports::TextStyle style = style_of(flags);
    std::string text = reports::headline(record, style);
    for (const std::string& line : reports::wrapped(reports::outcome(record), style.width)) {
        text += line + "\n";
    }
    const auto rows = verbose ? reports::MatrixRows::points : reports::MatrixRows::scenarios;
    text += "\n" + reports::matrix(record, style, rows) + "\n";
    const std::string rates = reports::rate_lines(record, style);
    text += rates + (rates.empty() ? "" : "\n");
    if (verbose) {
        text += reports::proof_lines(record, style) + "\n";
    }
    const std::string blocks = reports::determinism_blocks(record.determinism, style) +
                               reports::real_blocks(record, style) +
                               reports::regress_blocks(record, style, verbose) +
                               reports::violation_blocks(record, style, verbose);
    text += blocks + (blocks.empty() ? "" : "\n");
    text += closing_lines(record, directory, verbose);
    std::fputs(text.c_str(), stdout);
}

}  // namespace onceproof::cli
