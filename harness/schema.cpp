#include "harness/schema.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "harness/schema_field.hpp"

namespace onceproof::harness {
namespace {

using Words = std::array<std::string_view, 2>;

constexpr Words callers{"published", "patient"};
constexpr std::array<std::string_view, 3> effects{
    "external", "external-idempotent", "in-transaction"};
constexpr std::array<std::string_view, 3> identities{"per-order", "per-caller", "per-attempt"};
constexpr Words dialects{"postgres", "mysql"};
constexpr std::array<std::string_view, 3> persistences{"none", "everysec", "always"};
constexpr std::array<std::string_view, 4> modes{"exhaustive", "random", "pct", "timed"};
constexpr Words loads{"requests", "messages"};
constexpr Words id_givers{"producer", "broker"};
constexpr Words verdicts{"safe", "violated"};
constexpr Words combinations{"product", "zip"};

using enum KeyType;

/// A key whose value lives in the struct field that the chain of members leads to.
template <auto... Members>
constexpr KeySpec field(std::string_view path, KeyType type, std::string_view doc) {
    KeySpec key;
    key.path = path;
    key.type = type;
    key.doc = doc;
    key.load = &load_field<Members...>;
    key.store = &store_field<Members...>;
    return key;
}

template <auto... Members>
constexpr KeySpec ranged(
    std::string_view path, std::int64_t least, std::int64_t most, std::string_view doc
) {
    KeySpec key = field<Members...>(path, count, doc);
    key.least = least;
    key.most = most;
    return key;
}

template <auto... Members>
constexpr KeySpec wait(std::string_view path, std::string_view doc) {
    KeySpec key = field<Members...>(path, duration, doc);
    key.least = 1;
    return key;
}

template <auto... Members>
constexpr KeySpec least_memory(std::string_view path, std::string_view doc) {
    KeySpec key = field<Members...>(path, memory, doc);
    key.least = 1;
    return key;
}

template <auto... Members>
constexpr KeySpec one_of(
    std::string_view path, std::span<const std::string_view> words, std::string_view doc
) {
    KeySpec key = field<Members...>(path, word, doc);
    key.words = words;
    return key;
}

/// A key that came after the first tokens.
constexpr KeySpec later(KeySpec key) {
    key.only_if_given = true;
    return key;
}

constexpr KeySpec own_code(std::string_view path, KeyType type, std::string_view doc) {
    KeySpec key;
    key.path = path;
    key.type = type;
    key.doc = doc;
    return key;
}

constexpr KeySpec combine_key() {
    KeySpec key = own_code("sweep.combine", word, "product: every combination; zip: in step");
    key.words = combinations;
    return key;
}

using S = Scenario;
using W = Workload;
using V = Service;
using L = Latencies;
using F = FaultRule;
using E = Expectation;
using C = Claim;

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

constexpr std::array table{
    own_code("onceproof", count, "format version"),
    own_code("extends", text_list, "files to start from; this file wins"),

    field<&S::id>("scenario.id", text, "unique name, used in reports and filters"),
    field<&S::title>("scenario.title", text, "one sentence"),
    field<&S::tags>("scenario.tags", text_list, "words for filters"),
    field<&S::claim, &C::text>("scenario.claim", text, "a published claim that is put to the test"),
    later(ranged<&S::claim, &C::number>(
        "scenario.claim_number", 0, 1000, "its place among the claims"
    )),
    later(field<&S::claim, &C::about>(
        "scenario.claim_about", text_list, "strategies that it speaks of; none: all but no-guard"
    )),
    later(field<&S::claim, &C::guarantees>(
        "scenario.claim_guarantees", text_list, "what it promises; none: all that are checked"
    )),

    ranged<&S::workload, &W::callers>("workload.callers", 1, 16, "callers of each key"),
    ranged<&S::workload, &W::keys>("workload.keys", 1, 16, "different request keys"),
    ranged<&S::workload, &W::attempts>("workload.attempts", 1, 16, "tries of a caller at most"),
    one_of<&S::workload, &W::caller>("workload.caller", callers, "how callers react to replies"),
    wait<&S::workload, &W::timeout>("workload.timeout", "patience with one attempt"),
    field<&S::workload, &W::backoff>(
        "workload.backoff", duration_list, "pauses before attempt 2, 3 ...; the last repeats"
    ),
    field<&S::workload, &W::starts>(
        "workload.starts", duration_list, "when caller 1, 2 ... begin; the others at 0s"
    ),
    later(one_of<&S::workload, &W::load>("workload.load", loads, "what callers send")),
    later(ranged<&S::workload, &W::consumers>(
        "workload.consumers", 0, 8, "take the broker's deliveries"
    )),
    later(ranged<&S::workload, &W::batch>(
        "workload.batch", 1, 16, "deliveries that a consumer takes at once"
    )),
    later(ranged<&S::workload, &W::relays>("workload.relays", 0, 8, "run the strategy's relay")),
    one_of<&S::workload, &W::effect>("workload.effect", effects, "where the effect is made"),
    field<&S::workload, &W::work>("workload.work", duration, "how long the effect takes"),
    field<&S::workload, &W::other_payload>(
        "workload.other_payload", flag, "every second caller sends another amount"
    ),
    later(field<&S::workload, &W::other_order>(
        "workload.other_order", flag, "every second caller sends another order of another user"
    )),
    later(one_of<&S::workload, &W::identity>(
        "workload.identity", identities, "whose key it is: of the order, the caller, the attempt"
    )),

    ranged<&S::service, &V::instances>("service.instances", 1, 16, "service processes"),
    field<&S::service, &V::restart>("service.restart", duration, "a dead process is back after"),
    one_of<&S::service, &V::dialect>("service.database.dialect", dialects, "behaviour and SQL"),
    ranged<&S::service, &V::pool>("service.database.pool", 1, 64, "connections per process"),
    wait<&S::service, &V::sql_timeout>("service.database.timeout", "the driver's patience"),
    one_of<&S::service, &V::persistence>(
        "service.redis.persistence", persistences, "when writes reach the disk"
    ),
    field<&S::service, &V::replica>("service.redis.replica", flag, "with an asynchronous replica"),
    wait<&S::service, &V::kv_timeout>("service.redis.timeout", "the driver's patience"),
    later(wait<&S::service, &V::session>(
        "service.redis.session", "ephemeral keys outlive their process so long"
    )),
    wait<&S::service, &V::gateway_timeout>("service.gateway.timeout", "the client's patience"),

    later(wait<&S::service, &V::broker_timeout>("service.broker.timeout", "the client's patience")),
    later(field<&S::service, &V::redeliver_after>(
        "service.broker.redeliver_after", duration, "patience with a delivery; 0s: no end"
    )),
    later(ranged<&S::service, &V::deliveries>(
        "service.broker.deliveries", 0, 100, "then a message is a dead letter; 0: never"
    )),
    later(one_of<&S::service, &V::message_ids>(
        "service.broker.ids", id_givers, "who gives a message its id"
    )),
    later(field<&S::service, &V::producer_dedup>(
        "service.broker.producer_dedup", flag, "drops what one producer session sends twice"
    )),

    own_code("strategies.use", text_list, "NAME or NAME/PRESET, one column each"),
    own_code("strategy", open_table, "options by NAME or NAME/PRESET"),

    later(field<&S::latency, &L::network>(
        "latency.network", latency, "timed order: from caller to service, and back"
    )),
    later(field<&S::latency, &L::redis>("latency.redis", latency, "timed order: a command")),
    later(field<&S::latency, &L::database>("latency.database", latency, "timed order: a statement")
    ),
    later(field<&S::latency, &L::gateway>("latency.gateway", latency, "timed order: a call")),
    later(field<&S::latency, &L::broker>("latency.broker", latency, "timed order: a call")),

    ranged<&S::fault_budget>(
        "faults.budget", 0, 16, "faults in one run at most; not in timed order"
    ),
    own_code("fault", tables, "a kind of fault that may strike"),
    field<&F::kind>("fault.kind", text, "its name: onceproof list faults"),
    field<&F::at>("fault.at", text, "operation, group of operations or any"),
    field<&F::duration>("fault.for", duration, "how long it lasts"),
    ranged<&F::lose>("fault.lose", 0, 1000, "last writes or commits that are forgotten"),
    field<&F::key>("fault.key", text, "what the key's name begins with"),
    ranged<&F::max>("fault.max", 1, 16, "strikes in one run at most"),
    field<&F::rate>("fault.rate", rate, "timed order: probability per call, or per run"),

    own_code("guarantees.check", text_list, "names, or * for all"),

    field<&S::settle>("settle.retries", duration_list, "quiet retries after faults have stopped"),

    one_of<&S::mode>(
        "explore.mode", modes, "every state, seeded walks, walks by priorities, or timed runs"
    ),
    ranged<&S::states_max>("explore.limit.states", 1, unbounded, "then it is inconclusive"),
    wait<&S::time_max>("explore.limit.time", "then it is inconclusive"),
    later(least_memory<&S::memory_max>("explore.limit.memory", "then it is inconclusive")),
    ranged<&S::cases>(
        "explore.cases", 1, unbounded, "walks of the random and the pct mode, timed runs"
    ),
    later(ranged<&S::depth>("explore.depth", 1, 16, "orderings that a bug of the pct mode needs")),

    own_code("sweep", open_table, "path = list of values; each point is a cell of its own"),
    combine_key(),

    own_code("expect", tables, "what cells must come to; the first that matches counts"),
    field<&E::strategy>("expect.strategy", text, "NAME, NAME/PRESET or *"),
    own_code("expect.where", open_table, "swept path = list of values"),
    field<&E::guarantee>("expect.guarantee", text, "its name or *"),
    one_of<&E::violated>("expect.verdict", verdicts, "safe, or violated: it must be found"),
    field<&E::window>(
        "expect.window", text, "the gap that no strategy closes: onceproof list windows"
    ),

    own_code("regress", tables, "replayed first, every time"),
    field<&Regress::token>("regress.token", text, "of a case that once failed"),
    field<&Regress::note>("regress.note", text, "why it is kept"),
};

constexpr std::array<std::string_view, 5> sweepable_prefixes{
    "workload.", "service.", "latency.", "faults.budget", "fault."};

}  // namespace

std::span<const KeySpec> keys() {
    return table;
}

std::string_view name_of(Mode mode) {
    return modes[static_cast<std::size_t>(mode)];
}

const KeySpec* find_key(std::string_view path) {
    const auto* found = std::ranges::find(table, path, &KeySpec::path);
    return found == table.end() ? nullptr : found;
}

std::vector<std::string_view> names_in(std::string_view parent) {
    std::vector<std::string_view> names;
    for (const KeySpec& key : table) {
        std::string_view rest = key.path;
        if (!parent.empty()) {
            if (!rest.starts_with(parent) || rest.size() <= parent.size()) continue;
            if (rest[parent.size()] != '.') continue;
            rest.remove_prefix(parent.size() + 1);
        }
        const std::string_view name = rest.substr(0, rest.find('.'));
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    return names;
}

bool sweepable(const KeySpec& key) {
    return key.load != nullptr &&
           std::ranges::any_of(sweepable_prefixes, [&](std::string_view prefix) {
               return key.path.starts_with(prefix);
           });
}

Datum default_of(const KeySpec& key) {
    Scenario scenario;
    FaultRule fault;
    Expectation expectation;
    Regress regress;
    return key.load(key, {&scenario, &fault, &expectation, &regress});
}

}  // namespace onceproof::harness
