#include "impls/strategy/renewal.hpp"

namespace onceproof::strategy {

void renew_key(Env& env, std::string_view key, std::string_view value, Duration period) {
    while (!env.scope.cancelled()) {
        env.clock.sleep(period);
        const Result<bool> renewed = env.kv.compare_and_expire(key, value, 3 * period);
        if (renewed.ok() && !*renewed) {
            return;
        }
    }
}

}  // namespace onceproof::strategy
