#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/port/kv.hpp"
#include "tests/support/fake_kv.hpp"

namespace onceproof::conformance {

/// Stands before a fake and hands every call on; what derives from it makes a mistake in one.
class KvBeforeFake : public KeyValue {
public:
    explicit KvBeforeFake(FakeKv& fake) : fake_(fake) {}

    Result<std::optional<std::string>> get(std::string_view key) override { return fake_.get(key); }
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        return fake_.set(key, value, options);
    }
    Result<bool> del(std::string_view key) override { return fake_.del(key); }
    Result<bool> expire(std::string_view key, Duration ttl) override {
        return fake_.expire(key, ttl);
    }
    Result<std::optional<Duration>> ttl(std::string_view key) override { return fake_.ttl(key); }
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override {
        return fake_.compare_and_delete(key, expected);
    }
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override {
        return fake_.compare_and_expire(key, expected, ttl);
    }
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override {
        return fake_.compare_and_set(key, expected, value, ttl);
    }

protected:
    [[nodiscard]] FakeKv& fake() { return fake_; }

private:
    FakeKv& fake_;
};

/// Makes the port of the fake's arm.
using KvFront = std::function<std::unique_ptr<KeyValue>(FakeKv& fake)>;

template <class Front>
std::unique_ptr<KeyValue> make_front(FakeKv& fake) {
    return std::make_unique<Front>(fake);
}

/// The fake as it is.
inline const KvFront nothing_before = make_front<KvBeforeFake>;

}  // namespace onceproof::conformance
