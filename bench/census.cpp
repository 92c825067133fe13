#include "bench/census.hpp"

namespace onceproof::bench {
namespace {

std::string keys_text(std::uint64_t keys) {
    return std::to_string(keys) + (keys == 1 ? " key" : " keys");
}

std::uint64_t number_of(const Value& value) {
    return static_cast<std::uint64_t>(std::get<std::int64_t>(value));
}

std::optional<Census> count_rows(const std::string& table, backend::PostgresSql& sql) {
    const Result<SqlSession*> session = sql.open();
    if (!session.ok()) {
        return std::nullopt;
    }
    const Result<Rows> counted = (*session)->execute(
        "SELECT count(*), count(*) FILTER (WHERE effects > 1) FROM "
        "(SELECT count(*) AS effects FROM " +
        table + " GROUP BY request_key) AS per_key"
    );
    (*session)->close();
    if (!counted.ok()) {
        return std::nullopt;
    }
    return Census{number_of(counted->rows[0][0]), number_of(counted->rows[0][1])};
}

}  // namespace

std::optional<Census> take_census(
    const Subject& subject, backend::PostgresSql& sql, const backend::LedgerGateway& gateway
) {
    switch (subject.ledger) {
        case Ledger::none:
            break;
        case Ledger::table:
            return count_rows(subject.ledger_table, sql);
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

std::string wrong_answer(Stream stream, const Request& request, const Reply& reply) {
    const bool right_kind =
        stream == Stream::first ? reply.kind == ReplyKind::done : tells_success(reply.kind);
    const bool right_result = reply.result == receipt_for(request);
    if (right_kind && right_result) {
        return {};
    }
    return "answered " + std::string(name_of(reply.kind)) + " (" + reply.result + ") to a " +
           std::string(name_of(stream)) + " call";
}

}  // namespace onceproof::bench
