#include "model/guarantee/guarantee.hpp"
#include "model/guarantee/words.hpp"

namespace onceproof::guarantee {
namespace {

std::string whose(std::string_view order, std::string_view user) {
    return std::string(order) + " of " + std::string(user);
}

/// An effect under a key that another order's effect was made under before.
std::optional<std::string> second_use(const Moment& moment) {
    const Payload& effect = *moment.effect;
    const Payload& bound = *moment.bound;
    if (effect.order == bound.order && effect.user == bound.user) {
        return std::nullopt;
    }
    return std::string(moment.actor) + " made the effect of " + whose(effect.order, effect.user) +
           " under key " + std::string(bound.key) + at_horizon(moment) + ", which belongs to " +
           whose(bound.order, bound.user);
}

}  // namespace

std::optional<std::string> bound_to_payload(const Moment& moment) {
    if (moment.bound == nullptr) {
        return std::nullopt;
    }
    if (moment.when == When::effect) {
        return moment.effect == nullptr ? std::nullopt : second_use(moment);
    }
    if (moment.when != When::answered || !tells_success(moment.reply->kind)) {
        return std::nullopt;
    }
    const Request& request = *moment.request;
    const Payload& bound = *moment.bound;
    std::string wanted = std::to_string(request.amount);
    std::string made = std::to_string(bound.amount);
    if (request.order != bound.order || request.user != bound.user) {
        wanted = whose(request.order, request.user);
        made = whose(bound.order, bound.user);
    } else if (request.amount == bound.amount) {
        return std::nullopt;
    }
    return std::string(moment.actor) + " asked for " + wanted + " under key " + request.key +
           " and was told \"" + std::string(name_of(moment.reply->kind)) + "\"" +
           at_horizon(moment) + ", but the effect was " + made;
}

}  // namespace onceproof::guarantee
