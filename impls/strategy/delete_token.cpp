#include "impls/strategy/delete_token.hpp"

#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

std::string token_key(std::string_view token) {
    return "token:" + std::string(token);
}

/// True if the token was there and is spent now.
Result<bool> spend(Consume consume, const std::string& key, KeyValue& kv) {
    if (consume == Consume::remove) {
        return kv.del(key);
    }
    const Result<std::optional<std::string>> found = kv.get(key);
    if (!found.ok()) {
        return found.error();
    }
    if (!found->has_value()) {
        return false;
    }
    const Result<bool> deleted = kv.del(key);
    return deleted.ok() ? Result<bool>(true) : deleted.error();
}

}  // namespace

Reply DeleteToken::handle(const Request& request, Env& env) const {
    if (options_.consume == Consume::unique_row) {
        return spend_row(request, env);
    }
    env.scope.bind();  // every call gets the request's own context
    const Result<bool> spent = spend(options_.consume, token_key(request.key), env.kv);
    if (!spent.ok()) {
        return internal_error(spent.error());
    }
    if (!*spent) {
        return {ReplyKind::duplicate, "duplicate, or the token is invalid"};
    }
    const Result<std::string> receipt = perform_alone(options_.effect, request, env);
    return receipt.ok() ? Reply{ReplyKind::done, *receipt} : internal_error(receipt.error());
}

Reply DeleteToken::spend_row(const Request& request, Env& env) const {
    // Redis only spares the table what is certain: a token that was given out for something else.
    const Result<std::optional<std::string>> found = env.kv.get(token_key(request.key));
    if (found.ok() && found->has_value() && **found != payload_of(request)) {
        return other_payload();
    }
    const Result<SqlSession*> session = env.sql.open();
    return session.ok() ? claim_and_perform(options_.guard, request, env, **session)
                        : internal_error(session.error());
}

Result<std::string> DeleteToken::issue(const Request& request, Env& env) const {
    const std::string token = env.ids.uuid();
    const bool hardened = options_.consume == Consume::unique_row;
    const Result<bool> written = env.kv.set(
        token_key(token),
        hardened ? payload_of(request) : request.order,
        {.when = SetWhen::always, .ttl = options_.ttl}
    );
    // As published, a token that was never stored is given out; the hardened form needs none
    // stored.
    static_cast<void>(written);
    return token;
}

void DeleteToken::sweep(Env& env) const {
    if (options_.consume == Consume::unique_row) {
        sweep_claims(options_.guard, env);
    }
}

namespace {

constexpr GuardTable guard{
    .name = "spent_token",
    .key = "order_id",
    .scope = "kind",
    .unique = "order_id",
    .result = "result",
    .lease_end = "lease_until",
    .created = "created_at"};

std::unique_ptr<const Strategy> make(const Options& options, Effect effect) {
    const std::string_view consume = word_of(options, "consume");
    TokenOptions made{
        .effect = effect,
        .consume = consume == "unique-row"        ? Consume::unique_row
                   : consume == "get-then-delete" ? Consume::get_then_remove
                                                  : Consume::remove,
        .ttl = duration_of(options, "ttl"),
        .guard = claim_options(options, effect, guard)};
    made.guard.by_order = true;
    return std::make_unique<DeleteToken>(made);
}

/// Rule: the hardened form remembers for as long as retries may come.
std::optional<Breach> remembers(const Options& options, const Setting& setting) {
    return is_word(options, "consume", "unique-row") ? retention_too_short(options, setting)
                                                     : std::nullopt;
}

}  // namespace

Info delete_token_info() {
    return {
        .name = "delete-token",
        .summary = "a single-use token, given out before and deleted by the first request",
        .source = article_b("scheme 3"),
        .claim = "DEL is atomic: a token is valid exactly once",
        .gap = "spent before the work: what fails after it is lost, and told as a duplicate",
        .needs_sql = true,
        .needs_kv = true,
        .issues = true,
        .schema = schema::delete_token,
        .tables = {"spent_token"},
        .options =
            {word_option(
                 "consume",
                 {"delete", "get-then-delete", "unique-row"},
                 "DEL decides, or a look-up before it, or a unique row for the token's order in "
                 "the effect's transaction (a lease where the effect is made elsewhere)"
             ),
             time_option("ttl", 600s, "the token's time to live"),
             isolation_option(),
             lease_option(),
             row_retention_option()},
        .presets =
            {{"published", {}, false}, {"hardened", {{"consume", std::string("unique-row")}}}},
        .rules = {times_are_positive, remembers},
        .make = make,
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
