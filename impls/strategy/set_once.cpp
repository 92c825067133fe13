#include "impls/strategy/set_once.hpp"

namespace onceproof::strategy {

Result<bool> set_once(
    KeyValue& kv, std::string_view key, std::string_view value, const SetOnce& how
) {
    if (how.ephemeral) {
        return kv.set(
            key, value, {.when = SetWhen::if_absent, .ttl = std::nullopt, .ephemeral = true}
        );
    }
    if (!how.two_commands || !how.ttl.has_value()) {
        return kv.set(key, value, {.when = SetWhen::if_absent, .ttl = how.ttl});
    }
    Result<bool> created = kv.set(key, value, {.when = SetWhen::if_absent, .ttl = std::nullopt});
    if (created.ok() && *created) {
        static_cast<void>(kv.expire(key, *how.ttl));
    }
    return created;
}

}  // namespace onceproof::strategy
