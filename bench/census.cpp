#include "bench/census.hpp"

#include "bench/pool_of.hpp"

namespace onceproof::bench {
namespace {

std::string keys_text(std::uint64_t keys) {
    return std::to_string(keys) + (keys == 1 ? " key" : " keys");
}

std::uint64_t number_of(const Value& value) {
    return static_cast<std::uint64_t>(std::get<std::int64_t>(value));
}

std::optional<Census> count_rows(const std::string& table, Pool& pool) {
    const Result<Rows> counted = query(
        pool,
        "SELECT count(*), count(CASE WHEN effects > 1 THEN 1 END) FROM "
        "(SELECT count(*) AS effects FROM " +
            table + " GROUP BY request_key) AS per_key"
    );
    if (!counted.ok()) {
        return std::nullopt;
    }
    return Census{number_of(counted->rows[0][0]), number_of(counted->rows[0][1])};
}

}  // namespace

std::optional<Census> take_census(
    const Subject& subject, Pool& pool, const backend::LedgerGateway& gateway
) {
    switch (subject.ledger) {
        case Ledger::none:
            break;
        case Ledger::table:
            return count_rows(subject.ledger_table, pool);
        case Ledger::gateway: {
            const backend::LedgerGateway::Totals totals = gateway.totals();
            return Census{totals.keys, totals.repeated_keys};
        }
    }
    return Census{};
}

std::string broken_guarantee(const Census& census, std::uint64_t keys_asked) {
    if (census.repeated > 0) {
        return "broke single_effect: " + keys_text(census.repeated) + " with more than one effect";
    }
    if (census.keys < keys_asked) {
        return "broke no_lost_request: " + keys_text(keys_asked - census.keys) +
               " without an effect";
    }
    if (census.keys > keys_asked) {
        return "broke single_effect: effects for " + keys_text(census.keys - keys_asked) +
               " that nobody asked for";
    }
    return {};
}

bool puts_off(const Reply& reply) {
    return reply.kind == ReplyKind::in_progress || reply.kind == ReplyKind::busy;
}

std::string wrong_answer(bool repeat, const Request& request, const Reply& reply) {
    const bool right_kind = repeat ? tells_success(reply.kind) : reply.kind == ReplyKind::done;
    const bool right_result = reply.result == receipt_for(request);
    if ((right_kind && right_result) || (repeat && puts_off(reply))) {
        return {};
    }
    return "answered " + std::string(name_of(reply.kind)) + " (" + reply.result + ") to a " +
           (repeat ? "repeated" : "first") + " call";
}

}  // namespace onceproof::bench
