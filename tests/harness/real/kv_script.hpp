#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "harness/real/play.hpp"
#include "harness/real/redis_call.hpp"
#include "model/fake/redis.hpp"
#include "model/world/config.hpp"
#include "model/world/store_log.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {

/// A run by hand: what is called here is done to a fake Redis and written down, a step each.
class KvScript {
public:
    explicit KvScript(fake::Redis::Config redis = {.replica = true, .evicts = true})
        : redis_(redis) {
        config_.redis = redis;
        run_.log.start(now_);
    }

    /// Writes `value` under `key`, which ends after `ttl`; 0: never.
    void set(
        const std::string& key,
        const std::string& value,
        Duration ttl = {},
        SetWhen when = SetWhen::always
    ) {
        apply(set_call(key, value, ttl, when), {});
    }
    void get(const std::string& key) { apply({.code = world::OpCode::kv_get, .key = key}, {}); }

    /// A command with a fate other than the usual one: it changes the fake if it was applied.
    void apply(world::KvCall call, const world::Passage& passage) {
        step();
        call.passage = passage;
        if (passage.reach == world::Reach::applied) {
            call.result = answer(call);
        }
        run_.log.add(std::move(call));
    }
    void strike(world::StoreFault fault) {
        step(fault.kind);
        switch (fault.kind) {
            using enum world::FaultKind;
            case redis_restart:
                redis_.restart(now_);
                break;
            case redis_failover:
                redis_.fail_over(fault.lost, now_);
                break;
            case redis_eviction:
                redis_.del(fault.key, now_);
                break;
            default:
                break;
        }
        run_.log.add(std::move(fault));
    }
    void add(world::StoreEvent::What what) { run_.log.add(std::move(what)); }
    void step(world::FaultKind fault = world::FaultKind::none) { run_.log.begin_step(fault); }
    void pass(Duration duration) { now_ += duration; }

    static world::KvCall set_call(
        const std::string& key,
        const std::string& value,
        Duration ttl = {},
        SetWhen when = SetWhen::always
    ) {
        world::KvCall call{.code = world::OpCode::kv_set, .key = key, .value = value};
        call.options.when = when;
        if (ttl > Duration{0}) {
            call.options.ttl = ttl;
        }
        return call;
    }

    [[nodiscard]] const world::Config& config() const { return config_; }
    [[nodiscard]] const world::StoreLog& log() const { return run_.log; }
    [[nodiscard]] LoggedRun& end() {
        run_.log.add(world::FaultsEnd{});
        run_.contents.at = now_;
        run_.contents.keys = redis_.describe(now_);
        return run_;
    }
    std::optional<Obstacle> play_on(RealStore& store) {
        RealStore* const only = &store;
        return play(config_, end(), std::span(&only, 1));
    }

private:
    KvAnswer answer(const world::KvCall& call) {
        using Answer = world::KvOperation::Answer;
        switch (call.code) {
            using enum world::OpCode;
            case kv_get:
                return Answer{.flag = false, .text = redis_.get(call.key, now_), .left = {}};
            case kv_compare_and_set:
                return Answer{
                    .flag =
                        redis_.compare_and_set(call.key, call.expected, call.value, call.ttl, now_),
                    .text = {},
                    .left = {}};
            default: {
                REQUIRE(call.code == kv_set);
                const Result<bool> written = redis_.set(call.key, call.value, call.options, now_);
                return written.ok() ? KvAnswer(Answer{.flag = *written, .text = {}, .left = {}})
                                    : KvAnswer(written.error());
            }
        }
    }

    fake::Redis redis_;
    world::Config config_;
    LoggedRun run_;
    Instant now_{};
};

/// Empty: as it is in the log.
inline std::string words_of(const std::optional<Obstacle>& obstacle) {
    if (!obstacle.has_value()) {
        return "";
    }
    return std::to_string(obstacle->step) + ": " + obstacle->what + " | " + obstacle->simulated +
           " | " + obstacle->real;
}

}  // namespace onceproof::harness
