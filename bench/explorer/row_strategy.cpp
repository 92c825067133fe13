#include "bench/explorer/row_strategy.hpp"

#include <chrono>

namespace onceproof::litmus {
namespace {

using Variant = Protocol::Variant;

constexpr std::string_view row = "row";
constexpr std::string_view pending = "pending";
constexpr std::string_view done = "done";
constexpr std::string_view failed = "failed";
// Scripts that replace a value give it an end; none comes within a run.
constexpr Duration kept = std::chrono::hours(24);

/// Claim, effect and mark in one statement, which is a transaction of its own.
std::optional<Reply> transact(const Request& request, Env& env) {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return Reply{ReplyKind::error, ""};
    }
    const Result<Rows> found =
        (*session)->execute("SELECT order_id FROM payment WHERE request_key = $1", request.key);
    if (!found.ok()) {
        return Reply{ReplyKind::error, ""};
    }
    if (!found->rows.empty()) {
        return Reply{ReplyKind::duplicate, receipt_for(request)};
    }
    const Result<Rows> inserted = (*session)->execute(
        "INSERT INTO payment (request_key, order_id, amount, user_id)"
        " VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        request.key,
        request.order,
        request.amount,
        request.user
    );
    (*session)->close();
    if (!inserted.ok()) {
        return Reply{ReplyKind::error, ""};
    }
    return inserted->affected == 1 ? std::optional(Reply{ReplyKind::done, receipt_for(request)})
                                   : std::nullopt;
}

}  // namespace

Reply RowStrategy::handle(const Request& request, Env& env) const {
    Stage stage = Stage::claiming;
    while (true) {
        if (const std::optional<Reply> reply = round(stage, request, env)) {
            return *reply;
        }
    }
}

std::optional<Reply> RowStrategy::round(Stage& stage, const Request& request, Env& env) const {
    if (variant_ == Variant::transaction) {
        return transact(request, env);
    }
    return stage == Stage::claiming ? claim(stage, request, env)
                                    : std::optional(work(request, env));
}

std::optional<Reply> RowStrategy::claim(Stage& stage, const Request& request, Env& env) const {
    const Result<std::optional<std::string>> seen = env.kv.get(row);
    if (!seen.ok()) {
        return Reply{ReplyKind::error, ""};
    }
    Result<bool> claimed = false;
    if (!seen->has_value()) {
        claimed = env.kv.set(
            row,
            pending,
            {.when = SetWhen::if_absent,
             .ttl = kept,
             .ephemeral = variant_ == Variant::detected_takeover}
        );
    } else if (**seen == done) {
        return Reply{ReplyKind::duplicate, receipt_for(request)};
    } else if (**seen == failed) {
        claimed = env.kv.compare_and_set(row, failed, pending, kept);
    } else if (variant_ == Variant::takeover) {
        claimed = env.kv.compare_and_set(row, pending, pending, kept);
    } else {
        return Reply{ReplyKind::in_progress, ""};
    }
    if (!claimed.ok()) {
        return Reply{ReplyKind::error, ""};
    }
    if (*claimed) {
        stage = Stage::working;
    }
    return std::nullopt;
}

Reply RowStrategy::work(const Request& request, Env& env) const {
    const Result<std::string> receipt = env.gateway.charge(request, std::nullopt);
    if (receipt.ok()) {
        static_cast<void>(env.kv.set(row, done, {.ttl = kept}));
        return {ReplyKind::done, *receipt};
    }
    if (variant_ == Variant::detected_takeover) {
        static_cast<void>(env.kv.del(row));
    } else {
        static_cast<void>(env.kv.set(row, failed, {.ttl = kept}));
    }
    return {ReplyKind::error, ""};
}

}  // namespace onceproof::litmus
