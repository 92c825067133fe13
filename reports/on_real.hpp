#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// Violated cells by what came of their counterexamples on real servers. A cell counts once: it
/// differs if one of its counterexamples does, else is not confirmable if one is not.
struct RealTotals {
    std::size_t violated = 0;
    std::size_t confirmed = 0;
    std::size_t differing = 0;
    std::size_t not_played = 0;                            ///< the run ended before
    std::map<std::string, std::size_t> not_confirmable{};  ///< by reason
};
RealTotals real_totals(const RunRecord& record);

/// True if counterexamples were played on real servers, or were to be.
bool was_played(const RunRecord& record);

/// "confirmed 150 of 154 violated cells on PostgreSQL 15.14, Redis 7.0.15; 4 not confirmable: …".
/// Empty: nothing was to be played.
std::string real_line(const RunRecord& record);

/// "on real servers: confirmed on Redis 7.0.15: 11 operations, …"
std::string real_text(const RealCheck& check);

/// For a terminal: the counterexamples that were not as simulated, each with its replay.
std::string real_blocks(const RunRecord& record, const TextStyle& style);

/// Markdown: the line, and the cells that are not confirmed; empty if nothing was to be played.
std::string real_section(const RunRecord& record);

}  // namespace onceproof::reports
