#pragma once

#include <array>
#include <cstddef>

#include "model/port/env.hpp"
#include "model/world/broker_port.hpp"
#include "model/world/world.hpp"

namespace onceproof::world {

/// A connection as the actor's code sees it.
class WorldSession final : public SqlSession {
public:
    WorldSession(World& world, std::size_t actor) : world_(world), actor_(actor) {}

    void open_as(std::size_t session) { session_ = session; }

    void begin(Isolation isolation) override;
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override;
    Result<Done> commit() override;
    Result<Done> rollback() override;
    void close() override;

private:
    SessionState& state() { return world_.state().sessions[session_]; }
    Result<Done> end_transaction(OpCode code);

    World& world_;
    std::size_t actor_;
    std::size_t session_ = 0;
};

/// All ports of one actor. Each call announces an operation and suspends the fiber until its result
/// is there.
class Ports final : private Sql,
                    private KeyValue,
                    private Gateway,
                    private Clock,
                    private Ids,
                    private Tasks,
                    private Scope {
public:
    Ports(World& world, std::size_t actor);

    [[nodiscard]] Env env() { return {*this, *this, broker_, *this, *this, *this, *this, *this}; }

private:
    Result<SqlSession*> open() override;

    Result<std::optional<std::string>> get(std::string_view key) override;
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override;
    Result<bool> del(std::string_view key) override;
    Result<bool> expire(std::string_view key, Duration ttl) override;
    Result<std::optional<Duration>> ttl(std::string_view key) override;
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override;
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override;
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override;

    Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) override;
    Result<std::optional<std::string>> find(std::string_view downstream_key) override;

    Instant now() override { return world_.now(actor_); }
    void sleep(Duration duration) override { world_.sleep(actor_, duration); }
    std::string uuid() override;
    void start(Body body, std::string_view key, std::string_view value, Duration period) override;
    void stop() override;
    [[nodiscard]] bool cancelled() const override { return world_.cancelled(actor_); }
    void bind() override { world_.bind(actor_, true); }
    void detach() override { world_.bind(actor_, false); }

    Result<bool> ask(KvOperation& operation);

    World& world_;
    std::size_t actor_;
    std::array<WorldSession, 2> sessions_;
    WorldBroker broker_;
};

}  // namespace onceproof::world
