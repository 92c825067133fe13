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

/// A retry as late as this meets what the clean-up has left.
constexpr Duration rows_are_kept_for = std::chrono::hours(24 * 30);

bool is_final(Policy policy, const Result<Reply>& result) {
    return result.ok() && ends_call(policy, result->kind);
}

/// The key that the caller's next try is to send, where keys are made or given out: into `request`.
/// False: the service was asked for one and gave none.
bool get_key(World& world, std::size_t actor, std::size_t attempt, Request& request) {
    const Config& config = world.config();
    const Caller& self = config.callers[world.cast()[actor].caller];
    const bool fresh = config.identity == Identity::per_attempt;
    if (!config.issues) {
        request.key = self.request.key + "." + std::to_string(attempt + 1);
        world.key_known(request, actor);
        return true;
    }
    if (attempt == 0 || fresh) {
        request.key.clear();
    }
    if (request.key.empty() && config.identity == Identity::per_order) {
        request.key = world.shared_key(actor);
    }
    if (!request.key.empty()) {
        return true;
    }
    CallOperation question(
        OpCode::call_issue,
        self.request,
        static_cast<std::uint8_t>(attempt),
        world.instance_of(actor, attempt)
    );
    question.timeout = config.patience;
    world.announce(actor, question);
    if (!question.result.ok() || question.result->kind != ReplyKind::done) {
        return false;
    }
    request.key = question.result->result;
    world.key_known(request, actor);
    return true;
}

void call(World& world, std::size_t actor) {
    const Config& config = world.config();
    const Caller& self = config.callers[world.cast()[actor].caller];
    if (self.start > Duration{0}) {
        world.sleep(actor, self.start);
    }
    std::optional<Request> own;  // where its key is not the one of the configuration
    if (world.keys_change()) {
        own = self.request;
    }
    std::optional<ReplyKind> last;
    for (std::size_t attempt = 0; attempt < config.attempts_max; ++attempt) {
        if (attempt > 0 && !config.backoff.empty()) {
            world.sleep(actor, config.backoff[std::min(attempt, config.backoff.size()) - 1]);
        }
        world.state().actors[actor].hit = false;
        last.reset();
        if (own.has_value() && !get_key(world, actor, attempt, *own)) {
            continue;
        }
        CallOperation operation(
            OpCode::call_send,
            own.has_value() ? *own : self.request,
            static_cast<std::uint8_t>(attempt),
            world.instance_of(actor, attempt)
        );
        operation.timeout = config.patience;
        world.announce(actor, operation);
        last = operation.result.ok() ? std::optional(operation.result->kind) : std::nullopt;
        if (is_final(config.policy, operation.result)) {
            break;
        }
    }
    world.caller_ended(actor, last);
}

Result<Reply> ask(World& world, std::size_t actor, OpCode code, const Request& request) {
    CallOperation operation(code, request, 0, 0);
    operation.timeout = quiet_patience;
    world.announce(actor, operation);
    return operation.result;
}

/// What was published of the request is handed out once more.
void drive_again(World& world, std::size_t actor, const Request& request) {
    BrokerOperation operation(OpCode::broker_publish);
    operation.request = &request;
    operation.again = true;
    world.announce(actor, operation);
}

/// One quiet retry of an order, with the key that is known for it; without one, that is asked for
/// first.
void retry(World& world, std::size_t actor, std::size_t order) {
    const Request& request = world.config().callers[world.orders()[order]].request;
    if (world.config().load == Load::messages) {
        drive_again(world, actor, request);
        return;
    }
    if (!world.keys_change()) {
        static_cast<void>(ask(world, actor, OpCode::call_send, request));
        return;
    }
    Request own = request;
    own.key = world.state().order_keys[order].known;
    if (own.key.empty()) {
        const Result<Reply> key = ask(world, actor, OpCode::call_issue, request);
        if (!key.ok() || key->kind != ReplyKind::done) {
            return;
        }
        own.key = key->result;
        world.key_known(own, actor);
    }
    static_cast<void>(ask(world, actor, OpCode::call_send, own));
}

/// The strategy's clean-up job runs once.
void sweep(World& world, std::size_t actor) {
    world.state().sweeping = true;
    const Request& any = world.config().callers.front().request;
    static_cast<void>(ask(world, actor, OpCode::call_send, any));
    world.state().sweeping = false;
}

/// Quiet retries of every order at each horizon, then the clean-up after the retention time.
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
        if (config.horizons[i] >= rows_are_kept_for) {
            sweep(world, actor);
        }
        state.retrying = true;
        for (std::size_t order = 0; order < world.orders().size(); ++order) {
            retry(world, actor, order);
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
        sweep(world, actor);
    }
    state.actors[actor].status = Status::ended;
}

/// What the strategy's code makes of what the handler was started for.
Reply work(World& world, std::size_t actor, Env& env) {
    const Strategy& strategy = *world.config().strategy;
    if (world.state().sweeping) {
        strategy.sweep(env);
        return {ReplyKind::done, ""};
    }
    const Request& request = world.request_of(actor);
    if (!world.state().actors[actor].issuing) {
        return strategy.handle(request, env);
    }
    const Result<std::string> key = strategy.issue(request, env);
    return key.ok() ? Reply{ReplyKind::done, *key} : Reply{ReplyKind::error, text_of(key.error())};
}

void handle(World& world, std::size_t actor) {
    Ports ports(world, actor);
    Env env = ports.env();
    const Reply reply = work(world, actor, env);
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

bool ends_call(Policy policy, ReplyKind kind) {
    if (policy == Policy::published) {
        return tells_success(kind) || kind == ReplyKind::in_progress;
    }
    return tells_success(kind) || kind == ReplyKind::mismatch || kind == ReplyKind::declined;
}

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
