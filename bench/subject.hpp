#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/database.hpp"
#include "bench/load.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// Where the effects of a subject are counted.
enum class Ledger : std::uint8_t {
    none,     ///< nowhere
    table,    ///< rows of a table with a column `request_key`
    gateway,  ///< the gateway's own
};

/// The way of one request.
enum class Way : std::uint8_t {
    handler,   ///< a handler is called
    issued,    ///< the caller asks for its key, then a handler is called
    consumer,  ///< a message is published, taken by a consumer, handled and acknowledged
    relayed,   ///< a handler is called; what it noted is published by the relay, and then as above
};

/// One thing that is measured: a strategy with a preset, or a raw limit.
struct Subject {
    std::string name;  ///< "dedup-table/hardened", "raw-insert"
    std::unique_ptr<const Strategy> strategy;
    Effect effect = Effect::in_transaction;
    Way way = Way::handler;
    std::string schema;                   ///< CREATE TABLE statements
    std::vector<std::string> tables;      ///< all tables of the schema
    std::vector<std::string> own_tables;  ///< those among them that the guarding costs
    Ledger ledger = Ledger::none;
    std::string ledger_table;  ///< for `Ledger::table`
    bool raw = false;          ///< a limit to compare with, no strategy
    bool must_break = false;   ///< its repeated calls make further effects: the control
    std::string no_repeats{};  ///< why repeated calls are not measured, in words; empty: they are
    std::string no_mariadb{};  ///< why it is not measured on MariaDB; empty: it is
    std::string unfit{};       ///< why it is not measured at all; empty: it is
};

inline constexpr std::string_view raw_insert_name = "raw-insert";
inline constexpr std::string_view raw_set_name = "raw-set-nx-px";
inline constexpr std::string_view raw_insert_again_name = "raw-insert again";

/// The two raw limits: one indexed insert per request, one SET NX PX per request.
std::vector<Subject> raw_subjects();

/// The raw insert once more, to be measured last: what it differs from the first by is how far the
/// machine itself has moved meanwhile.
Subject raw_insert_again();

/// Every preset of every strategy of the catalog that one of `wanted` names ("dedup-table" or
/// "dedup-table/hardened"); all if `wanted` is empty. In the catalog's order.
std::vector<Subject> strategy_subjects(const std::vector<std::string>& wanted, Effect effect);

/// All names that `strategy_subjects` knows.
std::vector<std::string> subject_names();

/// Why this load is not measured on that database, in words; empty: it is.
std::string not_measured(const Subject& subject, Database database, const Load& load);

/// Whether requests of the subject go through the broker.
bool needs_broker(const Subject& subject);

}  // namespace onceproof::bench
