#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/history/trace.hpp"
#include "reports/style.hpp"

namespace onceproof::reports {

/// The lanes of a trace as columns of a terminal: one vertical line each, a step's arrow across
/// them.
class Gutter {
public:
    /// Lanes are named in the head while that leaves `text_columns` beside them, otherwise
    /// numbered.
    Gutter(const std::vector<std::string>& lanes, const TextStyle& style, std::size_t text_columns);

    /// The names above the lanes.
    [[nodiscard]] std::string head() const;

    /// "lanes: 1 c1, 2 w1": which number is which lane; empty where lanes are named.
    [[nodiscard]] std::string key() const;

    /// A row with the step's arrow and marks.
    [[nodiscard]] std::string row(const history::Step& step) const;

    /// A row between steps: lanes that run on, or that wait while nothing happens.
    [[nodiscard]] std::string plain_row(bool quiet) const;

    /// Terminal columns of every row.
    [[nodiscard]] std::size_t columns() const;

private:
    [[nodiscard]] std::vector<std::string> cells(std::string_view lane) const;
    [[nodiscard]] std::size_t place_of(std::size_t lane) const;

    const std::vector<std::string>& lanes_;
    const TextStyle& style_;
    std::size_t pitch_ = 0;
    bool numbered_ = false;
};

}  // namespace onceproof::reports
