#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "tests/conformance/sequences.hpp"
#include "tests/conformance/sql_forkable.hpp"

namespace onceproof::conformance {

/// An error to plant, with its words.
struct PlantedSql {
    std::string_view name;
    const SqlMistake* mistake = nullptr;
    /// Shorter sequences in which the server waits, and the fake does not, take long.
    Shrink shrink = Shrink::no;
};

/// Those that can be planted into the fake of a dialect.
std::span<const PlantedSql> postgres_mistakes();
std::span<const PlantedSql> mysql_mistakes();

}  // namespace onceproof::conformance
