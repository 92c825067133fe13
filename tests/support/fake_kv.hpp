#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/fake/redis.hpp"
#include "model/port/kv.hpp"

namespace onceproof {

/// The Redis fake behind the port, at a time that stands still until the test moves `now`.
class FakeKv final : public KeyValue {
public:
    explicit FakeKv(fake::Redis::Config config) : redis(config) {}

    Result<std::optional<std::string>> get(std::string_view key) override {
        return redis.get(key, now);
    }
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        return redis.set(key, value, options, now);
    }
    Result<bool> del(std::string_view key) override { return redis.del(key, now); }
    Result<bool> expire(std::string_view key, Duration ttl) override {
        return redis.expire(key, ttl, now);
    }
    Result<std::optional<Duration>> ttl(std::string_view key) override {
        return redis.ttl(key, now);
    }
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override {
        return redis.compare_and_delete(key, expected, now);
    }
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override {
        return redis.compare_and_expire(key, expected, ttl, now);
    }
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override {
        return redis.compare_and_set(key, expected, value, ttl, now);
    }

    fake::Redis redis;
    Instant now{};
};

}  // namespace onceproof
