#include "impls/strategy/catalog.hpp"

#include <algorithm>
#include <array>

#include "impls/strategy/dedup_table.hpp"
#include "impls/strategy/no_guard.hpp"
#include "impls/strategy/schema.hpp"
#include "impls/strategy/table_lock.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view article_a =
    "\"Idempotency with a dedup table and a distributed lock\", article A, 2026-07-08";

Isolation isolation_of(std::string_view word) {
    if (word == "serializable") {
        return Isolation::serializable;
    }
    return word == "repeatable-read" ? Isolation::repeatable_read : Isolation::read_committed;
}

TableOptions table_options(const Options& options, Effect effect) {
    return {
        .effect = effect,
        .isolation = isolation_of(word_of(options, "isolation")),
        .proxy = word_of(options, "transaction") == "proxy",
        .insert_first = word_of(options, "claim") == "insert-first",
        .lease = lease_sql(duration_of(options, "lease"))};
}

std::unique_ptr<const Strategy> make_no_guard(const Options&, Effect effect) {
    return std::make_unique<NoGuard>(effect);
}

std::unique_ptr<const Strategy> make_dedup_table(const Options& options, Effect effect) {
    return std::make_unique<DedupTable>(table_options(options, effect));
}

std::unique_ptr<const Strategy> make_table_lock(const Options& options, Effect effect) {
    return std::make_unique<TableLock>(LockOptions{
        .table = table_options(options, effect),
        .ttl = duration_of(options, "ttl"),
        .outside = word_of(options, "lock") == "outside",
        .compare_and_delete = word_of(options, "unlock") == "compare-and-delete",
        .renew = flag_of(options, "renew"),
        .busy_is_an_error = word_of(options, "busy") == "refused",
        .tolerate_redis = flag_of(options, "tolerate_redis")});
}

bool never(const Options&) {
    return false;
}

bool renews(const Options& options) {
    return flag_of(options, "renew");
}

std::vector<OptionInfo> table_option_infos() {
    return {
        {"isolation",
         std::string("read-committed"),
         {"read-committed", "repeatable-read", "serializable"},
         "isolation level of the transaction"},
        {"transaction",
         std::string("proxy"),
         {"proxy", "statements"},
         "one transaction around the handler, or every statement commits by itself"},
        {"claim",
         std::string("look-then-insert"),
         {"look-then-insert", "insert-first"},
         "the article's look-up before the insert, or the insert decides who works"},
        {"lease",
         Duration(10s),
         {},
         "insert-first with an outside effect: how long a claim is its owner's"},
    };
}

std::vector<OptionInfo> lock_option_infos() {
    std::vector<OptionInfo> infos = table_option_infos();
    infos.insert(
        infos.end(),
        {
            {"ttl", Duration(30s), {}, "the lock's time to live"},
            {"lock",
             std::string("inside"),
             {"inside", "outside"},
             "the lock is taken and released inside the transaction, or around it"},
            {"unlock",
             std::string("get-then-delete"),
             {"get-then-delete", "compare-and-delete"},
             "two commands, or one atomic script"},
            {"renew", false, {}, "a task prolongs the lock while the handler works"},
            {"busy",
             std::string("text"),
             {"text", "refused"},
             "the answer while another works: a success-shaped text, or a refusal (409)"},
            {"tolerate_redis",
             false,
             {},
             "without Redis the table decides alone, and a failed unlock is no error"},
        }
    );
    return infos;
}

std::vector<Info> make_catalog() {
    std::vector<Info> infos(3);
    infos[0] = {
        .name = "no-guard",
        .summary = "no protection: every attempt makes the effect",
        .source = "the baseline",
        .claim = "none",
        .gap = "everything",
        .consumes = true,
        .schema = {},
        .tables = {},
        .options = {},
        .presets = {{"baseline", {}}},
        .make = make_no_guard,
        .uses_tasks = never};
    infos[1] = {
        .name = "dedup-table",
        .summary = "a table with a unique request id and a status decides who works",
        .source = article_a,
        .claim = "the unique index keeps data from being repeated",
        .gap = "an outside effect precedes the commit; the loser of a race gets an error",
        .needs_sql = true,
        .schema = schema::dedup_table,
        .tables = {"idempotent_duplicate"},
        .options = table_option_infos(),
        .presets = {{"published", {}}, {"hardened", {{"claim", std::string("insert-first")}}}},
        .make = make_dedup_table,
        .uses_tasks = never};
    infos[2] = {
        .name = "table-lock",
        .summary = "a Redis lock per request id in front of the dedup table",
        .source = article_a,
        .claim = "more reliable than the table alone",
        .gap = "unlocks before the commit; a Redis error undoes or forgets finished work",
        .needs_sql = true,
        .needs_kv = true,
        .schema = schema::dedup_table,
        .tables = {"idempotent_duplicate"},
        .options = lock_option_infos(),
        .presets =
            {{"published", {}},
             {"hardened",
              {{"claim", std::string("insert-first")},
               {"lock", std::string("outside")},
               {"unlock", std::string("compare-and-delete")},
               {"ttl", Duration(4s)},
               {"busy", std::string("refused")},
               {"tolerate_redis", true}}}},
        .make = make_table_lock,
        .uses_tasks = renews};
    return infos;
}

template <class T>
const T& value_of(const Options& options, std::string_view name) {
    const auto option = options.find(name);
    ENSURE(option != options.end());
    const T* value = std::get_if<T>(&option->second);
    ENSURE(value != nullptr);
    return *value;
}

}  // namespace

std::span<const Info> catalog() {
    static const std::vector<Info> infos = make_catalog();
    return infos;
}

const Info* find(std::string_view name) {
    const std::span<const Info> infos = catalog();
    const auto info = std::ranges::find(infos, name, &Info::name);
    return info == infos.end() ? nullptr : &*info;
}

Options resolve(const Info& info, std::string_view preset, const Options& single) {
    Options options;
    for (const OptionInfo& option : info.options) {
        options[std::string(option.name)] = option.value;
    }
    const auto chosen = std::ranges::find(info.presets, preset, &Preset::name);
    ENSURE(chosen != info.presets.end());
    for (const Options& layer : {chosen->options, single}) {
        for (const auto& [name, value] : layer) {
            ENSURE(options.contains(name));
            options[name] = value;
        }
    }
    return options;
}

std::string full_schema(const Info& info) {
    return std::string(info.schema) + std::string(schema::payment);
}

bool flag_of(const Options& options, std::string_view name) {
    return value_of<bool>(options, name);
}

Duration duration_of(const Options& options, std::string_view name) {
    return value_of<Duration>(options, name);
}

std::string_view word_of(const Options& options, std::string_view name) {
    return value_of<std::string>(options, name);
}

}  // namespace onceproof::strategy
