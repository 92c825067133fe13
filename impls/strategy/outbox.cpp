#include "impls/strategy/outbox.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/inbox.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

Result<Done> accept(const Request& request, SqlSession& session) {
    const Result<Rows> ordered = session.execute(
        "INSERT INTO purchase (request_key, order_id, amount, user_id) VALUES ($1, $2, $3, $4)",
        request.key,
        request.order,
        request.amount,
        request.user
    );
    if (!ordered.ok()) {
        return ordered.error();
    }
    const Result<Rows> told = session.execute(
        "INSERT INTO outbox (request_key, order_id, amount, user_id) VALUES ($1, $2, $3, $4)",
        request.key,
        request.order,
        request.amount,
        request.user
    );
    if (!told.ok()) {
        return told.error();
    }
    return session.commit();
}

Reply known_reply(const Request& request, SqlSession& session) {
    const Result<Rows> found = session.execute(
        "SELECT order_id, amount, user_id FROM purchase WHERE request_key = $1", request.key
    );
    if (!found.ok()) {
        return internal_error(found.error());
    }
    if (found->rows.empty()) {
        return busy();  // the winner has rolled back
    }
    const auto& row = found->rows[0];
    const bool same = std::get<std::string>(row[0]) == request.order &&
                      std::get<std::int64_t>(row[1]) == request.amount &&
                      std::get<std::string>(row[2]) == request.user;
    return same ? Reply{ReplyKind::duplicate, receipt_for(request)} : other_payload();
}

}  // namespace

Reply Outbox::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return internal_error(session.error());
    }
    (*session)->begin(options_.isolation);
    const Result<Done> accepted = accept(request, **session);
    if (accepted.ok()) {
        return {ReplyKind::done, receipt_for(request)};
    }
    const Result<Done> left = (*session)->rollback();
    if (!left.ok()) {
        return internal_error(left.error());
    }
    return accepted.error().kind == ErrorKind::unique_violation ? known_reply(request, **session)
                                                                : internal_error(accepted.error());
}

Result<Done> Outbox::consume(std::span<const Delivery> batch, Env& env) const {
    if (options_.inbox) {
        return consume_by_inbox(options_.guard, batch, env);
    }
    for (const Delivery& delivery : batch) {
        const Result<std::string> receipt = perform_alone(options_.effect, delivery.request, env);
        if (!receipt.ok()) {
            return receipt.error();
        }
    }
    return Done{};
}

void Outbox::relay(Env& env) const {
    relay_outbox(options_.relay, env);
}

void Outbox::sweep(Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return;
    }
    // A relay that goes by a number flags nothing.
    const std::string sent = options_.relay.high_water_mark ? "" : "sent = 1 AND ";
    static_cast<void>((*session)->execute(
        "DELETE FROM outbox WHERE " + sent + "created_at < now() - interval '30 days'"
    ));
    (*session)->close();
    if (options_.inbox) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const std::string_view claim = word_of(options, "claim");
    return std::make_unique<Outbox>(OutboxOptions{
        .effect = effect,
        .isolation = isolation_of(options),
        .relay =
            {.claim = claim == "owner"         ? RelayClaim::owner
                      : claim == "worker-name" ? RelayClaim::worker_name
                                               : RelayClaim::none,
             .marks_all = is_word(options, "mark", "all-of-context"),
             .high_water_mark = is_word(options, "cursor", "high-water-mark"),
             .lease = duration_of(options, "lease")},
        .inbox = is_word(options, "inbox", "in-transaction"),
        .guard = claim_options(options, effect, inbox_guard)});
}

/// Rule: the inbox remembers for as long as messages may come back.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "inbox", "in-transaction") ? retention_too_short(options, setting)
                                                       : std::nullopt;
}

/// Rule: a relay that goes by a number neither claims rows nor flags them.
std::optional<Breach> cursor_fits(const Options& options, const Setting&) {
    if (is_word(options, "cursor", "unsent-flag")) {
        return std::nullopt;
    }
    if (!is_word(options, "claim", "none")) {
        return Breach{"claim", "a relay that goes by a high-water mark claims no rows"};
    }
    if (!is_word(options, "mark", "rows-read")) {
        return Breach{"mark", "a relay that goes by a high-water mark flags no rows"};
    }
    return std::nullopt;
}

const std::string& both_schemas() {
    static const std::string text = std::string(schema::outbox) + std::string(schema::inbox);
    return text;
}

}  // namespace

Info outbox_info() {
    return {
        .name = "outbox",
        .summary = "the message is a row of the change's transaction; a relay publishes it",
        .source = article_b("scheme 4: local transaction and message"),
        .claim = "a change and its message are committed together",
        .gap = "relays publish the same rows, and publish again after a crash",
        .needs_sql = true,
        .needs_broker = true,
        .consumes = true,
        .relays = true,
        .schema = both_schemas(),
        .tables = {"outbox", "inbox"},
        .records = {"purchase", "relay_mark"},
        .options =
            {word_option(
                 "mark",
                 {"rows-read", "all-of-context"},
                 "the relay marks the rows that it read and published, or all that are unsent"
             ),
             word_option(
                 "cursor",
                 {"unsent-flag", "high-water-mark"},
                 "each row says whether it is sent, or the relay remembers the highest number"
             ),
             word_option(
                 "claim",
                 {"none", "owner", "worker-name"},
                 "whose rows are while they are published: everybody's, this round's, or those of "
                 "a name that all rounds bear"
             ),
             word_option(
                 "inbox",
                 {"in-transaction", "none"},
                 "the consumer keeps a row per business id in the effect's transaction (a lease "
                 "where the effect is made elsewhere), or just works"
             ),
             isolation_option(),
             lease_option(),
             row_retention_option()},
        .presets = {{"published", {}}, {"hardened", {{"claim", std::string("owner")}}}},
        .rules = {times_are_positive, remembers, cursor_fits},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
