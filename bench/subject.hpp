#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// Which calls a run makes.
enum class Stream : std::uint8_t {
    first,      ///< each with a fresh key
    duplicate,  ///< each with a key whose request is done
};

/// The stream's name as it stands in this file.
std::string_view name_of(Stream stream);

/// Where the effects of a subject are counted.
enum class Ledger : std::uint8_t {
    none,     ///< nowhere
    table,    ///< rows of a table with a column `request_key`
    gateway,  ///< the gateway's own
};

/// One thing that is measured: a strategy with a preset, or a raw limit.
struct Subject {
    std::string name;  ///< "dedup-table/hardened", "raw-insert"
    std::unique_ptr<const Strategy> strategy;
    Effect effect = Effect::in_transaction;
    std::string schema;               ///< CREATE TABLE statements
    std::vector<std::string> tables;  ///< all tables of the schema
    Ledger ledger = Ledger::none;
    std::string ledger_table;     ///< for `Ledger::table`
    std::vector<Stream> streams;  ///< what it is asked
    bool raw = false;             ///< a limit to compare with, no strategy
    bool must_break = false;      ///< its duplicate calls make further effects: the control
};

inline constexpr std::string_view raw_insert_name = "raw-insert";
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

}  // namespace onceproof::bench
