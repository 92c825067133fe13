#include "harness/real/struck_env.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "harness/real/struck_session.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using world::FaultKind;
using world::FaultRule;
using world::OpCode;
using Fault = std::optional<FaultRule>;

constexpr Error no_answer{ErrorKind::timeout, Certainty::indefinite};

bool is(const Fault& fault, FaultKind kind) {
    return fault.has_value() && fault->kind == kind;
}

}  // namespace

StruckEnv::StruckEnv(Behind behind, HandlerSetting setting) : behind_(behind), setting_(setting) {}
StruckEnv::~StruckEnv() = default;

Env StruckEnv::begin(HandlerJob job) {
    job_ = std::move(job);
    bound_ = false;
    idle_since_ = setting_.events->now();
    sessions_.clear();
    return {
        .sql = *this,
        .kv = *this,
        .broker = behind_.broker,
        .gateway = *this,
        .clock = *this,
        .ids = behind_.ids,
        .tasks = behind_.tasks,
        .scope = *this};
}

Fault StruckEnv::before(OpCode code) {
    Fault fault = job_.live->strike(code, job_.actor);
    if (is(fault, FaultKind::crash_before)) {
        throw ProcessDied{};
    }
    return fault;
}

void StruckEnv::after(const Fault& fault) {
    if (is(fault, FaultKind::crash_after)) {
        throw ProcessDied{};
    }
    if (is(fault, FaultKind::stall)) {
        std::this_thread::sleep_for(fault->duration);
    }
}

void StruckEnv::note(OpCode code, const std::string& call, const std::string& result) {
    std::string line =
        job_.actor + " " + std::string(world::name_of(code)) + " " + call + " -> " + result;
    std::ranges::replace(line, '\n', ' ');
    job_.live->note(std::move(line));
}

std::string StruckEnv::failure(Error error) {
    return "ERROR " + std::string(name_of(error.kind)) +
           (error.certainty == Certainty::indefinite ? " (may have been applied)" : "");
}

void StruckEnv::watch(OpCode code, Error error) {
    const world::Target target = world::target_of(code);
    const bool is_store = target == world::Target::redis || target == world::Target::database;
    if (is_store && is_silence(error)) {
        job_.live->store_failed(target);
    }
}

/// Statements may wait for other sessions; all else has its time.
void StruckEnv::watch_pace(OpCode code, Duration start) {
    const world::Target target = world::target_of(code);
    const Duration work = code == OpCode::gateway_charge ? setting_.work : Duration{0};
    const Duration took = setting_.events->now() - start;
    const bool late = target != world::Target::database && took > work + setting_.slack;
    const bool idle_long = start - idle_since_ > setting_.slack;
    if ((late || idle_long) && !setting_.events->struck_since(start)) {
        job_.live->was_slow();
    }
}

Result<SqlSession*> StruckEnv::open() {
    const Result<SqlSession*> real = behind_.sql.open();
    if (!real.ok()) {
        note(OpCode::sql_open, "", failure(real.error()));
        watch(OpCode::sql_open, real.error());
        return real.error();
    }
    sessions_.push_back(std::make_unique<Session>(*this));
    sessions_.back()->take(**real);
    return static_cast<SqlSession*>(sessions_.back().get());
}

Result<bool> StruckEnv::flag(
    OpCode code, const std::string& what, const std::function<Result<bool>(KeyValue&)>& call
) {
    return run<bool>(
        {code, what},
        [&](const Fault&) { return call(behind_.kv); },
        [](bool answer) { return std::string(answer ? "true" : "false"); }
    );
}

Result<std::optional<std::string>> StruckEnv::get(std::string_view key) {
    return run<std::optional<std::string>>(
        {OpCode::kv_get, std::string(key)},
        [&](const Fault&) { return behind_.kv.get(key); },
        [](const auto& value) { return value.value_or("(none)"); }
    );
}

Result<bool> StruckEnv::set(std::string_view key, std::string_view value, SetOptions options) {
    const std::string ttl = options.ttl ? " PX " + format_duration(*options.ttl) : "";
    const std::string when = options.when == SetWhen::if_absent ? " NX" : "";
    const std::string what = std::string(key) + " " + std::string(value) + when + ttl;
    return flag(OpCode::kv_set, what, [&](KeyValue& kv) { return kv.set(key, value, options); });
}

Result<bool> StruckEnv::del(std::string_view key) {
    return flag(OpCode::kv_del, std::string(key), [&](KeyValue& kv) { return kv.del(key); });
}

Result<bool> StruckEnv::expire(std::string_view key, Duration ttl) {
    return flag(OpCode::kv_expire, std::string(key) + " " + format_duration(ttl), [&](auto& kv) {
        return kv.expire(key, ttl);
    });
}

Result<std::optional<Duration>> StruckEnv::ttl(std::string_view key) {
    return run<std::optional<Duration>>(
        {OpCode::kv_ttl, std::string(key)},
        [&](const Fault&) { return behind_.kv.ttl(key); },
        [](const auto& left) { return std::string(left.has_value() ? "a time" : "(none)"); }
    );
}

Result<bool> StruckEnv::compare_and_delete(std::string_view key, std::string_view expected) {
    return flag(OpCode::kv_compare_and_delete, std::string(key), [&](KeyValue& kv) {
        return kv.compare_and_delete(key, expected);
    });
}

Result<bool> StruckEnv::compare_and_expire(
    std::string_view key, std::string_view expected, Duration ttl
) {
    return flag(OpCode::kv_compare_and_expire, std::string(key), [&](KeyValue& kv) {
        return kv.compare_and_expire(key, expected, ttl);
    });
}

Result<bool> StruckEnv::compare_and_set(
    std::string_view key, std::string_view expected, std::string_view value, Duration ttl
) {
    return flag(OpCode::kv_compare_and_set, std::string(key), [&](KeyValue& kv) {
        return kv.compare_and_set(key, expected, value, ttl);
    });
}

Result<std::string> StruckEnv::charge(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    return run<std::string>(
        {OpCode::gateway_charge, request.order},
        [&](const Fault& fault) -> Result<std::string> {
            if (is(fault, FaultKind::declined)) {
                return Error{ErrorKind::declined, Certainty::definite};
            }
            if (is(fault, FaultKind::refused)) {
                return Error{ErrorKind::unavailable, Certainty::definite};
            }
            if (!is(fault, FaultKind::request_lost)) {
                const auto charged = behind_.gateway.charge_and_tell(request, downstream_key);
                if (charged.made) {
                    job_.live->made(request, job_.actor, job_.horizon);
                }
                if (!is(fault, FaultKind::reply_lost)) {
                    return charged.receipt;
                }
            }
            std::this_thread::sleep_for(setting_.gateway_timeout);
            return no_answer;
        },
        [](const std::string& receipt) { return receipt; }
    );
}

Result<std::optional<std::string>> StruckEnv::find(std::string_view downstream_key) {
    return run<std::optional<std::string>>(
        {OpCode::gateway_find, std::string(downstream_key)},
        [&](const Fault& fault) -> Result<std::optional<std::string>> {
            if (is(fault, FaultKind::request_lost) || is(fault, FaultKind::reply_lost)) {
                std::this_thread::sleep_for(setting_.gateway_timeout);
                return Error{ErrorKind::timeout, Certainty::definite};
            }
            if (is(fault, FaultKind::refused)) {
                return Error{ErrorKind::unavailable, Certainty::definite};
            }
            return behind_.gateway.find(downstream_key);
        },
        [](const auto& receipt) { return receipt.value_or("(none)"); }
    );
}

Instant StruckEnv::now() {
    const Instant real = backend::SystemClock().now();
    return setting_.clock_ahead_us == nullptr ? real
                                              : real + Duration(setting_.clock_ahead_us->load());
}

void StruckEnv::sleep(Duration duration) {
    std::this_thread::sleep_for(duration);
    idle_since_ = setting_.events->now();
}

bool StruckEnv::cancelled() const {
    return job_.cancelled != nullptr && job_.cancelled->load();
}

}  // namespace onceproof::harness
