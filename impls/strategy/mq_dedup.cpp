#include "impls/strategy/mq_dedup.hpp"

#include <array>

#include "impls/strategy/effect.hpp"
#include "impls/strategy/inbox.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {

Result<bool> MqDedup::is_first(const std::string& key, KeyValue& kv) const {
    Result<bool> first = false;
    if (options_.mark_after) {
        const Result<std::optional<std::string>> mark = kv.get(key);
        first = mark.ok() ? Result<bool>(!mark->has_value()) : mark.error();
    } else {
        first = kv.set(key, "1", {.when = SetWhen::if_absent, .ttl = options_.retention});
    }
    // As published, the error is thrown away, and what is left of the answer says "duplicate".
    return first.ok() || options_.returns_errors ? first : Result<bool>(false);
}

Result<bool> MqDedup::work_marked(
    const std::string& id, std::span<const Delivery> deliveries, Env& env
) const {
    const std::string key = "mq:dedup:" + id;
    const Result<bool> first = is_first(key, env.kv);
    if (!first.ok() || !*first) {
        return first;
    }
    for (const Delivery& delivery : deliveries) {
        const Result<std::string> receipt = perform_alone(options_.effect, delivery.request, env);
        if (!receipt.ok()) {
            if (options_.delete_failed) {
                static_cast<void>(env.kv.del(key));
            }
            return receipt.error();
        }
    }
    if (options_.mark_after) {
        const Result<bool> marked =
            env.kv.set(key, "1", {.when = SetWhen::always, .ttl = options_.retention});
        if (!marked.ok() && options_.returns_errors) {
            return marked.error();
        }
    }
    return true;
}

Result<Done> MqDedup::consume(std::span<const Delivery> batch, Env& env) const {
    if (options_.inbox) {
        return consume_by_inbox(options_.guard, batch, env);
    }
    env.scope.bind();  // every call gets the consumer's own context
    if (options_.per_batch) {
        std::string ids;
        for (const Delivery& delivery : batch) {
            ids += (ids.empty() ? "" : ",") + delivery.message_id;
        }
        const Result<bool> worked = work_marked(ids, batch, env);
        return worked.ok() ? Result<Done>(Done{}) : worked.error();
    }
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Result<bool> worked = work_marked(batch[i].message_id, batch.subspan(i, 1), env);
        if (!worked.ok()) {
            return worked.error();
        }
    }
    return Done{};
}

Reply MqDedup::handle(const Request& request, Env& env) const {
    if (options_.inbox) {
        const Result<SqlSession*> session = env.sql.open();
        return session.ok() ? claim_and_perform(options_.guard, request, env, **session)
                            : internal_error(session.error());
    }
    env.scope.bind();
    const std::array<Delivery, 1> delivery{Delivery{.message_id = request.key, .request = request}};
    const Result<bool> worked = work_marked(request.key, delivery, env);
    if (!worked.ok()) {
        return internal_error(worked.error());
    }
    return *worked ? Reply{ReplyKind::done, receipt_for(request)}
                   : Reply{ReplyKind::duplicate, "handled before"};
}

void MqDedup::sweep(Env& env) const {
    if (options_.inbox) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

using namespace std::chrono_literals;

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    return std::make_unique<MqDedup>(MqOptions{
        .effect = effect,
        .inbox = is_word(options, "memory", "inbox"),
        .per_batch = is_word(options, "mark", "per-batch"),
        .mark_after = is_word(options, "order", "mark-after"),
        .delete_failed = is_word(options, "on_failure", "delete"),
        .returns_errors = is_word(options, "errors", "returned"),
        .retention = duration_of(options, "retention"),
        .guard = {
            .effect = effect,
            .isolation = isolation_of(options),
            .sql = claim_sql(
                inbox_guard, duration_of(options, "lease"), duration_of(options, "retention")
            )}});
}

/// Rule: the hardened form remembers for as long as redeliveries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "memory", "inbox") ? retention_too_short(options, setting)
                                               : std::nullopt;
}

bool marks_in_redis(const Options& options) {
    return is_word(options, "memory", "marks");
}

}  // namespace

Info mq_dedup_info() {
    return {
        .name = "mq-dedup",
        .summary = "a consumer that marks message ids in Redis and skips those that are marked",
        .source = article_b("scheme 4"),
        .claim = "exactly once at the consumer",
        .gap = "marked first, a message whose work fails is lost; an error of Redis drops it",
        .needs_sql = true,
        .needs_kv = true,
        .needs_broker = true,
        .consumes = true,
        .schema = schema::inbox,
        .tables = {"inbox"},
        .options =
            {word_option(
                 "memory",
                 {"marks", "inbox"},
                 "marks in Redis by message id, or rows by business id in the effect's transaction "
                 "(a lease where the effect is made elsewhere)"
             ),
             word_option("mark", {"per-message", "per-batch"}, "what one mark stands for"),
             word_option(
                 "order", {"mark-first", "mark-after"}, "the mark is set before the work, or after"
             ),
             word_option("on_failure", {"keep", "delete"}, "the mark of work that has failed"),
             word_option(
                 "errors",
                 {"as-duplicate", "returned"},
                 "an error of Redis is thrown away and skips the message, or is an error"
             ),
             time_option("retention", 24h, "how long a mark or a row is kept"),
             isolation_option(),
             lease_option()},
        .presets =
            {{"published", {}, false},
             {"hardened", {{"memory", std::string("inbox")}, {"retention", Duration(720h)}}}},
        .rules = {times_are_positive, remembers},
        .make = make,
        .uses_tasks = never,
        .uses_kv = marks_in_redis};
}

}  // namespace onceproof::strategy
