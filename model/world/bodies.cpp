#include "model/world/bodies.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"
#include "model/world/ports.hpp"
#include "model/world/workers.hpp"
#include "model/world/world.hpp"

namespace onceproof::world {
namespace {

/// The quiet retry waits for its answer as long as a person at the counter would.
constexpr Duration quiet_patience = std::chrono::hours(1);

bool is_final(Policy policy, const Result<Reply>& result) {
    if (!result.ok()) {
        return false;
    }
    const ReplyKind kind = result->kind;
    if (policy == Policy::published) {
        return tells_success(kind) || kind == ReplyKind::in_progress;
    }
    return tells_success(kind) || kind == ReplyKind::mismatch || kind == ReplyKind::declined;
}

void call(World& world, std::size_t actor) {
    const Config& config = world.config();
    const std::size_t caller = world.cast()[actor].caller;
    const Caller& self = config.callers[caller];
    if (self.start > Duration{0}) {
        world.sleep(actor, self.start);
    }
    std::optional<ReplyKind> last;
    for (std::size_t attempt = 0; attempt < config.attempts_max; ++attempt) {
        if (attempt > 0 && !config.backoff.empty()) {
            world.sleep(actor, config.backoff[std::min(attempt, config.backoff.size()) - 1]);
        }
        CallOperation operation(
            self.request,
            static_cast<std::uint8_t>(attempt),
            static_cast<std::uint8_t>((caller + attempt) % config.instances)
        );
        operation.timeout = config.patience;
        world.state().actors[actor].hit = false;
        world.announce(actor, operation);
        last = operation.result.ok() ? std::optional(operation.result->kind) : std::nullopt;
        if (is_final(config.policy, operation.result)) {
            break;
        }
    }
    world.caller_ended(actor, last);
}

/// The request once more; of messages, what was published of it is handed out once more.
void retry(World& world, std::size_t actor, const Request& request) {
    if (world.config().load == Load::messages) {
        BrokerOperation operation(OpCode::broker_publish);
        operation.request = &request;
        operation.again = true;
        world.announce(actor, operation);
        return;
    }
    CallOperation operation(request, 0, 0);
    operation.timeout = quiet_patience;
    world.announce(actor, operation);
}

/// Quiet retries of every key at each horizon, then the clean-up after the retention time.
void settle(World& world, std::size_t actor) {
    const Config& config = world.config();
    State& state = world.state();
    if (config.has_broker()) {
        world.start_relays();
        world.drain(actor);
    }
    for (std::size_t i = 0; i < config.horizons.size(); ++i) {
        const Instant due = state.settle_start + config.horizons[i];
        if (due > state.now) {
            world.sleep(actor, due - state.now);
        }
        state.settled = static_cast<std::uint8_t>(i);
        state.retrying = true;
        for (const std::string_view key : world.keys()) {
            const auto first = std::ranges::find_if(config.callers, [&](const Caller& caller) {
                return caller.request.key == key;
            });
            retry(world, actor, first->request);
        }
        if (config.has_broker()) {
            world.start_relays();
            world.drain(actor);
        }
    }
    const bool sweeps = std::ranges::find(config.guarantees, guarantee::Id::bounded_storage) !=
                        config.guarantees.end();
    if (sweeps) {
        world.sleep(actor, config.retention);
        state.sweeping = true;
        CallOperation operation(config.callers.front().request, 0, 0);
        operation.timeout = quiet_patience;
        world.announce(actor, operation);
    }
    state.actors[actor].status = Status::ended;
}

void handle(World& world, std::size_t actor) {
    Ports ports(world, actor);
    Env env = ports.env();
    Reply reply{ReplyKind::done, ""};
    if (world.state().sweeping) {
        world.config().strategy->sweep(env);
    } else {
        const Request& request = world.request_of(actor);
        reply = world.config().strategy->handle(request, env);
    }
    world.handler_returned(actor);
    ReplyOperation operation(reply);
    world.announce(actor, operation);
    // Whoever answers has ended: the world never resumes it.
    ENSURE(false);
}

void run_task(World& world, std::size_t actor) {
    Ports ports(world, actor);
    Env env = ports.env();
    const TaskStart& start = *world.state().task_starts[actor];
    start.body(env, start.key, start.value, start.period);
    world.state().actors[actor].status = Status::ended;
}

template <void (*code)(World&, std::size_t)>
void body(void* context) {
    const auto& start = *static_cast<World::Start*>(context);
    code(*start.world, start.actor);
}

}  // namespace

Fiber::Body body_of(Role role) {
    switch (role) {
        case Role::caller:
            return body<call>;
        case Role::settler:
            return body<settle>;
        case Role::task:
            return body<run_task>;
        case Role::producer:
            return body<produce>;
        case Role::consumer:
            return body<consume>;
        case Role::relay:
            return body<relay>;
        default:
            return body<handle>;
    }
}

}  // namespace onceproof::world
