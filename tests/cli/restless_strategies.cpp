#include <chrono>
#include <cstdint>
#include <random>
#include <string>

#include "onceproof/strategy.hpp"

// What a program knows that is otherwise `onceproof`: strategies that break the rules of
// determinism, each in its own way, and one that keeps them.

namespace onceproof {
namespace {

/// How often any handler of this process has run so far.
std::uint64_t runs_so_far() {
    static std::uint64_t runs = 0;
    return ++runs;
}

Reply mark_and_charge(const Request& request, Env& env, const std::string& mark) {
    static_cast<void>(env.kv.get("mark:" + request.key));
    static_cast<void>(env.kv.set("mark:" + request.key, mark, {}));
    const Result<std::string> paid = env.gateway.charge(request, "");
    return paid.ok() ? Reply{ReplyKind::done, *paid} : strategy::internal_error(paid.error());
}

class Calm final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        return mark_and_charge(request, env, "paid");
    }
};

class Counting final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        return mark_and_charge(request, env, "run-" + std::to_string(runs_so_far()));
    }
};

/// After a few runs it goes another way.
class Changing final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        constexpr std::uint64_t few = 2;
        if (runs_so_far() <= few) {
            static_cast<void>(env.kv.del("mark:" + request.key));
        }
        return mark_and_charge(request, env, "paid");
    }
};

class Addressing final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        const auto address = reinterpret_cast<std::uintptr_t>(&request);
        return mark_and_charge(request, env, "at-" + std::to_string(address >> 12U));
    }
};

class Drawing final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        return mark_and_charge(request, env, "drew-" + std::to_string(std::random_device{}()));
    }
};

class Clocking final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return mark_and_charge(request, env, "now-" + std::to_string(now.count()));
    }
};

StrategyInfo info_of(std::string_view name, std::string_view schema = {}) {
    return {
        .name = name,
        .summary = "for tests",
        .source = "tests",
        .claim = "none",
        .gap = "none",
        .needs_kv = true,
        .schema = schema,
        .presets = {{.name = "only"}}};
}

const Registered<Calm> calm(info_of("calm"));
const Registered<Counting> counting(info_of("counting"));
const Registered<Changing> changing(info_of("changing"));
const Registered<Addressing> addressing(info_of("addressing"));
const Registered<Drawing> drawing(info_of("drawing"));
const Registered<Clocking> clocking(info_of("clocking"));
const Registered<Calm> beyond(info_of("beyond", "CREATE TABLE odd (name xml PRIMARY KEY);"));

}  // namespace
}  // namespace onceproof
