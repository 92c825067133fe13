#include "harness/known.hpp"

#include "harness/stage.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/window.hpp"
#include "model/world/fault.hpp"

namespace onceproof::harness {
namespace {

StrategyRules rules_of(const strategy::Info& info) {
    if (info.rules.empty()) return {};
    return [&info](const StrategyUse& use, Duration retry_window) {
        const strategy::Options options = options_of(info, use);
        std::vector<RuleBreach> breaches;
        for (const strategy::Rule rule : info.rules) {
            if (auto breach = rule(options, {.retry_window = retry_window})) {
                breaches.push_back({std::string(breach->option), std::move(breach->rule)});
            }
        }
        return breaches;
    };
}

FaultSpec fault_spec_of(const world::FaultInfo& info) {
    FaultSpec spec{
        .name = std::string(info.name),
        .at = !info.environment,
        .duration = info.takes_duration,
        .lose = info.takes_lose,
        .key = info.takes_key,
        .doc = std::string(info.effect)};
    for (const world::OpCode point : world::all_points()) {
        if (world::can_strike(info.kind, point)) {
            spec.points.emplace_back(world::name_of(point));
        }
    }
    return spec;
}

Vocabulary collect() {
    Vocabulary vocabulary;
    for (const strategy::Info& info : strategy::catalog()) {
        vocabulary.strategies.push_back(spec_of(info));
    }
    for (const world::FaultInfo& info : world::all_faults()) {
        vocabulary.faults.push_back(fault_spec_of(info));
    }
    for (const world::OpCode point : world::all_points()) {
        vocabulary.points.emplace_back(world::name_of(point));
    }
    for (const guarantee::Info& info : guarantee::all) {
        vocabulary.guarantees.emplace_back(info.name);
    }
    for (const guarantee::Window& window : guarantee::windows) {
        vocabulary.windows.emplace_back(window.name);
    }
    return vocabulary;
}

}  // namespace

StrategySpec spec_of(const strategy::Info& info) {
    StrategySpec spec{
        .name = std::string(info.name),
        .presets = {},
        .doc = std::string(info.summary),
        .needs_broker = info.needs_broker,
        .consumes = info.consumes,
        .relays = info.relays,
        .rules = rules_of(info)};
    for (const strategy::Preset& preset : info.presets) {
        spec.presets.emplace_back(preset.name);
    }
    for (const strategy::OptionInfo& option : info.options) {
        OptionSpec known{
            .name = std::string(option.name),
            .type = static_cast<OptionType>(option.value.index()),
            .words = {option.words.begin(), option.words.end()},
            .fallback = option.value,
            .doc = std::string(option.help)};
        if (known.type == OptionType::duration) known.least = option.least.count();
        spec.options.push_back(std::move(known));
    }
    return spec;
}

const Vocabulary& known_vocabulary() {
    static const Vocabulary vocabulary = collect();
    return vocabulary;
}

}  // namespace onceproof::harness
