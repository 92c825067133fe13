#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/real/live_request.hpp"
#include "impls/backend/ledger_gateway.hpp"
#include "impls/backend/system_env.hpp"
#include "model/port/env.hpp"
#include "model/world/operation.hpp"

namespace onceproof::harness {

/// Goes from a port call through the strategy's code to whoever runs the handler: its process has
/// died. Strategies catch nothing, and no destructor of theirs calls a port.
struct ProcessDied {};

/// What one handler works for.
struct HandlerJob {
    LiveRequest* live = nullptr;
    std::string actor;                             ///< "h2.1"
    int horizon = -1;                              ///< of a quiet retry
    const std::atomic<bool>* cancelled = nullptr;  ///< the caller has given up
};

/// How long drivers wait for what never comes, how far ahead the instance's clock is, and what is
/// slow.
struct HandlerSetting {
    const ServerEvents* events = nullptr;
    Duration slack{0};  ///< as in `ChaosScale`
    Duration work{0};   ///< how long a charge takes
    Duration gateway_timeout{0};
    const std::atomic<std::int64_t>* clock_ahead_us = nullptr;  ///< null: never
};

/// The ports of one handler at a time on real servers, at which planned faults strike and every
/// call is written down. What is real stands behind it.
class StruckEnv final : private Sql,
                        private KeyValue,
                        private Gateway,
                        private Clock,
                        private Scope {
public:
    /// What stands behind; all of it outlives this object.
    struct Behind {
        Sql& sql;
        KeyValue& kv;
        backend::LedgerGateway& gateway;
        Ids& ids;
        Tasks& tasks;
        Broker& broker;
    };

    StruckEnv(Behind behind, HandlerSetting setting);
    ~StruckEnv() override;

    /// The handler's environment, from here to the next call of this.
    Env begin(HandlerJob job);

    /// Asks for a fault at an operation that is no port's: the handler's reply. Throws ProcessDied.
    std::optional<world::FaultRule> at(world::OpCode code) { return before(code); }

private:
    class Session;

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

    Instant now() override;
    void sleep(Duration duration) override;

    [[nodiscard]] bool cancelled() const override;
    void bind() override { bound_ = true; }
    void detach() override { bound_ = false; }

    std::optional<world::FaultRule> before(world::OpCode code);
    static void after(const std::optional<world::FaultRule>& fault);
    void note(world::OpCode code, const std::string& call, const std::string& result);
    void watch(world::OpCode code, Error error);
    static std::string failure(Error error);
    void watch_pace(world::OpCode code, Duration start);
    [[nodiscard]] bool ends_with_request() const { return bound_ && cancelled(); }

    /// One call: which one, its text, and whether a silent store counts as a fault.
    struct Step {
        world::OpCode code;
        std::string what;
        bool watched = true;
    };
    template <class T, class Call, class Show>
    Result<T> run(const Step& step, Call call, Show show);
    Result<bool> flag(
        world::OpCode code,
        const std::string& what,
        const std::function<Result<bool>(KeyValue&)>& call
    );

    Behind behind_;
    HandlerSetting setting_;
    HandlerJob job_;
    bool bound_ = false;
    Duration idle_since_{0};  ///< the handler's own code has run since then
    std::vector<std::unique_ptr<Session>> sessions_;
};

template <class T, class Call, class Show>
Result<T> StruckEnv::run(const Step& step, Call call, Show show) {
    if (ends_with_request()) {
        return Error{ErrorKind::cancelled, Certainty::definite};
    }
    const Duration start = setting_.events->now();
    const std::optional<world::FaultRule> fault = before(step.code);
    Result<T> result = call(fault);
    if (fault.has_value() && fault->kind == world::FaultKind::resent) {
        result = call(fault);
    }
    note(step.code, step.what, result.ok() ? show(*result) : failure(result.error()));
    if (!result.ok() && step.watched) {
        watch(step.code, result.error());
    }
    if (!fault.has_value()) {
        watch_pace(step.code, start);
    }
    after(fault);
    idle_since_ = setting_.events->now();
    if (ends_with_request()) {
        return Error{ErrorKind::cancelled, Certainty::indefinite};
    }
    return result;
}

}  // namespace onceproof::harness
