#include "harness/real/desk.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "model/world/bodies.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::OpCode;
using Fault = std::optional<world::FaultRule>;
using namespace std::chrono_literals;

/// How soon a caller gives up that does.
constexpr Duration gives_up_after = 2ms;
/// A quiet retry waits for its answer as long as it takes.
constexpr Duration quiet_patience = std::chrono::hours(1);
/// An attempt that takes longer than this part of its caller's patience, without any fault, is one
/// of a machine that is too slow.
constexpr std::int64_t slow_part = 4;

bool is(const Fault& fault, FaultKind kind) {
    return fault.has_value() && fault->kind == kind;
}

std::string handler_name(std::size_t caller, std::size_t attempt) {
    return "h" + std::to_string(caller + 1) + "." + std::to_string(attempt + 1);
}

std::string caller_name(std::size_t caller) {
    return "c" + std::to_string(caller + 1);
}

std::string text_of(const Reply& reply) {
    return std::string(name_of(reply.kind)) + " \"" + reply.result + "\"";
}

/// `text`, which begins with the name of the scenario's first order or key, for another number.
std::string numbered(const std::string& text, std::uint64_t number) {
    const std::size_t dash = text.find('-');
    const std::size_t digits_end = text.find_first_not_of("0123456789", dash + 1);
    const std::string rest = digits_end == std::string::npos ? "" : text.substr(digits_end);
    return text.substr(0, dash + 1) + std::to_string(number) + rest;
}

}  // namespace

Desk::Desk(const DeskPlan& plan) : plan_(plan) {
    const world::Config& config = plan_.config;
    for (std::size_t caller = 0; caller < config.callers.size(); ++caller) {
        for (std::size_t attempt = 0; attempt < config.attempts_max; ++attempt) {
            const std::size_t instance = instance_of(caller, attempt);
            const bool ahead = instance + 1 == plan_.pools.size();
            seats_.push_back(std::make_unique<Seat>(Seat::Place{
                .strategy = *config.strategy,
                .pool = *plan_.pools[instance],
                .redis = plan_.redis,
                .redis_timeout = config.kv_timeout,
                .gateway = plan_.gateway,
                .setting = {
                    .events = &plan_.events,
                    .slack = plan_.slack,
                    .work = config.work,
                    .gateway_timeout = config.gateway_timeout,
                    .clock_ahead_us = ahead ? &plan_.clock_ahead_us : nullptr}}));
        }
    }
}

Request Desk::request_of(std::uint64_t number, std::size_t caller) const {
    Request request = plan_.config.callers[caller].request;
    request.key = numbered(request.key, number);
    request.order = numbered(request.order, number);
    return request;
}

RequestLog Desk::serve(std::uint64_t number, std::map<std::string, std::size_t>& struck) {
    const world::Config& config = plan_.config;
    RequestLog empty;
    empty.number = number;
    empty.key_is_order = !config.issues && config.identity == world::Identity::per_order;
    for (std::size_t caller = 0; caller < config.callers.size(); ++caller) {
        Request request = request_of(number, caller);
        const bool known =
            std::ranges::find(empty.orders, request.order, &Request::order) != empty.orders.end();
        if (!known) {
            request.key = config.issues ? "" : request.key;
            empty.orders.push_back(std::move(request));
        }
    }
    const Duration begin = plan_.events.now();
    empty.begin = begin;
    LiveRequest live(
        std::move(empty), strikes_of(plan_.menu, plan_.seed, number), plan_.events, plan_.menu
    );
    {
        std::vector<std::jthread> others;
        for (std::size_t caller = 1; caller < config.callers.size(); ++caller) {
            others.emplace_back([&, caller] { call(live, number, caller); });
        }
        call(live, number, 0);
    }
    for (const std::unique_ptr<Seat>& each : seats_) {
        each->wait_for_end();
    }
    for (const auto& [kind, count] : live.struck()) {
        struck[kind] += count;
    }
    RequestLog log = live.finish();
    log.end = plan_.events.now();
    log.faults += plan_.events.forgot_since(begin);
    return log;
}

void Desk::call(LiveRequest& live, std::uint64_t number, std::size_t caller) {
    const world::Config& config = plan_.config;
    sleep(live, config.callers[caller].start);
    Request own = request_of(number, caller);
    auto last = ReplyKind::error;
    for (Try now{number, caller, 0}; now.attempt < config.attempts_max; ++now.attempt) {
        if (now.attempt > 0 && !config.backoff.empty()) {
            const std::size_t pause = std::min(now.attempt, config.backoff.size()) - 1;
            sleep(live, config.backoff[pause]);
        }
        last = ReplyKind::error;
        if (!get_key(live, now, own)) {
            continue;
        }
        if (const auto reply = attempt(live, now, own, OpCode::call_send)) {
            last = reply->kind;
        }
        if (world::ends_call(config.policy, last)) {
            break;
        }
    }
    if (last == ReplyKind::in_progress) {
        live.left_in_progress(caller + 1, own.order);
    }
}

/// False: the service was asked for a key and gave none.
bool Desk::get_key(LiveRequest& live, const Try& now, Request& own) {
    const world::Config& config = plan_.config;
    const bool fresh = config.identity == world::Identity::per_attempt;
    if (!config.issues) {
        if (fresh) {
            own.key =
                request_of(now.number, now.caller).key + "." + std::to_string(now.attempt + 1);
            live.key_known(own);
        }
        return true;
    }
    const bool shared = config.identity == world::Identity::per_order;
    std::unique_lock lock(asking_, std::defer_lock);
    if (shared) {
        lock.lock();
        own.key = live.known_key(own.order);
    } else if (now.attempt == 0 || fresh) {
        own.key.clear();
    }
    if (!own.key.empty()) {
        return true;
    }
    const auto key = attempt(live, now, own, OpCode::call_issue);
    if (!key.has_value() || key->kind != ReplyKind::done) {
        return false;
    }
    own.key = key->result;
    live.key_known(own);
    return true;
}

std::optional<Reply> Desk::attempt(
    LiveRequest& live, const Try& now, const Request& request, OpCode code
) {
    const world::Config& config = plan_.config;
    const std::string actor = handler_name(now.caller, now.attempt);
    const Duration start = plan_.events.now();
    live.attempted();
    live.note(
        caller_name(now.caller) + " " + std::string(world::name_of(code)) + " " + request.key +
        " to " + actor + " at instance " + std::to_string(instance_of(now.caller, now.attempt) + 1)
    );
    const Fault fault = live.strike(code, actor);
    if (is(fault, FaultKind::refused)) {
        return std::nullopt;
    }
    if (is(fault, FaultKind::request_lost)) {
        std::this_thread::sleep_for(config.patience);
        return std::nullopt;
    }
    Seat& place = seat(now.caller, now.attempt);
    // The request for a key may still be under way here.
    place.wait_for_end();
    Seat::Task task;
    task.job.live = &live;
    task.job.actor = actor;
    task.request = request;
    task.issues = code == OpCode::call_issue;
    if (is(fault, FaultKind::late)) {
        task.delay = config.patience + fault->duration;
    }
    place.begin(std::move(task));
    const bool gives_up = is(fault, FaultKind::cancelled);
    std::optional<Reply> reply = place.wait(gives_up ? gives_up_after : config.patience);
    if (gives_up && !reply.has_value()) {
        place.cancel();
    }
    judge_pace(live, start, !reply.has_value());
    live.note(
        caller_name(now.caller) + " got " + (reply.has_value() ? text_of(*reply) : "no answer")
    );
    if (reply.has_value() && code == OpCode::call_send) {
        live.answered(
            {.caller = now.caller + 1,
             .request = request,
             .reply = *reply,
             .hit = was_hit(live, actor, start, *reply)}
        );
    }
    return reply;
}

/// A caller that wakes up late is one on a machine that is too slow.
void Desk::sleep(LiveRequest& live, Duration duration) const {
    const Duration start = plan_.events.now();
    std::this_thread::sleep_for(duration);
    if (plan_.events.now() - start > duration + plan_.slack) {
        live.was_slow();
    }
}

void Desk::judge_pace(LiveRequest& live, Duration start, bool in_vain) {
    const bool explained = live.was_struck() || plan_.events.struck_since(start);
    const Duration took = plan_.events.now() - start;
    if (!explained && (in_vain || took > plan_.config.patience / slow_part)) {
        live.was_slow();
    }
}

bool Desk::was_hit(
    const LiveRequest& live, const std::string& actor, Duration start, const Reply& reply
) const {
    // A connection that a fault has cut is noticed by whoever uses it next.
    const bool is_echo = reply.result == name_of(ErrorKind::connection_lost) ||
                         reply.result == name_of(ErrorKind::unavailable) ||
                         reply.result == name_of(ErrorKind::timeout);
    return live.was_struck(actor) || plan_.events.struck_since(start) ||
           (is_echo && plan_.events.any());
}

Reply Desk::ask(LiveRequest& live, const Request& request, bool issues, int horizon) {
    Seat& place = seat(0, 0);
    Seat::Task task;
    task.job.live = &live;
    task.job.actor = "hq";
    task.job.horizon = horizon;
    task.request = request;
    task.issues = issues;
    place.begin(std::move(task));
    const auto reply = place.wait(quiet_patience);
    place.wait_for_end();
    live.note("quiet retry got " + (reply.has_value() ? text_of(*reply) : "no answer"));
    return reply.value_or(Reply{ReplyKind::error, "no answer"});
}

void Desk::retry(RequestLog& log, int horizon) {
    const std::vector<Request> orders = log.orders;
    LiveRequest live(std::move(log), {}, plan_.events, plan_.menu);
    for (Request request : orders) {
        if (request.key.empty()) {
            const Reply key = ask(live, request, true, horizon);
            if (key.kind != ReplyKind::done) {
                continue;
            }
            request.key = key.result;
            live.key_known(request);
        }
        Reply reply = ask(live, request, false, horizon);
        live.answered(
            {.horizon = horizon, .request = request, .reply = std::move(reply), .hit = false}
        );
    }
    log = live.finish();
    log.retried = true;
}

}  // namespace onceproof::harness
