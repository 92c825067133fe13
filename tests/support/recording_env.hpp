#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"
#include "model/fake/broker.hpp"
#include "model/fake/database.hpp"
#include "model/fake/gateway.hpp"
#include "model/fake/plan.hpp"
#include "model/fake/redis.hpp"
#include "model/port/env.hpp"
#include "model/port/strategy.hpp"

namespace onceproof {

/// Ports over the fakes for one handler at a time: every call is written down by name, can be made
/// to fail, and can have something happen just before it.
///
/// Names: "sql.open", "sql.begin", "sql.insert" …, "sql.commit", "sql.rollback", "kv.set" …,
/// "broker.publish", "broker.next" …, "gateway.charge", "tasks.start", "tasks.stop". At the broker
/// it is consumer 0, and `next` finds what is there: it never waits. Time stands still but for
/// `clock.sleep`.
class RecordingEnv final : private Sql,
                           private SqlSession,
                           private KeyValue,
                           private Broker,
                           private Gateway,
                           private Clock,
                           private Ids,
                           private Tasks,
                           private Scope {
public:
    RecordingEnv(std::string_view schema, Effect effect)
        : schema_(fake::compile_schema(schema)),
          redis(fake::Redis::Config{}),
          broker(fake::Broker::Config{}),
          database(*schema_, 2),
          gateway(effect == Effect::external_idempotent) {}

    [[nodiscard]] Env env() { return {*this, *this, *this, *this, *this, *this, *this, *this}; }

    /// The next call of that name fails and is not applied.
    void fail(const std::string& name, Error error) {
        planned_[name].push_back({error, false, {}});
    }
    /// The next call of that name is applied, and fails all the same.
    void lose_reply(const std::string& name, Error error) {
        planned_[name].push_back({error, true, {}});
    }
    /// Just before the next call of that name this happens.
    void before(const std::string& name, std::function<void()> happening) {
        planned_[name].push_back({std::nullopt, true, std::move(happening)});
    }
    /// The next call of that name is as usual.
    void let_pass(const std::string& name) { planned_[name].push_back({std::nullopt, true, {}}); }

    /// Runs a statement in a session of somebody else, which commits at once.
    Rows elsewhere(std::string_view text) {
        const fake::Execution result = database.execute(1, plan_of(text), {}, now_at);
        ENSURE(result.has_value());
        return **result;
    }

    /// What was called since the last time.
    std::vector<std::string> take_calls() { return std::exchange(calls_, {}); }

private:
    struct Planned {
        std::optional<Error> error;
        bool applied = true;
        std::function<void()> happening;
    };

    /// Writes the call down; what was planned for it.
    Planned called(const std::string& name) {
        calls_.push_back(name);
        std::deque<Planned>& queue = planned_[name];
        if (queue.empty()) {
            return {};
        }
        Planned planned = std::move(queue.front());
        queue.pop_front();
        if (planned.happening) {
            planned.happening();
        }
        return planned;
    }

    /// A call with a result; `apply` makes it.
    template <class T, class Apply>
    Result<T> call(const std::string& name, const Apply& apply) {
        const Planned planned = called(name);
        if (planned.applied) {
            Result<T> result = apply();
            if (!planned.error.has_value()) {
                return result;
            }
        }
        return *planned.error;
    }

    const fake::Plan& plan_of(std::string_view text) {
        fake::PlanPtr& plan = plans_[std::string(text)];
        if (plan == nullptr) {
            plan = fake::compile(*schema_, text);
        }
        return *plan;
    }

    Result<SqlSession*> open() override {
        return call<SqlSession*>("sql.open", [&] { return static_cast<SqlSession*>(this); });
    }
    void begin(Isolation isolation) override {
        constexpr std::array words{" read-committed", " repeatable-read", " serializable", ""};
        static_cast<void>(
            called(std::string("sql.begin") + words.at(static_cast<std::size_t>(isolation)))
        );
        database.begin(0, isolation);
    }
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override {
        const fake::Plan& plan = plan_of(text);
        constexpr std::array names{"sql.select", "sql.insert", "sql.update", "sql.delete"};
        return call<Rows>(names.at(static_cast<std::size_t>(fake::verb_of(plan))), [&] {
            const fake::Execution result = database.execute(0, plan, parameters, now_at);
            ENSURE(result.has_value());
            return *result;
        });
    }
    Result<Done> commit() override {
        return call<Done>("sql.commit", [&]() -> Result<Done> {
            const fake::Execution result = database.commit(0, now_at);
            ENSURE(result.has_value());
            return result->ok() ? Result<Done>(Done{}) : result->error();
        });
    }
    Result<Done> rollback() override {
        return call<Done>("sql.rollback", [&] {
            database.rollback(0);
            return Done{};
        });
    }
    void close() override { calls_.emplace_back("sql.close"); }

    Result<std::optional<std::string>> get(std::string_view key) override {
        return call<std::optional<std::string>>("kv.get", [&] { return redis.get(key, now_at); });
    }
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        return call<bool>("kv.set", [&] { return redis.set(key, value, options, now_at); });
    }
    Result<bool> del(std::string_view key) override {
        return call<bool>("kv.del", [&] { return redis.del(key, now_at); });
    }
    Result<bool> expire(std::string_view key, Duration ttl) override {
        return call<bool>("kv.expire", [&] { return redis.expire(key, ttl, now_at); });
    }
    Result<std::optional<Duration>> ttl(std::string_view key) override {
        return call<std::optional<Duration>>("kv.ttl", [&] { return redis.ttl(key, now_at); });
    }
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override {
        return call<bool>("kv.compare-and-delete", [&] {
            return redis.compare_and_delete(key, expected, now_at);
        });
    }
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override {
        return call<bool>("kv.compare-and-expire", [&] {
            return redis.compare_and_expire(key, expected, ttl, now_at);
        });
    }
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override {
        return call<bool>("kv.compare-and-set", [&] {
            return redis.compare_and_set(key, expected, value, ttl, now_at);
        });
    }

    Result<std::string> publish(const Request& request, std::string_view message_id) override {
        return call<std::string>("broker.publish", [&] {
            return broker.publish(request, message_id, {});
        });
    }
    Result<std::vector<Delivery>> next(std::size_t most) override {
        return call<std::vector<Delivery>>("broker.next", [&] {
            return broker.next(0, most, now_at);
        });
    }
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override {
        return call<Done>("broker.acknowledge", [&] {
            broker.acknowledge(0, deliveries, now_at);
            return Done{};
        });
    }
    Result<Done> reject(std::span<const Delivery> deliveries) override {
        return call<Done>("broker.reject", [&] {
            broker.reject(0, deliveries, now_at);
            return Done{};
        });
    }

    Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) override {
        return call<std::string>("gateway.charge", [&] {
            return gateway.charge(request, downstream_key);
        });
    }
    Result<std::optional<std::string>> find(std::string_view downstream_key) override {
        return call<std::optional<std::string>>("gateway.find", [&] {
            return gateway.find(downstream_key);
        });
    }

    Instant now() override { return now_at; }
    void sleep(Duration duration) override {
        calls_.push_back("sleep " + format_duration(duration));
        now_at += duration;
    }
    std::string uuid() override { return "uuid-" + std::to_string(++uuids_); }
    void start(Body body, std::string_view key, std::string_view value, Duration period) override {
        calls_.push_back("tasks.start " + format_duration(period));
        task = body;
        task_key = key;
        task_value = value;
    }
    void stop() override { calls_.emplace_back("tasks.stop"); }
    [[nodiscard]] bool cancelled() const override { return false; }
    void bind() override { calls_.emplace_back("scope.bind"); }
    void detach() override { calls_.emplace_back("scope.detach"); }

    fake::SchemaPtr schema_;
    std::map<std::string, fake::PlanPtr> plans_;
    std::map<std::string, std::deque<Planned>> planned_;
    std::vector<std::string> calls_;
    int uuids_ = 0;

public:
    fake::Redis redis;
    fake::Broker broker;
    fake::Database database;
    fake::Gateway gateway;
    Instant now_at{};
    Body task = nullptr;  ///< what the handler started last
    std::string task_key;
    std::string task_value;
};

}  // namespace onceproof
