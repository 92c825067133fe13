#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "bench/row.hpp"

namespace onceproof::bench {

/// One figure of a run.
struct Column {
    std::string_view title;
    std::size_t width;                ///< columns of a terminal, for the figure and its title
    std::string (*text)(const Row&);  ///< empty: unknown
    std::string_view meaning;
};

/// All figures of a run, in the order of the table.
std::span<const Column> columns();

/// What stands in place of figures, in words; empty: the figures do.
std::string words_of(const Row& row);

/// "12,345"
std::string grouped(double number);

}  // namespace onceproof::bench
