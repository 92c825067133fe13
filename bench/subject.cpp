#include "bench/subject.hpp"

#include <algorithm>

#include "bench/raw.hpp"
#include "impls/strategy/catalog.hpp"

namespace onceproof::bench {
namespace {

std::string full_name(const strategy::Info& info, const strategy::Preset& preset) {
    return std::string(info.name) + "/" + std::string(preset.name);
}

Way way_of(const strategy::Info& info) {
    if (info.relays) {
        return Way::relayed;
    }
    if (info.needs_broker) {
        return Way::consumer;
    }
    return info.issues ? Way::issued : Way::handler;
}

/// What MariaDB does not know and the subject's statements need.
std::string mariadb_gap(std::string_view name) {
    return name == "outbox/hardened" ? "no UPDATE ... RETURNING" : "";
}

/// Why a strategy cannot pass what is asked of all.
std::string unfitness(std::string_view name) {
    return name == "timestamp-key" ? "requests of one millisecond get the same key" : "";
}

Subject subject_of(const strategy::Info& info, const strategy::Preset& preset, Effect effect) {
    Subject subject;
    subject.name = full_name(info, preset);
    subject.strategy = info.make(strategy::resolve(info, preset.name, {}), effect);
    subject.effect = effect;
    subject.way = way_of(info);
    subject.schema = strategy::full_schema(info);
    subject.own_tables = {info.tables.begin(), info.tables.end()};
    subject.own_tables.insert(subject.own_tables.end(), info.records.begin(), info.records.end());
    subject.tables = subject.own_tables;
    subject.tables.emplace_back("payment");
    subject.ledger = effect == Effect::in_transaction ? Ledger::table : Ledger::gateway;
    subject.ledger_table = "payment";
    // The baseline answers repeats as if they were new, and is to be caught at it. A consumer
    // answers nobody.
    if (!preset.replays && info.name != "no-guard" && subject.way != Way::consumer) {
        subject.no_repeats = "a repeat gets no result";
    }
    subject.no_mariadb = mariadb_gap(subject.name);
    subject.unfit = unfitness(info.name);
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
    subject.own_tables = subject.tables;
    subject.ledger = Ledger::table;
    subject.ledger_table = "raw_insert";
    subject.raw = true;
    subject.no_repeats = "guards nothing";
    return subject;
}

}  // namespace

std::vector<Subject> raw_subjects() {
    std::vector<Subject> subjects;
    subjects.push_back(raw_insert(raw_insert_name));
    Subject set;
    set.name = raw_set_name;
    set.strategy = std::make_unique<RawSet>();
    set.raw = true;
    set.no_repeats = "guards nothing";
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
            if (named || wanted.empty()) {
                subjects.push_back(subject_of(info, preset, effect));
            }
        }
    }
    return subjects;
}

std::vector<std::string> subject_names() {
    std::vector<std::string> names;
    for (const strategy::Info& info : strategy::catalog()) {
        names.emplace_back(info.name);
        for (const strategy::Preset& preset : info.presets) {
            names.push_back(full_name(info, preset));
        }
    }
    return names;
}

std::string not_measured(const Subject& subject, Database database, const Load& load) {
    if (!subject.unfit.empty()) {
        return subject.unfit;
    }
    if (database == Database::mariadb && !subject.no_mariadb.empty()) {
        return subject.no_mariadb;
    }
    return load.repeats > 0 ? subject.no_repeats : "";
}

bool needs_broker(const Subject& subject) {
    return subject.way == Way::consumer || subject.way == Way::relayed;
}

}  // namespace onceproof::bench
