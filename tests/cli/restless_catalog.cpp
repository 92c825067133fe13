#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/effect.hpp"
#include "impls/strategy/options.hpp"

// The catalog of a program that is otherwise `onceproof`: strategies that break the rules of
// determinism, each in its own way, and one that keeps them.

namespace onceproof::strategy {
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
    return paid.ok() ? Reply{ReplyKind::done, *paid} : internal_error(paid.error());
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

template <class Kind>
Info info_of(std::string_view name, std::string_view schema = {}) {
    return {
        .name = name,
        .summary = "for tests",
        .source = "tests",
        .claim = "none",
        .gap = "none",
        .needs_kv = true,
        .schema = schema,
        .tables = {},
        .options = {},
        .presets = {{"only", {}, false}},
        .make = [](const Options&, Effect) -> std::unique_ptr<const Strategy> {
            return std::make_unique<Kind>();
        },
        .uses_tasks = never};
}

}  // namespace

std::span<const Info> catalog() {
    static const std::array infos{
        info_of<Calm>("calm"),
        info_of<Counting>("counting"),
        info_of<Changing>("changing"),
        info_of<Addressing>("addressing"),
        info_of<Drawing>("drawing"),
        info_of<Calm>("beyond", "CREATE TABLE odd (name xml PRIMARY KEY);")};
    return infos;
}

}  // namespace onceproof::strategy
