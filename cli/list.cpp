#include <cstdio>
#include <variant>

#include "cli/commands.hpp"
#include "cli/load.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/base/text.hpp"
#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/window.hpp"
#include "model/world/fault.hpp"

namespace onceproof::cli {
namespace {

std::string text_of(const strategy::OptionValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) {
        return *flag ? "true" : "false";
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* duration = std::get_if<Duration>(&value)) {
        return "\"" + format_duration(*duration) + "\"";
    }
    return "\"" + std::get<std::string>(value) + "\"";
}

std::string strategies() {
    std::string text;
    for (const strategy::Info& info : strategy::catalog()) {
        text += std::string(info.name) + "\n    " + std::string(info.summary) +
                "\n    source: " + std::string(info.source) +
                "\n    claim: " + std::string(info.claim) +
                "\n    known gap: " + std::string(info.gap) + "\n";
        for (const strategy::Preset& preset : info.presets) {
            text += "    preset " + std::string(preset.name);
            for (const auto& [name, value] : preset.options) {
                text += (name == preset.options.begin()->first ? ": " : ", ") + name + " = " +
                        text_of(value);
            }
            text += "\n";
        }
        for (const strategy::OptionInfo& option : info.options) {
            text += "    option " + std::string(option.name) + " = " + text_of(option.value);
            for (const std::string_view word : option.words) {
                text += (word == option.words.front() ? "  (" : " | ") + std::string(word);
            }
            text += option.words.empty() ? "" : ")";
            text += ": " + std::string(option.help) + "\n";
        }
        text += "\n";
    }
    return text;
}

std::string faults() {
    std::string text;
    for (const world::FaultInfo& info : world::all_faults()) {
        text += std::string(info.name) + "\n    " + std::string(info.effect) +
                "\n    on real servers: " + std::string(info.real) + "\n    at:";
        for (const world::OpCode point : world::all_points()) {
            if (world::can_strike(info.kind, point)) {
                text += " " + std::string(world::name_of(point));
            }
        }
        text += info.environment ? " " + std::string(info.when) : "";
        text += world::strikes_waiting(info.kind) ? " (while it waits)" : "";
        text += "\n    takes: max (strikes in one run), rate (in timed order)";
        text += info.environment ? "" : ", at (operation, group of operations or any)";
        text += info.takes_duration ? ", for (a duration)" : "";
        text += info.takes_lose ? ", lose (how many writes or commits)" : "";
        text += info.takes_key ? ", key (what the key's name begins with)" : "";
        text += "\n";
    }
    return text;
}

std::string points() {
    std::string text;
    for (const world::OpCode point : world::all_points()) {
        text += std::string(world::name_of(point)) + "\n";
    }
    return text;
}

std::string guarantees() {
    std::string text;
    for (const guarantee::Info& info : guarantee::all) {
        text += std::string(info.name) + "\n    " + std::string(info.holds_when) + "\n";
    }
    return text;
}

std::string windows() {
    std::string text;
    for (const guarantee::Window& window : guarantee::windows) {
        text += std::string(window.name) + "\n    " + std::string(window.text) + "\n";
    }
    return text;
}

}  // namespace

ExitCode list(const ListOptions& options) {
    if (options.what == "scenarios") {
        const Loaded loaded = load(options.scenarios, {.filter = options.filter});
        if (loaded.trouble != ExitCode::ok) {
            return loaded.trouble;
        }
        std::string last;
        for (const harness::Scenario& scenario : loaded.scenarios) {
            if (scenario.id != last) {
                std::printf("%s\n    %s\n", scenario.id.c_str(), scenario.title.c_str());
            }
            last = scenario.id;
        }
        return ExitCode::ok;
    }
    const std::string text = options.what == "strategies"   ? strategies()
                             : options.what == "faults"     ? faults()
                             : options.what == "guarantees" ? guarantees()
                             : options.what == "windows"    ? windows()
                                                            : points();
    std::fputs(text.c_str(), stdout);
    return ExitCode::ok;
}

}  // namespace onceproof::cli
