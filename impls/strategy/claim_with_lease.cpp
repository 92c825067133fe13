#include <string>

#include "impls/strategy/claim.hpp"
#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

enum class Claim : std::uint8_t {
    mine,
    taken,
    busy,
    mismatch
};

struct ClaimResult {
    Claim claim = Claim::busy;
    std::string stored;  // `taken`: the result
};

Result<ClaimResult> claim(
    const TableOptions& options,
    const Request& request,
    const std::string& owner,
    SqlSession& session
) {
    const Result<Rows> inserted =
        session.execute(options.lease.insert, request.key, "pay", payload_of(request), owner);
    if (!inserted.ok()) {
        return inserted.error();
    }
    if (!inserted->rows.empty()) {
        return ClaimResult{Claim::mine, ""};
    }
    const Result<Rows> found = session.execute(
        "SELECT payload_hash, status, result FROM idempotent_duplicate WHERE request_id = $1",
        request.key
    );
    if (!found.ok()) {
        return found.error();
    }
    if (found->rows.empty()) {
        return ClaimResult{Claim::busy, ""};
    }
    const auto& row = found->rows[0];
    if (std::get<std::string>(row[0]) != payload_of(request)) {
        return ClaimResult{Claim::mismatch, ""};
    }
    if (std::get<std::int64_t>(row[1]) == 1) {
        return ClaimResult{Claim::taken, std::get<std::string>(row[2])};
    }
    // Only a claim whose lease has ended becomes ours: the statement's condition decides, not what
    // was read.
    const Result<Rows> taken = session.execute(options.lease.take_over, owner, request.key);
    if (!taken.ok()) {
        return taken.error();
    }
    return ClaimResult{taken->affected == 1 ? Claim::mine : Claim::busy, ""};
}

/// Nothing happened, for certain: the next attempt may claim at once.
void release(const Request& request, const std::string& owner, SqlSession& session) {
    static_cast<void>(session.execute(
        "DELETE FROM idempotent_duplicate WHERE request_id = $1 AND owner = $2 AND status = 0",
        request.key,
        owner
    ));
}

}  // namespace

LeaseSql lease_sql(Duration lease) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(lease).count();
    const std::string end = "now() + interval '" + std::to_string(seconds) + " seconds'";
    return {
        .insert =
            "INSERT INTO idempotent_duplicate "
            "(request_id, request_type, payload_hash, status, owner, lease_until) "
            "VALUES ($1, $2, $3, 0, $4, " +
            end + ") ON CONFLICT (request_id) DO NOTHING RETURNING id",
        .take_over = "UPDATE idempotent_duplicate SET owner = $1, lease_until = " + end +
                     ", update_time = now() "
                     "WHERE request_id = $2 AND status = 0 AND lease_until <= now()"};
}

Reply claim_with_lease(
    const TableOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const std::string owner = env.ids.uuid();
    const Result<ClaimResult> claimed = claim(options, request, owner, session);
    if (!claimed.ok()) {
        return internal_error(claimed.error());
    }
    switch (claimed->claim) {
        case Claim::taken:
            return {ReplyKind::duplicate, claimed->stored};
        case Claim::busy:
            return {ReplyKind::busy, "in progress, try later"};
        case Claim::mismatch:
            return {ReplyKind::mismatch, "the key belongs to another payload"};
        case Claim::mine:
            break;
    }
    const Result<std::string> receipt = perform_effect(options.effect, request, env, session);
    if (!receipt.ok()) {
        if (receipt.error().certainty == Certainty::definite) {
            release(request, owner, session);
        }
        return receipt.error().kind == ErrorKind::declined
                   ? Reply{ReplyKind::declined, "the gateway declined"}
                   : internal_error(receipt.error());
    }
    const Result<Rows> finished = session.execute(
        "UPDATE idempotent_duplicate SET status = 1, result = $1, update_time = now() "
        "WHERE request_id = $2 AND status <> 1",
        *receipt,
        request.key
    );
    if (!finished.ok()) {
        return internal_error(finished.error());
    }
    return {ReplyKind::done, *receipt};
}

}  // namespace onceproof::strategy
