#include <chrono>
#include <onceproof/strategy.hpp>
#include <string>

namespace {

using namespace onceproof;

/// Sets the request's key in Redis, and works if it was not there.
class Guard final : public Strategy {
public:
    explicit Guard(Effect effect) : effect_(effect) {}

    Reply handle(const Request& request, Env& env) const override {
        const SetOptions once{.when = SetWhen::if_absent, .ttl = std::chrono::hours(24 * 7)};
        const Result<bool> first = env.kv.set("guard:" + request.key, "1", once);
        if (!first.ok()) {
            return strategy::internal_error(first.error());
        }
        if (!*first) {
            return {ReplyKind::duplicate, ""};
        }
        const Result<std::string> receipt = strategy::perform_alone(effect_, request, env);
        return receipt.ok() ? Reply{ReplyKind::done, *receipt}
                            : strategy::internal_error(receipt.error());
    }

private:
    Effect effect_;
};

const Registered<Guard> guard(StrategyInfo{
    .name = "guard", .summary = "one key in Redis, set if absent", .needs_kv = true});

}  // namespace
