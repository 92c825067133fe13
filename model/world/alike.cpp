#include "model/world/alike.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace onceproof::world {
namespace {

/// So many callers at most change places: each way costs a hash where states are tied.
constexpr std::size_t callers_max = 4;

using Order = std::vector<std::size_t>;  // by caller: in whose place it stands

bool has_clock_of_its_own(const Config& config) {
    return std::ranges::find(config.faults, FaultKind::clock_step, &FaultRule::kind) !=
           config.faults.end();
}

bool tells_all_apart(const Config& config) {
    return config.load != Load::requests || config.has_broker() || config.issues ||
           config.identity == Identity::per_attempt;
}

bool are_alike(const Caller& left, const Caller& right) {
    return left.start == right.start && left.request == right.request;
}

/// By how many the instances move on; empty: not all by the same.
std::optional<std::size_t> turn_of(const Config& config, const Order& order) {
    const std::size_t count = config.instances;
    const auto turn = [&](std::size_t caller) {
        return (order[caller] + count - caller % count) % count;
    };
    for (std::size_t caller = 0; caller < order.size(); ++caller) {
        if (turn(caller) != turn(0)) {
            return std::nullopt;
        }
    }
    return turn(0);
}

bool is_allowed(const Config& config, const Order& order) {
    for (std::size_t caller = 0; caller < order.size(); ++caller) {
        if (!are_alike(config.callers[caller], config.callers[order[caller]])) {
            return false;
        }
    }
    const std::optional<std::size_t> turn = turn_of(config, order);
    return turn.has_value() && (*turn == 0 || !has_clock_of_its_own(config));
}

std::uint8_t small(std::size_t number) {
    return static_cast<std::uint8_t>(number);
}

/// In whose place the actor stands.
std::size_t place_of(const Cast& cast, const Order& order, std::size_t actor) {
    const Part& part = cast[actor];
    if (part.caller >= order.size()) {
        return actor;
    }
    if (part.role == Role::caller) {
        return Cast::caller(order[part.caller]);
    }
    if (part.role == Role::handler) {
        const std::size_t copy = actor - cast.handler(part.caller, part.attempt, 0);
        return cast.handler(order[part.caller], part.attempt, copy);
    }
    return part.role == Role::task ? cast.task_of(place_of(cast, order, part.handler)) : actor;
}

Exchange exchange_of(const Config& config, const Cast& cast, const Order& order) {
    Exchange exchange;
    exchange.places.resize(cast.size());
    exchange.actors.resize(cast.size());
    exchange.sessions.resize(cast.size() * sessions_per_actor);
    for (std::size_t actor = 0; actor < cast.size(); ++actor) {
        const std::size_t place = place_of(cast, order, actor);
        exchange.places[actor] = small(place);
        exchange.actors[place] = small(actor);
        for (std::size_t which = 0; which < sessions_per_actor; ++which) {
            exchange.sessions[actor * sessions_per_actor + which] =
                small(place * sessions_per_actor + which);
        }
    }
    const std::size_t turn = *turn_of(config, order);
    exchange.instances.resize(config.instances);
    exchange.owners.resize(config.instances + 1);
    exchange.nobody_owns.resize(config.instances + 1);
    for (std::size_t instance = 0; instance < config.instances; ++instance) {
        const std::size_t place = (instance + turn) % config.instances;
        exchange.instances[place] = small(instance);
        exchange.owners[instance + 1] = small(place + 1);
    }
    exchange.callers.push_back(0);
    for (const std::size_t place : order) {
        exchange.callers.push_back(small(place + 1));
    }
    return exchange;
}

}  // namespace

Alike::Alike(const Config& config, const Cast& cast) {
    Order order(config.callers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    exchanges_.push_back(exchange_of(config, cast, order));
    if (tells_all_apart(config)) {
        return;
    }
    const auto end =
        order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), callers_max));
    while (std::next_permutation(order.begin(), end)) {
        if (is_allowed(config, order)) {
            exchanges_.push_back(exchange_of(config, cast, order));
        }
    }
}

}  // namespace onceproof::world
