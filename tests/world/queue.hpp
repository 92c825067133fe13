#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "tests/world/script.hpp"

namespace onceproof::world {

/// One producer of m-1 for pay-1 and one consumer on the first of two instances; no quiet retries.
inline Config one_message() {
    Config config = one_caller();
    config.load = Load::messages;
    config.asynchronous = true;
    config.consumers = 1;
    config.broker_timeout = 6s;
    return config;
}

inline Config one_message_with(std::vector<FaultRule> faults) {
    Config config = one_message();
    config.faults = std::move(faults);
    return config;
}

/// The same with quiet retries and the guarantees that speak of messages.
inline Config settling(std::vector<Duration> horizons) {
    Config config = one_message();
    config.horizons = std::move(horizons);
    config.guarantees = {
        guarantee::Id::single_effect, guarantee::Id::no_lost_request, guarantee::Id::no_stuck_key};
    return config;
}

/// The consumer without a guard: the effect for each delivery.
inline Result<Done> charge_each(std::span<const Delivery> batch, Env& env, Log&) {
    for (const Delivery& delivery : batch) {
        const auto receipt = env.gateway.charge(delivery.request, std::nullopt);
        if (!receipt.ok()) {
            return receipt.error();
        }
    }
    return Done{};
}

/// The consumer that marks a message before it handles it, and throws the store's errors away.
inline Result<Done> mark_first(std::span<const Delivery> batch, Env& env, Log&) {
    for (const Delivery& delivery : batch) {
        const auto marked =
            env.kv.set(delivery.message_id, "1", {.when = SetWhen::if_absent, .ttl = 24h});
        if (!marked.ok() || !*marked) {
            continue;
        }
        const auto receipt = env.gateway.charge(delivery.request, std::nullopt);
        if (!receipt.ok()) {
            return receipt.error();
        }
    }
    return Done{};
}

/// The consumer that can never handle anything.
inline Result<Done> refuse_all(std::span<const Delivery>, Env&, Log&) {
    return Error{ErrorKind::unavailable, Certainty::definite};
}

inline Script::Codes consumer(
    std::function<Result<Done>(std::span<const Delivery>, Env&, Log&)> code
) {
    return {{}, std::move(code), {}};
}

/// An outbox: the handler writes a row, the relay publishes and marks it, a consumer handles it.
inline Script::Codes outbox() {
    return {
        [](const Request& request, Env& env, Log&) {
            SqlSession& session = **env.sql.open();
            const auto row =
                session.execute("INSERT INTO item (name, n) VALUES ($1, 0)", request.key);
            return Reply{row.ok() ? ReplyKind::done : ReplyKind::duplicate, receipt_for(request)};
        },
        charge_each,
        [](Env& env, Log&) {
            SqlSession& session = **env.sql.open();
            const auto unsent = session.execute("SELECT name FROM item WHERE n = 0");
            if (!unsent.ok() || unsent->rows.empty()) {
                return;
            }
            const std::string key = std::get<std::string>(unsent->rows.front().front());
            if (env.broker.publish(pay_1(), key).ok()) {
                static_cast<void>(session.execute("UPDATE item SET n = 1 WHERE name = $1", key));
            }
        }};
}

/// A world with its strategy, searched through.
struct Search {
    Search(Config config, Script::Codes codes, RestoreBy restore_by = RestoreBy::snapshot)
        : script(std::move(codes), log),
          world(
              [&] {
                  config.strategy = &script;
                  return config;
              }(),
              restore_by
          ) {}

    explore::ExhaustiveResult run(std::size_t budget) {
        return explore::exhaustive(world, {.fault_budget = budget, .guarantees = {}, .limits = {}});
    }

    Log log;
    Script script;
    World world;
};

/// The sentences of what was found, each once.
inline std::vector<std::string> sentences(const explore::ExhaustiveResult& result) {
    std::vector<std::string> texts;
    for (const explore::Found& found : result.violations) {
        texts.push_back(found.violation.text);
    }
    return texts;
}

}  // namespace onceproof::world
