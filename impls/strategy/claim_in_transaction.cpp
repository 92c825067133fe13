#include <optional>

#include "impls/strategy/claim.hpp"
#include "impls/strategy/effect.hpp"

namespace onceproof::strategy {
namespace {

constexpr int tries_max = 3;

bool lost_to_another(Error error) {
    return error.kind == ErrorKind::serialization_failure || error.kind == ErrorKind::deadlock;
}

Result<Done> insert_and_pay(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
) {
    const Result<Rows> claimed = session.execute(
        options.sql.insert_done,
        guarded(options, request),
        "pay",
        payload_of(request),
        1,
        receipt_for(request)
    );
    if (!claimed.ok()) {
        return claimed.error();
    }
    const Result<std::string> paid = perform_effect(options.effect, request, env, session);
    if (!paid.ok()) {
        return paid.error();
    }
    return session.commit();
}

}  // namespace

Result<std::optional<Reply>> stored_reply(
    const ClaimOptions& options, const Request& request, SqlSession& session
) {
    const Result<Rows> found = session.execute(options.sql.stored, guarded(options, request));
    if (!found.ok()) {
        return found.error();
    }
    if (found->rows.empty()) {
        return std::optional<Reply>();
    }
    if (std::get<std::string>(found->rows[0][0]) != payload_of(request)) {
        return std::optional(other_payload());
    }
    return std::optional(Reply{ReplyKind::duplicate, std::get<std::string>(found->rows[0][1])});
}

Reply claim_in_transaction(
    const ClaimOptions& options, const Request& request, Env& env, SqlSession& session
) {
    Error last;
    for (int attempt = 0; attempt < tries_max; ++attempt) {
        session.begin(options.isolation);
        const Result<Done> committed = insert_and_pay(options, request, env, session);
        if (committed.ok()) {
            return {ReplyKind::done, receipt_for(request)};
        }
        last = committed.error();
        if (last.kind != ErrorKind::unique_violation && !lost_to_another(last)) {
            return internal_error(last);
        }
        const Result<Done> left = session.rollback();
        if (!left.ok()) {
            return internal_error(left.error());
        }
        if (last.kind == ErrorKind::unique_violation) {
            const Result<std::optional<Reply>> stored = stored_reply(options, request, session);
            if (!stored.ok()) {
                return internal_error(stored.error());
            }
            if (stored->has_value()) {
                return **stored;
            }
        }
    }
    return internal_error(last);
}

}  // namespace onceproof::strategy
