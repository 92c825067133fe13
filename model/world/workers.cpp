#include "model/world/workers.hpp"

#include <algorithm>

#include "model/world/broker_operation.hpp"
#include "model/world/ports.hpp"
#include "model/world/world.hpp"

namespace onceproof::world {
namespace {

Duration pause_before(const Config& config, std::size_t again) {
    return config.backoff.empty() ? Duration{0}
                                  : config.backoff[std::min(again, config.backoff.size()) - 1];
}

}  // namespace

void produce(World& world, std::size_t actor) {
    const Config& config = world.config();
    const State& state = world.state();
    const std::size_t caller = world.cast()[actor].caller;
    const Caller& self = config.callers[caller];
    const Instant start = Instant{} + self.start;
    if (start > state.now) {
        world.sleep(actor, start - state.now);
    }
    const std::string id = config.broker.gives_ids ? "" : "m-" + std::to_string(caller + 1);
    for (std::size_t attempt = 0; attempt < config.attempts_max; ++attempt) {
        if (attempt > 0) {
            world.sleep(actor, pause_before(config, attempt));
        }
        BrokerOperation operation(OpCode::broker_publish);
        operation.request = &self.request;
        operation.message_id = id;
        operation.patience = config.patience;
        world.announce(actor, operation);
        if (operation.result.ok()) {
            world.publish_confirmed(actor);
            break;
        }
    }
    world.caller_ended(actor, std::nullopt);
}

void consume(World& world, std::size_t actor) {
    const Config& config = world.config();
    for (;;) {
        world.begin_anew(actor);
        Ports ports(world, actor);
        Env env = ports.env();
        const Result<std::vector<Delivery>> batch = env.broker.next(config.batch);
        if (batch.ok()) {
            const Result<Done> handled = config.strategy->consume(*batch, env);
            world.handler_returned(actor);
            if (handled.ok()) {
                static_cast<void>(env.broker.acknowledge(*batch));
            } else {
                static_cast<void>(env.broker.reject(*batch));
                world.begin_anew(actor);
                world.sleep(actor, pause_before(config, batch->front().count));
            }
        }
    }
}

void relay(World& world, std::size_t actor) {
    const Config& config = world.config();
    for (;;) {
        world.begin_anew(actor);
        {
            Ports ports(world, actor);
            Env env = ports.env();
            config.strategy->relay(env);
        }
        world.handler_returned(actor);
        if (!world.relay_goes_on(actor)) {
            break;
        }
        world.begin_anew(actor);
        world.sleep(actor, config.relay_period);
    }
    world.state().actors[actor].status = Status::ended;
}

}  // namespace onceproof::world
