#include "harness/replayed.hpp"

#include <algorithm>

#include "harness/stage.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {

std::optional<Cell> cell_of(std::span<const Cell> cells, const explore::Token& token) {
    const auto found = std::ranges::find_if(cells, [&](const Cell& cell) {
        return identity_of(*cell.scenario, *cell.use).cell == token.cell;
    });
    return found == cells.end() ? std::nullopt : std::optional(*found);
}

std::string head_of(const Cell& cell) {
    std::string head = cell.scenario->id + " / " + cell.use->label();
    for (const auto& [path, value] : cell.scenario->point) {
        head += "  " + path + " = " + value;
    }
    return head + "\n" + cell.scenario->title + "\n";
}

std::string outcome_text(const explore::ReplayResult& result, const explore::Token& token) {
    const std::string guarantee(guarantee::all[token.guarantee - 1U].name);
    switch (result.end) {
        using enum explore::ReplayEnd;
        case reproduced:
            return "still fails  " + guarantee + " breaks as recorded\n";
        case not_reproduced:
            return "fixed  the run is as recorded, and " + guarantee + " holds\n";
        case too_long:
            return "fixed  " + guarantee + " holds, but the run does not end\n";
        case diverged:
            break;
    }
    return result.divergence.text() + "\n";
}

}  // namespace onceproof::harness
