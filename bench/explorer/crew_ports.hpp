#pragma once

#include "bench/explorer/crew.hpp"
#include "model/port/env.hpp"
#include "model/port/no_broker.hpp"

namespace onceproof::litmus {

/// The ports of one worker. Those that `RowStrategy` uses announce an operation each and suspend
/// the fiber until its result is there; a call of any other is a programmer error.
class CrewPorts final : private Sql,
                        private SqlSession,
                        private KeyValue,
                        private Gateway,
                        private Clock,
                        private Ids,
                        private Tasks,
                        private Scope {
public:
    CrewPorts(Crew& crew, std::size_t worker) : crew_(crew), worker_(worker) {}

    [[nodiscard]] Env env() { return {*this, *this, broker_, *this, *this, *this, *this, *this}; }

private:
    // Each worker has a connection of its own, so that none waits for one.
    Result<SqlSession*> open() override { return static_cast<SqlSession*>(this); }
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override;

    Result<std::optional<std::string>> get(std::string_view key) override;
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override;
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override;
    Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) override;

    void begin(Isolation) override { refuse(); }
    Result<Done> commit() override { return refuse(); }
    Result<Done> rollback() override { return refuse(); }
    void close() override {}
    Result<bool> del(std::string_view) override { return refuse(); }
    Result<bool> expire(std::string_view, Duration) override { return refuse(); }
    Result<std::optional<Duration>> ttl(std::string_view) override { return refuse(); }
    Result<bool> compare_and_delete(std::string_view, std::string_view) override {
        return refuse();
    }
    Result<bool> compare_and_expire(std::string_view, std::string_view, Duration) override {
        return refuse();
    }
    Result<std::optional<std::string>> find(std::string_view) override { return refuse(); }
    Instant now() override {
        refuse();
        return {};
    }
    void sleep(Duration) override { refuse(); }
    std::string uuid() override {
        refuse();
        return {};
    }
    void start(Body, std::string_view, std::string_view, Duration) override { refuse(); }
    void stop() override { refuse(); }
    [[nodiscard]] bool cancelled() const override { return false; }
    void bind() override { refuse(); }
    void detach() override { refuse(); }

    static Error refuse();
    Result<bool> ask(world::KvOperation& operation);

    Crew& crew_;
    std::size_t worker_;
    NoBroker broker_;
};

}  // namespace onceproof::litmus
