#pragma once

#include <string>

#include "harness/cell.hpp"
#include "harness/real/chaos.hpp"
#include "reports/record.hpp"
#include "reports/style.hpp"

namespace onceproof::cli {

/// A cell's run on real servers: what it was made of, what struck, and every guarantee. With
/// `histories` each violation has the history of its example.
std::string chaos_text(
    const reports::CellResult& record,
    const harness::ChaosResult& result,
    const reports::TextStyle& style,
    bool histories
);

}  // namespace onceproof::cli
