#include "model/world/ports.hpp"

#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

OpCode code_of(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \n");
    ENSURE(start != std::string_view::npos);
    switch (text[start]) {
        case 'S':
            return OpCode::sql_select;
        case 'I':
            return OpCode::sql_insert;
        case 'U':
            return OpCode::sql_update;
        default:
            return OpCode::sql_delete;
    }
}

}  // namespace

void WorldSession::begin(Isolation isolation) {
    ENSURE(!state().begun);
    state().begun = !state().dead;
    state().isolation = isolation;
}

Result<Rows> WorldSession::execute_with(std::string_view text, std::span<const Value> parameters) {
    if (state().dead) {
        return Error{ErrorKind::connection_lost, Certainty::definite};
    }
    SqlOperation operation(code_of(text));
    operation.session = session_;
    operation.text = text;
    operation.parameters = parameters;
    world_.call(actor_, operation);
    return std::move(operation.result);
}

Result<Done> WorldSession::commit() {
    return end_transaction(OpCode::sql_commit);
}

Result<Done> WorldSession::rollback() {
    return end_transaction(OpCode::sql_rollback);
}

Result<Done> WorldSession::end_transaction(OpCode code) {
    if (state().dead) {
        return Error{ErrorKind::connection_lost, Certainty::definite};
    }
    // Undoing nothing is allowed: a failed commit has ended the transaction already.
    ENSURE(state().begun || code == OpCode::sql_rollback);
    if (!state().sent) {
        state().begun = false;
        return Done{};
    }
    if (world_.cut_short(actor_)) {
        // The driver ends the transaction by itself when its context is cancelled.
        world_.roll_back(session_);
        return Error{ErrorKind::cancelled, Certainty::definite};
    }
    SqlOperation operation(code);
    operation.session = session_;
    world_.call(actor_, operation);
    state().begun = false;
    state().sent = false;
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return Done{};
}

void WorldSession::close() {
    if (state().open) {
        world_.close(actor_, session_);
    }
}

Ports::Ports(World& world, std::size_t actor)
    : world_(world),
      actor_(actor),
      sessions_{WorldSession(world, actor), WorldSession(world, actor)},
      broker_(world, actor) {}

Result<SqlSession*> Ports::open() {
    const Error cancelled{ErrorKind::cancelled, Certainty::definite};
    if (world_.cut_short(actor_)) {
        return cancelled;
    }
    std::optional<std::size_t> session = world_.try_open(actor_);
    if (!session.has_value()) {
        SqlOperation operation(OpCode::sql_open);
        world_.call(actor_, operation);
        if (world_.cut_short(actor_)) {
            return cancelled;
        }
        session = world_.try_open(actor_);
        ENSURE(session.has_value());
    }
    WorldSession& handle = sessions_.at(*session % sessions_.size());
    handle.open_as(*session);
    return static_cast<SqlSession*>(&handle);
}

Result<bool> Ports::ask(KvOperation& operation) {
    world_.call(actor_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return operation.result->flag;
}

Result<std::optional<std::string>> Ports::get(std::string_view key) {
    KvOperation operation(OpCode::kv_get);
    operation.key = key;
    world_.call(actor_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(operation.result->text);
}

Result<bool> Ports::set(std::string_view key, std::string_view value, SetOptions options) {
    KvOperation operation(OpCode::kv_set);
    operation.key = key;
    operation.value = value;
    operation.options = options;
    if (options.ephemeral) {
        operation.session = static_cast<std::uint8_t>(world_.state().actors[actor_].instance + 1);
    }
    return ask(operation);
}

Result<bool> Ports::del(std::string_view key) {
    KvOperation operation(OpCode::kv_del);
    operation.key = key;
    return ask(operation);
}

Result<bool> Ports::expire(std::string_view key, Duration ttl) {
    KvOperation operation(OpCode::kv_expire);
    operation.key = key;
    operation.ttl = ttl;
    return ask(operation);
}

Result<std::optional<Duration>> Ports::ttl(std::string_view key) {
    KvOperation operation(OpCode::kv_ttl);
    operation.key = key;
    world_.call(actor_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return operation.result->left;
}

Result<bool> Ports::compare_and_delete(std::string_view key, std::string_view expected) {
    KvOperation operation(OpCode::kv_compare_and_delete);
    operation.key = key;
    operation.expected = expected;
    return ask(operation);
}

Result<bool> Ports::compare_and_expire(
    std::string_view key, std::string_view expected, Duration ttl
) {
    KvOperation operation(OpCode::kv_compare_and_expire);
    operation.key = key;
    operation.expected = expected;
    operation.ttl = ttl;
    return ask(operation);
}

Result<bool> Ports::compare_and_set(
    std::string_view key, std::string_view expected, std::string_view value, Duration ttl
) {
    KvOperation operation(OpCode::kv_compare_and_set);
    operation.key = key;
    operation.expected = expected;
    operation.value = value;
    operation.ttl = ttl;
    return ask(operation);
}

Result<std::string> Ports::charge(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    GatewayOperation operation(OpCode::gateway_charge);
    operation.request = &request;
    operation.downstream_key = downstream_key;
    world_.call(actor_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(operation.result->value());
}

Result<std::optional<std::string>> Ports::find(std::string_view downstream_key) {
    GatewayOperation operation(OpCode::gateway_find);
    operation.downstream_key = downstream_key;
    world_.call(actor_, operation);
    return std::move(operation.result);
}

std::string Ports::uuid() {
    world_.state().ids_drawn = true;
    const std::uint8_t number = ++world_.state().actors[actor_].ids;
    ENSURE(number != 0);
    return world_.cast()[actor_].name + "-" + std::to_string(number);
}

void Ports::start(Body body, std::string_view key, std::string_view value, Duration period) {
    world_.start_task(actor_, {body, std::string(key), std::string(value), period});
}

void Ports::stop() {
    world_.stop_task(actor_);
}

}  // namespace onceproof::world
