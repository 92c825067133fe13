#pragma once

#include <cstddef>
#include <string>

#include "bench/bench.hpp"
#include "reports/style.hpp"

namespace onceproof::bench {

/// What stands above the figures: servers, durability, cores, what a request does. One paragraph
/// each.
std::vector<std::string> heading(const Outcome& outcome, const Options& options, std::size_t cores);

/// What the lines and the columns mean, and which groups of lines are in doubt since the machine
/// was not steady. One paragraph each.
std::vector<std::string> notes(const Outcome& outcome);

/// "PostgreSQL, 16 threads": what a group of rows has in common.
std::string group_of(const Row& row);

/// All rows in groups, one line each, and the raw limits: for a terminal, with the heading and the
/// notes. A run that broke a guarantee has words in place of figures.
std::string table(
    const Outcome& outcome,
    const Options& options,
    std::size_t cores,
    const reports::TextStyle& style
);

/// The same as a document, with the command that makes it.
std::string document(
    const Outcome& outcome, const Options& options, std::size_t cores, const std::string& command
);

/// One line of text for a limit's figures: "raw-insert 12,345/s, pgbench 12,500/s, ratio 0.99".
std::string text_of(const Limit& limit);

}  // namespace onceproof::bench
