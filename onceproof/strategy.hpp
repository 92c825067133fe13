#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

#include "impls/strategy/effect.hpp"
#include "impls/strategy/entered.hpp"
#include "impls/strategy/info.hpp"
#include "impls/strategy/options.hpp"
#include "model/port/strategy.hpp"

// What the author of a strategy includes: `#include <onceproof/strategy.hpp>`.
namespace onceproof {

using StrategyInfo = strategy::Info;
using StrategyOptions = strategy::Options;

/// True if `Kind` can be made from its options and from where the effect is made, from the latter
/// alone, or from nothing.
template <class Kind>
concept MadeAsStrategy = std::constructible_from<Kind, const StrategyOptions&, Effect> ||
    std::constructible_from<Kind, Effect> || std::default_initializable<Kind>;

/// A class that the catalog takes.
template <class Kind>
concept StrategyKind =
    std::derived_from<Kind, Strategy> && !std::is_abstract_v<Kind> && MadeAsStrategy<Kind>;

/// Enters a strategy into the catalog of its program. To be made once, at namespace scope of a
/// source file:
///
///     const onceproof::Registered<MyGuard> my_guard(
///         onceproof::StrategyInfo{.name = "my-guard", .summary = "…"});
///
/// Whether the class consumes messages, relays or issues keys is seen from what it overrides; what
/// `info` leaves out gets a default: one preset, `default`, and no tasks.
template <class Kind>
class Registered {
    static_assert(
        std::derived_from<Kind, Strategy>,
        "a strategy derives from onceproof::Strategy: class MyGuard : public onceproof::Strategy"
    );
    static_assert(
        !std::is_abstract_v<Kind>,
        "a strategy overrides handle, with these very types: onceproof::Reply handle(const "
        "onceproof::Request& request, onceproof::Env& env) const override"
    );
    static_assert(
        std::is_abstract_v<Kind> || MadeAsStrategy<Kind>,
        "a strategy has a constructor for (const onceproof::StrategyOptions&, onceproof::Effect), "
        "one for (onceproof::Effect), or one without parameters"
    );

public:
    explicit Registered(StrategyInfo info) {
        if constexpr (StrategyKind<Kind>) {
            info.make = make;
            if (info.uses_tasks == nullptr) {
                info.uses_tasks = strategy::never;
            }
            if (info.presets.empty()) {
                info.presets = {{.name = "default"}};
            }
            info.consumes = !std::same_as<decltype(&Kind::consume), decltype(&Strategy::consume)>;
            info.relays = !std::same_as<decltype(&Kind::relay), decltype(&Strategy::relay)>;
            info.issues = !std::same_as<decltype(&Kind::issue), decltype(&Strategy::issue)>;
            strategy::enter(std::move(info));
        }
    }

private:
    static std::unique_ptr<const Strategy> make(const StrategyOptions& options, Effect effect) {
        if constexpr (std::constructible_from<Kind, const StrategyOptions&, Effect>) {
            return std::make_unique<const Kind>(options, effect);
        } else if constexpr (std::constructible_from<Kind, Effect>) {
            return std::make_unique<const Kind>(effect);
        } else {
            return std::make_unique<const Kind>();
        }
    }
};

}  // namespace onceproof
