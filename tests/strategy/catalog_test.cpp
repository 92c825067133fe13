#include "impls/strategy/catalog.hpp"

#include <algorithm>

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("catalog: the names are those of scenario files, in the order of lists", "[strategy]") {
    std::vector<std::string_view> names;
    for (const Info& info : catalog()) {
        names.push_back(info.name);
        CHECK(find(info.name) == &info);
        CHECK_FALSE(info.summary.empty());
        CHECK_FALSE(info.gap.empty());
    }
    CHECK(
        names ==
        std::vector<std::string_view>{
            "no-guard",
            "dedup-table",
            "table-lock",
            "timeout-table",
            "redis-key",
            "dedup-insert",
            "delete-token",
            "mq-dedup",
            "two-level",
            "optimistic-lock",
            "outbox",
            "timestamp-key",
            "no-expiry",
            "key-not-released",
            "conflict-without-status"}
    );
    CHECK(find("dedup") == nullptr);
}

TEST_CASE("catalog: the first preset is the published one, and all defaults", "[strategy]") {
    for (const Info& info : catalog()) {
        CAPTURE(info.name);
        REQUIRE_FALSE(info.presets.empty());
        CHECK(info.presets.front().options.empty());
    }
    CHECK(find("no-guard")->presets.front().name == "baseline");
    CHECK(find("table-lock")->presets.front().name == "published");
}

TEST_CASE(
    "catalog: every option of a preset is known, and has its option's type and words", "[strategy]"
) {
    for (const Info& info : catalog()) {
        for (const OptionInfo& option : info.options) {
            CAPTURE(info.name, option.name);
            const auto* word = std::get_if<std::string>(&option.value);
            CHECK((word == nullptr) == option.words.empty());
            if (word != nullptr) {
                CHECK(std::ranges::find(option.words, *word) != option.words.end());
            }
            CHECK_FALSE(option.help.empty());
        }
        for (const Preset& preset : info.presets) {
            for (const auto& [name, value] : preset.options) {
                CAPTURE(info.name, preset.name, name);
                const auto option = std::ranges::find(info.options, name, &OptionInfo::name);
                REQUIRE(option != info.options.end());
                CHECK(option->value.index() == value.index());
                if (const auto* word = std::get_if<std::string>(&value)) {
                    CHECK(std::ranges::find(option->words, *word) != option->words.end());
                }
            }
        }
    }
}

TEST_CASE(
    "catalog: single options lie on top of the preset, the preset on the defaults", "[strategy]"
) {
    const Info& info = *find("table-lock");
    const Options published = resolve(info, "published", {});
    CHECK(published.size() == info.options.size());
    CHECK(duration_of(published, "ttl") == 30s);
    CHECK(word_of(published, "unlock") == "get-then-delete");
    const Options hardened = resolve(info, "hardened", {{"renew", true}});
    CHECK(duration_of(hardened, "ttl") == 4s);
    CHECK(word_of(hardened, "unlock") == "compare-and-delete");
    CHECK(duration_of(hardened, "lease") == 10s);
    CHECK(flag_of(hardened, "renew"));
    CHECK_FALSE(flag_of(resolve(info, "hardened", {}), "renew"));
}

TEST_CASE("catalog: only a lock or a claim that is renewed uses tasks", "[strategy]") {
    const Info& lock = *find("table-lock");
    CHECK(lock.uses_tasks(resolve(lock, "published", {{"renew", true}})));
    CHECK_FALSE(lock.uses_tasks(resolve(lock, "hardened", {})));
    const Info& key = *find("redis-key");
    CHECK_FALSE(key.uses_tasks(resolve(key, "published", {})));
    CHECK(key.uses_tasks(resolve(key, "hardened", {})));
    const Info& table = *find("dedup-table");
    CHECK_FALSE(table.uses_tasks(resolve(table, "hardened", {})));
}

namespace {

/// What a repeated request is told on a quiet day.
Reply repeat_reply(std::string_view name) {
    if (name == "no-guard/baseline" || name == "optimistic-lock/published") {
        return done();
    }
    if (name == "dedup-insert/published") {
        return {ReplyKind::duplicate, ""};
    }
    if (name == "delete-token/published") {
        return {ReplyKind::duplicate, "duplicate, or the token is invalid"};
    }
    if (name == "mq-dedup/published") {
        return {ReplyKind::duplicate, "handled before"};
    }
    return duplicate();
}

}  // namespace

TEST_CASE("catalog: every preset, with every effect, pays once on a quiet day", "[strategy]") {
    using enum Effect;
    for (const Info& info : catalog()) {
        for (const Preset& preset : info.presets) {
            for (const Effect effect : {external, external_idempotent, in_transaction}) {
                const std::string name = std::string(info.name) + "/" + std::string(preset.name);
                CAPTURE(name, static_cast<int>(effect));
                Desk desk(info.name, preset.name, effect);
                const Request request = desk.issued();
                CHECK(desk.ask(request) == done());
                const std::size_t made = info.relays ? 0 : 1;  // there the consumer makes it
                CHECK(desk.charges() == (effect == in_transaction ? 0 : made));
                CHECK(desk.payments() == (effect == in_transaction ? made : 0));
                desk.sweep();
                const Reply repeated = desk.ask(request);
                CHECK(repeated == repeat_reply(name));
                CHECK(preset.replays == (repeated == duplicate()));
            }
        }
    }
}

TEST_CASE("catalog: every preset keeps its strategy's rules", "[strategy]") {
    for (const Info& info : catalog()) {
        for (const Preset& preset : info.presets) {
            CAPTURE(info.name, preset.name);
            CHECK(breach_of(info.name, preset.name, {}) == "");
        }
    }
}

TEST_CASE("catalog: no strategy takes a time of zero", "[strategy]") {
    std::size_t times = 0;
    for (const Info& info : catalog()) {
        for (const OptionInfo& option : info.options) {
            if (std::holds_alternative<Duration>(option.value)) {
                CAPTURE(info.name, option.name);
                ++times;
                const std::string name(option.name);
                CHECK(
                    breach_of(info.name, "published", {{name, Duration(999us)}}) ==
                    name + ": " + name + " must be at least 1ms, and is 999us"
                );
            }
        }
    }
    CHECK(times == 23);
}

TEST_CASE(
    "catalog: what a strategy's tables are is in its schema, and nothing else is", "[strategy]"
) {
    for (const Info& info : catalog()) {
        CAPTURE(info.name);
        std::size_t tables = 0;
        for (auto at = info.schema.find("CREATE TABLE"); at != std::string_view::npos;
             at = info.schema.find("CREATE TABLE", at + 1)) {
            ++tables;
        }
        CHECK(tables == info.tables.size() + info.records.size());
        for (const auto& list : {info.tables, info.records}) {
            for (const std::string_view table : list) {
                CAPTURE(table);
                const std::string create = "CREATE TABLE " + std::string(table) + " (";
                CHECK(info.schema.find(create) != std::string_view::npos);
            }
        }
    }
}

TEST_CASE("catalog: the isolation word is the transaction's", "[strategy]") {
    for (const std::string word :
         {"default", "read-committed", "repeatable-read", "serializable"}) {
        Desk desk("dedup-table", "published", Effect::external, {{"isolation", word}});
        CHECK(desk.ask() == done());
        const std::string begin = word == "default" ? "sql.begin" : "sql.begin " + word;
        CHECK(desk.ports.take_calls().at(1) == begin);
    }
}

}  // namespace onceproof::strategy
