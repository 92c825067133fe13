#include "harness/facts.hpp"

#include <algorithm>

#include "impls/strategy/catalog.hpp"
#include "model/base/ensure.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/window.hpp"

namespace onceproof::harness {
namespace {

bool names_it(const std::vector<std::string>& names, const StrategyUse& use) {
    return std::ranges::find(names, use.name) != names.end() ||
           std::ranges::find(names, use.label()) != names.end();
}

}  // namespace

std::vector<reports::StrategyFacts> strategy_facts(std::span<const Cell> cells) {
    std::vector<reports::StrategyFacts> facts;
    for (const strategy::Info& info : strategy::catalog()) {
        for (const strategy::Preset& preset : info.presets) {
            const std::string label = std::string(info.name) + "/" + std::string(preset.name);
            const auto cell = std::ranges::find_if(cells, [&](const Cell& each) {
                return each.use->label() == label;
            });
            if (cell == cells.end()) continue;
            facts.push_back(
                {.label = label,
                 .summary = std::string(info.summary),
                 .source = std::string(info.source),
                 .claim = std::string(info.claim),
                 .gap = std::string(info.gap)}
            );
        }
    }
    return facts;
}

std::vector<reports::GuaranteeFacts> guarantee_facts() {
    std::vector<reports::GuaranteeFacts> facts;
    facts.reserve(guarantee::all.size());
    for (const guarantee::Info& info : guarantee::all) {
        facts.push_back(
            {.name = std::string(info.name),
             .letter = std::string(1, info.letter),
             .holds_when = std::string(info.holds_when)}
        );
    }
    return facts;
}

reports::Claim claim_of(const Scenario& scenario, const StrategyUse& use) {
    const Claim& claim = scenario.claim;
    if (claim.text.empty()) return {};
    // The baseline protects nothing, so no claim is about it.
    const bool is_baseline = use.name == strategy::catalog().front().name;
    return {
        .number = claim.number,
        .text = claim.text,
        .about = claim.about.empty() ? !is_baseline : names_it(claim.about, use),
        .guarantees = claim.guarantees.empty() ? scenario.guarantees : claim.guarantees};
}

std::string window_text(const std::string& name) {
    const auto* window = std::ranges::find(guarantee::windows, name, &guarantee::Window::name);
    ENSURE(window != guarantee::windows.end());
    return std::string(window->text);
}

}  // namespace onceproof::harness
