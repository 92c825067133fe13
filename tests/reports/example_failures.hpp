#pragma once

#include <sstream>

#include "tests/reports/example_record.hpp"
#include "tests/reports/example_trace.hpp"

namespace onceproof::reports {

/// The example run with fingerprints: redis-key/published breaks in one way at both points of
/// "lease", and of that the case is there.
inline RunRecord example_failures() {
    RunRecord record = example_record();
    for (CellResult& cell : record.cells) {
        for (GuaranteeResult& result : cell.guarantees) {
            if (result.verdict != Verdict::violated) continue;
            result.fingerprint = result.expected ? "00000000000000aa" : "00000000000000bb";
            if (result.expected) continue;
            result.expected_in = "scenarios/lease.toml";
            result.expected_line = 31;
        }
    }
    record.counterexamples = {
        {.token = "op1-CCCCC",
         .trace = example_trace(),
         .bug_probability = {0.03, 0.03, 0.04, 0.41, 0.66, 0.71, 1},
         .cause = "it needs the fault of step 4",
         .scenario = "onceproof = 1\n"}};
    return record;
}

/// A run whose every text is meant to be taken for something else than text.
inline RunRecord hostile_record() {
    const std::string evil =
        "<script>alert(1)</script> \x1b[31m\x07 %0A::error::x `a` | =1+1 \"q\" & &lt; \xff \n# h";
    RunRecord record;
    record.version = evil;
    record.commit = evil;
    record.executable = evil;
    record.started = evil;
    record.cells_planned = 2;
    record.strategies = {facts_of(evil)};
    record.guarantees = {{evil, evil, evil}};
    GuaranteeResult broken = result_of(evil, Verdict::violated);
    broken.expected = false;
    broken.text = evil;
    broken.token = evil;
    broken.expectation = evil;
    broken.fingerprint = "00000000000000cc";
    broken.expected_in = "scenarios/" + evil + ".toml";
    broken.expected_line = 3;
    CellResult cell = cell_of(evil, "=" + evil, broken);
    cell.title = evil;
    cell.note = evil;
    cell.point = {{evil, evil}};
    CellResult failed = cell_of(std::string(3000, 'k'), evil, result_of(evil, Verdict::proved));
    failed.guarantees.clear();
    failed.error = evil;
    record.cells = {cell, failed};
    history::Trace trace;
    trace.lanes = {evil, "db"};
    trace.steps = {
        {Instant{},
         0,
         1,
         history::Mark::message,
         evil,
         evil,
         {{evil, evil, evil}},
         {"g: " + evil},
         evil}};
    record.counterexamples = {
        {.token = evil, .trace = trace, .bug_probability = {}, .cause = evil, .scenario = evil}};
    return record;
}

/// Whether Markdown has markup of HTML in it, outside of lines that are there to be copied.
inline bool has_markup(const std::string& text) {
    std::istringstream lines(text);
    bool fenced = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) fenced = !fenced;
        if (fenced) continue;
        for (std::size_t at = line.find("<script"); at != std::string::npos;
             at = line.find("<script", at + 1)) {
            if (at == 0 || line[at - 1] != '\\') return true;
        }
    }
    return false;
}

/// Whether a text has a byte that a terminal obeys.
inline bool commands_a_terminal(const std::string& text) {
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if ((byte < 0x20U && letter != '\n') || byte == 0x7FU) return true;
    }
    return false;
}

}  // namespace onceproof::reports
