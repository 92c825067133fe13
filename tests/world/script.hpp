#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/world/world.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::world {

using namespace std::chrono_literals;

/// What a script writes down. It outlives crashes and restores: for runs that go straight on only.
class Log {
public:
    void add(std::string_view line) {
        // A script runs with its actor's region in use, and the log is no part of the actor.
        const Region::Outside outside;
        lines.emplace_back(line);
    }

    std::vector<std::string> lines;
};

inline std::string said(const Result<bool>& result) {
    return result.ok() ? (*result ? "yes" : "no") : text_of(result.error());
}
inline std::string said(const Result<std::string>& result) {
    return result.ok() ? *result : text_of(result.error());
}
inline std::string said(const Result<std::optional<std::string>>& result) {
    return result.ok() ? result->value_or("(none)") : text_of(result.error());
}
inline std::string said(const Result<Done>& result) {
    return result.ok() ? "ok" : text_of(result.error());
}
inline std::string said(const Result<Rows>& result) {
    return result.ok() ? std::to_string(result->affected) + " row(s)" : text_of(result.error());
}

/// A strategy written in the test.
class Script final : public Strategy {
public:
    using Code = std::function<Reply(const Request& request, Env& env, Log& log)>;
    struct Codes {
        Code handle;
        std::function<Result<Done>(std::span<const Delivery> batch, Env& env, Log& log)> consume;
        std::function<void(Env& env, Log& log)> relay;
    };

    Script(Code code, Log& log) : codes_{std::move(code), {}, {}}, log_(log) {}
    Script(Codes codes, Log& log) : codes_(std::move(codes)), log_(log) {}

    Reply handle(const Request& request, Env& env) const override {
        return codes_.handle(request, env, log_);
    }
    Result<Done> consume(std::span<const Delivery> batch, Env& env) const override {
        return codes_.consume(batch, env, log_);
    }
    void relay(Env& env) const override { codes_.relay(env, log_); }
    void sweep(Env&) const override { log_.add("sweep"); }

private:
    Codes codes_;
    Log& log_;
};

/// One table for scripts, and the effect's.
inline const fake::Schema& script_schema() {
    static const fake::SchemaPtr schema = fake::compile_schema(
        "CREATE TABLE item (name varchar(64) PRIMARY KEY, n bigint NOT NULL,"
        " at timestamptz NOT NULL DEFAULT now());"
        "CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
        " request_key varchar(64) NOT NULL, order_id varchar(64) NOT NULL,"
        " amount bigint NOT NULL, user_id varchar(64) NOT NULL);"
    );
    return *schema;
}

inline Request pay_1() {
    return {.key = "pay-1", .order = "order-1", .amount = 100, .user = "user-1"};
}

/// One caller with one attempt of 5 s, no quiet retries, two instances; every patience is another.
inline Config one_caller() {
    Config config;
    config.schema = &script_schema();
    config.callers = {{.request = pay_1(), .start = 0s}};
    config.attempts_max = 1;
    config.patience = 5s;
    config.backoff = {10s};
    config.instances = 2;
    config.restart = 2s;
    config.sql_timeout = 3s;
    config.kv_timeout = 1s;
    config.gateway_timeout = 4s;
    return config;
}

/// The same with these faults.
inline Config with_faults(std::vector<FaultRule> faults) {
    Config config = one_caller();
    config.faults = std::move(faults);
    return config;
}

/// A world with a script in it, driven option by option.
class Scene {
public:
    Scene(Config config, Script::Code code, std::size_t fault_budget)
        : Scene(std::move(config), Script::Codes{std::move(code), {}, {}}, fault_budget) {}

    Scene(Config config, Script::Codes codes, std::size_t fault_budget)
        : script_(std::move(codes), log),
          world(
              [&] {
                  config.strategy = &script_;
                  return config;
              }(),
              RestoreBy::snapshot
          ) {
        world.reset(fault_budget);
    }

    /// What may come next, by name.
    [[nodiscard]] std::vector<std::string> options() const {
        std::vector<std::string> words;
        for (const explore::Option& option : world.enabled()) {
            words.push_back(world.describe(option));
        }
        return words;
    }

    /// Takes the option of that name, which must be there.
    void take(std::string_view word) {
        const std::vector<std::string> words = options();
        const auto place = std::find(words.begin(), words.end(), word);
        INFO("wanted " << word);
        CAPTURE(words);
        REQUIRE(place != words.end());
        world.take(static_cast<std::size_t>(place - words.begin()));
        for (const explore::Violation& violation : world.violations()) {
            violations.push_back(violation);
        }
    }
    void take_all(const std::vector<std::string_view>& words) {
        for (const std::string_view word : words) {
            take(word);
        }
    }

    /// Option 0 to the end of the run.
    void finish() {
        while (!world.enabled().empty()) {
            take(options().front());
        }
    }

    /// The store's entries: "lock = a".
    [[nodiscard]] std::vector<std::string> stored(std::string_view store) const {
        std::vector<std::string> lines;
        for (const StoreEntry& entry : world.entries()) {
            if (entry.store == store) {
                lines.push_back(entry.name + " = " + entry.content);
            }
        }
        return lines;
    }

    /// Virtual time since the start of the run.
    [[nodiscard]] Duration now() { return world.state().now - Instant{}; }

    Log log;

private:
    Script script_;

public:
    World world;
    std::vector<explore::Violation> violations;  ///< of all steps so far
};

using Lines = std::vector<std::string>;

}  // namespace onceproof::world
