#include "bench/subject.hpp"

#include <algorithm>

#include "bench/raw.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::bench {
namespace {

std::string full_name(const strategy::Info& info, const strategy::Preset& preset) {
    return std::string(info.name) + "/" + std::string(preset.name);
}

/// Callers with keys of their own, and nobody else, can put its handlers to work.
bool is_measurable(const strategy::Info& info) {
    return !info.needs_broker && !info.issues;
}

Subject subject_of(const strategy::Info& info, const strategy::Preset& preset, Effect effect) {
    Subject subject;
    subject.name = full_name(info, preset);
    subject.strategy = info.make(strategy::resolve(info, preset.name, {}), effect);
    subject.effect = effect;
    subject.schema = strategy::full_schema(info);
    subject.tables = {info.tables.begin(), info.tables.end()};
    subject.tables.insert(subject.tables.end(), info.records.begin(), info.records.end());
    subject.tables.emplace_back("payment");
    subject.ledger = effect == Effect::in_transaction ? Ledger::table : Ledger::gateway;
    subject.ledger_table = "payment";
    subject.streams = {Stream::first};
    // The baseline answers repeats as if they were new, and is to be caught at it.
    if (preset.replays || info.name == "no-guard") {
        subject.streams.push_back(Stream::duplicate);
    }
    // An idempotent gateway protects even the baseline.
    subject.must_break = info.name == "no-guard" && effect != Effect::external_idempotent;
    return subject;
}

Subject raw_insert(std::string_view name) {
    Subject subject;
    subject.name = name;
    subject.strategy = std::make_unique<RawInsert>();
    subject.schema = raw_insert_schema;
    subject.tables = {"raw_insert"};
    subject.ledger = Ledger::table;
    subject.ledger_table = "raw_insert";
    subject.streams = {Stream::first};
    subject.raw = true;
    return subject;
}

}  // namespace

std::string_view name_of(Stream stream) {
    return stream == Stream::first ? "first" : "duplicate";
}

std::vector<Subject> raw_subjects() {
    std::vector<Subject> subjects;
    subjects.push_back(raw_insert(raw_insert_name));
    Subject set;
    set.name = "raw-set-nx-px";
    set.strategy = std::make_unique<RawSet>();
    set.streams = {Stream::first};
    set.raw = true;
    subjects.push_back(std::move(set));
    return subjects;
}

Subject raw_insert_again() {
    return raw_insert(raw_insert_again_name);
}

std::vector<Subject> strategy_subjects(const std::vector<std::string>& wanted, Effect effect) {
    std::vector<Subject> subjects;
    for (const strategy::Info& info : strategy::catalog()) {
        for (const strategy::Preset& preset : info.presets) {
            const bool named = std::ranges::any_of(wanted, [&](const std::string& name) {
                return name == info.name || name == full_name(info, preset);
            });
            if (is_measurable(info) && (named || wanted.empty())) {
                subjects.push_back(subject_of(info, preset, effect));
            }
        }
    }
    return subjects;
}

std::vector<std::string> subject_names() {
    std::vector<std::string> names;
    for (const strategy::Info& info : strategy::catalog()) {
        if (!is_measurable(info)) {
            continue;
        }
        names.emplace_back(info.name);
        for (const strategy::Preset& preset : info.presets) {
            names.push_back(full_name(info, preset));
        }
    }
    return names;
}

}  // namespace onceproof::bench
