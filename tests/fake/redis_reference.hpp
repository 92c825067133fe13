#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/text.hpp"
#include "model/fake/redis.hpp"
#include "model/port/kv.hpp"

namespace onceproof::fake {

/// The Redis fake's contract once more, in the most naive way: a copy of everything before each
/// write.
class RedisReference final : public KeyValue {
public:
    explicit RedisReference(Redis::Config config) : config_(config) {}

    Result<std::optional<std::string>> get(std::string_view key) override {
        const State live = live_part(state_);
        const auto entry = live.find(key);
        if (entry == live.end()) return std::optional<std::string>();
        return std::optional<std::string>(entry->second.value);
    }
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        const State live = live_part(state_);
        const bool exists = live.contains(key);
        if (options.when == SetWhen::if_absent && exists) return false;
        if (options.when == SetWhen::if_present && !exists) return false;
        if (!exists && live.size() >= config_.keys_max) {
            return Error{ErrorKind::out_of_memory, Certainty::definite};
        }
        write()[std::string(key)] = {std::string(value), end_of(options.ttl)};
        return true;
    }
    Result<bool> del(std::string_view key) override {
        if (!live_part(state_).contains(key)) return false;
        write().erase(std::string(key));
        return true;
    }
    Result<bool> expire(std::string_view key, Duration ttl) override {
        if (!live_part(state_).contains(key)) return false;
        write()[std::string(key)].expires = end_of(ttl);
        return true;
    }
    Result<std::optional<Duration>> ttl(std::string_view key) override {
        const State live = live_part(state_);
        const auto entry = live.find(key);
        if (entry == live.end()) return std::optional<Duration>();
        if (entry->second.expires == Instant::max())
            return std::optional<Duration>(Duration::max());
        return std::optional<Duration>(entry->second.expires - now);
    }
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override {
        return holds(key, expected) ? del(key) : Result<bool>(false);
    }
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override {
        return holds(key, expected) ? expire(key, ttl) : Result<bool>(false);
    }
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override {
        if (!holds(key, expected)) return false;
        return set(key, value, {SetWhen::always, ttl});
    }

    void restart() {
        if (config_.persistence == Persistence::none) state_.clear();
        if (config_.persistence == Persistence::everysec) state_ = restarted(past_, now);
        past_.clear();
        unreplicated_ = 0;
    }
    void fail_over(std::size_t lost) {
        for (; lost > 0; --lost) {
            state_ = past_.back().before;
            past_.pop_back();
        }
        unreplicated_ = 0;
    }
    [[nodiscard]] std::size_t forgettable() const { return unreplicated_; }

    /// All that can still be seen, as a text: the contents now, those after each failover, and for
    /// each of them what a restart would find, as steps in time.
    [[nodiscard]] std::string future() const {
        std::string text;
        State state = state_;
        std::vector<Past> past = past_;
        for (std::size_t lost = 0;; ++lost) {
            text += "[";
            text += show(state);
            if (config_.persistence == Persistence::everysec) text += steps(state, past);
            text += "]";
            if (lost == unreplicated_) return text;
            state = past.back().before;
            past.pop_back();
        }
    }

    Instant now{};

private:
    struct Content {
        std::string value;
        Instant expires = Instant::max();
    };
    using State = std::map<std::string, Content, std::less<>>;
    struct Past {
        Instant at;
        State before;
    };
    static constexpr Duration sync_period = std::chrono::seconds(1);

    [[nodiscard]] Instant end_of(std::optional<Duration> ttl) const {
        return ttl ? now + *ttl : Instant::max();
    }
    [[nodiscard]] bool holds(std::string_view key, std::string_view expected) const {
        const State live = live_part(state_);
        const auto entry = live.find(key);
        return entry != live.end() && entry->second.value == expected;
    }
    [[nodiscard]] State live_part(const State& state) const {
        State live = state;
        std::erase_if(live, [this](const auto& entry) { return entry.second.expires <= now; });
        return live;
    }
    State& write() {
        past_.push_back({now, state_});
        if (config_.replica && unreplicated_ < config_.history_max) ++unreplicated_;
        return state_;
    }
    [[nodiscard]] State restarted(const std::vector<Past>& past, Instant time) const {
        for (const Past& moment : past) {
            if (moment.at + sync_period > time) return moment.before;
        }
        return state_;
    }
    [[nodiscard]] std::string show(const State& state) const {
        std::string text;
        for (const auto& [key, content] : live_part(state)) {
            const bool stays = content.expires == Instant::max();
            text += key + "=" + content.value + "~";
            text += stays ? "stays" : format_duration(content.expires - now);
            text += " ";
        }
        return text;
    }
    [[nodiscard]] std::string steps(const State& state, const std::vector<Past>& past) const {
        std::string text;
        std::string newer = show(state);
        for (std::size_t index = past.size(); index > 0; --index) {
            const auto& [at, before] = past[index - 1];
            const bool first_of_instant = index == 1 || past[index - 2].at != at;
            if (!first_of_instant || at + sync_period <= now) continue;
            const std::string older = show(before);
            if (older != newer) {
                text += "|";
                text += format_duration(now - at);
                text += ":";
                text += older;
            }
            newer = older;
        }
        return text;
    }

    Redis::Config config_;
    State state_;
    std::vector<Past> past_;
    std::size_t unreplicated_ = 0;
};

}  // namespace onceproof::fake
