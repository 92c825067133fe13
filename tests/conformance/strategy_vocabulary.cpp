#include "tests/conformance/strategy_vocabulary.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <variant>

#include "impls/strategy/catalog.hpp"
#include "tests/conformance/sql_notebook.hpp"
#include "tests/support/recording_env.hpp"

namespace onceproof::conformance {

namespace {

using namespace std::chrono_literals;
using Pages = SqlNotebook::Pages;

/// One way to use a strategy, and what goes wrong in the first attempt.
struct Story {
    const strategy::Info& info;
    strategy::Options options;
    Effect effect = Effect::external;
    std::optional<std::size_t> spoiled{};  ///< the number of the call
    Instead instead{};
    std::optional<Error> refusal{};  ///< what the gateway says, and the broker
};

/// A day's work with one key: an attempt, its repetition, another payload, a message of two
/// deliveries; again when every lease has ended; and the clean-up. Returns how many calls the first
/// attempt made.
std::size_t tell(const Story& story, Pages& pages) {
    RecordingEnv ports(strategy::full_schema(story.info), story.effect);
    const auto strategy = story.info.make(story.options, story.effect);
    Env inner = ports.env();
    SqlNotebook notebook(inner.sql, pages);
    Env env{
        notebook,
        inner.kv,
        inner.broker,
        inner.gateway,
        inner.clock,
        inner.ids,
        inner.tasks,
        inner.scope};
    if (story.spoiled) notebook.spoil(*story.spoiled, story.instead);
    if (story.refusal) {
        ports.fail("gateway.charge", *story.refusal);
        ports.fail("broker.publish", *story.refusal);
    }
    Request request{.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
    if (const auto issued = strategy->issue(request, env)) request.key = *issued;
    Request other = request;
    other.amount = 250;
    const std::vector<Delivery> batch{
        {.message_id = "m-1", .request = request}, {.message_id = "m-2", .request = request}};
    std::size_t calls = 0;
    for (const Request& each : {request, request, other}) {
        static_cast<void>(strategy->handle(each, env));
        if (story.info.consumes) static_cast<void>(strategy->consume({batch.data(), 1}, env));
        strategy->relay(env);
        if (calls == 0) calls = notebook.calls();
    }
    if (story.info.consumes) static_cast<void>(strategy->consume(batch, env));
    ports.now_at += 600s;
    static_cast<void>(strategy->handle(request, env));
    strategy->relay(env);
    ports.now_at += 2'400h;
    strategy->sweep(env);
    return calls;
}

constexpr std::array spoilers{
    Instead{Error{ErrorKind::connection_lost, Certainty::indefinite}},
    Instead{Error{ErrorKind::unique_violation, Certainty::definite}},
    Instead{},
};

/// The story alone, with the refusals of others, and with each call of its first attempt spoiled.
void tell_all(Story story, bool spoils, Pages& pages) {
    const std::size_t calls = tell(story, pages);
    for (const ErrorKind kind : {ErrorKind::declined, ErrorKind::timeout}) {
        const bool known = kind == ErrorKind::declined;
        story.refusal = Error{kind, known ? Certainty::definite : Certainty::indefinite};
        tell(story, pages);
    }
    story.refusal.reset();
    for (std::size_t call = 0; spoils && call < calls; ++call) {
        for (const Instead& instead : spoilers) {
            story.spoiled = call;
            story.instead = instead;
            tell(story, pages);
        }
    }
}

/// The options of a preset, and each switch and word of them set otherwise.
std::vector<strategy::Options> variants(const strategy::Info& info, std::string_view preset) {
    const strategy::Options plain = strategy::resolve(info, preset, {});
    std::vector<strategy::Options> result{plain};
    for (const strategy::OptionInfo& option : info.options) {
        strategy::Options changed = plain;
        if (const auto* const is_on = std::get_if<bool>(&plain.at(std::string(option.name)))) {
            changed[std::string(option.name)] = !*is_on;
            result.push_back(changed);
        }
        for (const std::string_view word : option.words) {
            changed[std::string(option.name)] = std::string(word);
            result.push_back(changed);
        }
    }
    return result;
}

std::vector<std::string> tables_of(const std::string& schema) {
    constexpr std::string_view before = "CREATE TABLE ";
    std::vector<std::string> names;
    for (std::size_t at = schema.find(before); at != std::string::npos;
         at = schema.find(before, at + 1)) {
        const std::size_t start = at + before.size();
        names.push_back(schema.substr(start, schema.find(' ', start) - start));
    }
    return names;
}

/// For each parameter the values that it had.
std::vector<std::vector<Value>> columns_of(const std::set<std::vector<Value>>& rows) {
    std::vector<std::vector<Value>> columns(rows.begin()->size());
    for (const std::vector<Value>& row : rows) {
        for (std::size_t at = 0; at < row.size(); ++at) {
            std::vector<Value>& column = columns[at];
            if (std::ranges::find(column, row[at]) == column.end()) column.push_back(row[at]);
        }
    }
    return columns;
}

StrategyVocabulary vocabulary_of(const strategy::Info& info) {
    Pages pages;
    for (const strategy::Preset& preset : info.presets) {
        const std::vector<strategy::Options> all = variants(info, preset.name);
        for (const strategy::Options& options : all) {
            const bool is_plain = &options == &all.front();
            tell_all({info, options, Effect::external}, is_plain, pages);
            tell_all({info, options, Effect::in_transaction}, is_plain, pages);
        }
    }
    StrategyVocabulary result{std::string(info.name), strategy::full_schema(info), {}, {}, {}};
    result.tables = tables_of(result.schema);
    result.isolations.assign(pages.isolations.begin(), pages.isolations.end());
    for (const auto& [text, parameters] : pages.statements)
        result.statements.push_back({text, "", 1, columns_of(parameters)});
    return result;
}

}  // namespace

const std::vector<StrategyVocabulary>& strategy_vocabularies() {
    static const std::vector<StrategyVocabulary> all = [] {
        std::vector<StrategyVocabulary> result;
        for (const strategy::Info& info : strategy::catalog()) {
            StrategyVocabulary vocabulary = vocabulary_of(info);
            if (!vocabulary.statements.empty()) result.push_back(std::move(vocabulary));
        }
        return result;
    }();
    return all;
}

Alphabet alphabet_of(const StrategyVocabulary& vocabulary, fake::Dialect dialect) {
    Alphabet alphabet;
    alphabet.dialect = dialect;
    alphabet.isolations = vocabulary.isolations;
    const bool has_range =
        std::ranges::any_of(vocabulary.statements, [](const StatementForm& form) {
            return form.text.starts_with("SELECT") && form.text.find(" > $") != std::string::npos;
        });
    // See Known::index_ranges.
    if (dialect == fake::Dialect::mysql && has_range) {
        std::erase(alphabet.isolations, Isolation::serializable);
    }
    if (alphabet.isolations.empty()) alphabet.isolations.push_back(Isolation::server_default);
    alphabet.schema = vocabulary.schema;
    alphabet.tables = vocabulary.tables;
    for (const StatementForm& form : vocabulary.statements) {
        const bool unknown = dialect == fake::Dialect::mysql && form.text.starts_with("UPDATE") &&
                             form.text.find(" RETURNING ") != std::string::npos;
        if (!unknown) alphabet.statements.push_back(form);
    }
    return alphabet;
}

}  // namespace onceproof::conformance
