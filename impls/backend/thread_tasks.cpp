#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "impls/backend/system_env.hpp"
#include "model/port/no_broker.hpp"

namespace onceproof::backend {

namespace {

constexpr Error cancelled{ErrorKind::cancelled, Certainty::definite};

/// Calls `call` unless the task is to stop.
template <class Call>
auto unless_stopped(const std::stop_token& stop, Call call) -> decltype(call()) {
    if (stop.stop_requested()) return cancelled;
    return call();
}

class TaskKeyValue final : public KeyValue {
public:
    TaskKeyValue(KeyValue& kv, std::stop_token stop) : kv_(kv), stop_(std::move(stop)) {}

    Result<std::optional<std::string>> get(std::string_view key) override {
        return unless_stopped(stop_, [&] { return kv_.get(key); });
    }
    Result<bool> set(std::string_view key, std::string_view value, SetOptions options) override {
        return unless_stopped(stop_, [&] { return kv_.set(key, value, options); });
    }
    Result<bool> del(std::string_view key) override {
        return unless_stopped(stop_, [&] { return kv_.del(key); });
    }
    Result<bool> expire(std::string_view key, Duration ttl) override {
        return unless_stopped(stop_, [&] { return kv_.expire(key, ttl); });
    }
    Result<std::optional<Duration>> ttl(std::string_view key) override {
        return unless_stopped(stop_, [&] { return kv_.ttl(key); });
    }
    Result<bool> compare_and_delete(std::string_view key, std::string_view expected) override {
        return unless_stopped(stop_, [&] { return kv_.compare_and_delete(key, expected); });
    }
    Result<bool> compare_and_expire(std::string_view key, std::string_view expected, Duration ttl)
        override {
        return unless_stopped(stop_, [&] { return kv_.compare_and_expire(key, expected, ttl); });
    }
    Result<bool> compare_and_set(
        std::string_view key, std::string_view expected, std::string_view value, Duration ttl
    ) override {
        return unless_stopped(stop_, [&] {
            return kv_.compare_and_set(key, expected, value, ttl);
        });
    }

private:
    KeyValue& kv_;
    std::stop_token stop_;
};

/// The task's one session at a time, with every call refused once the task is to stop.
class TaskSql final : public Sql, public SqlSession {
public:
    TaskSql(Sql& sql, std::stop_token stop) : sql_(sql), stop_(std::move(stop)) {}

    Result<SqlSession*> open() override {
        const auto opened = unless_stopped(stop_, [&] { return sql_.open(); });
        if (!opened) return opened.error();
        session_ = *opened;
        return static_cast<SqlSession*>(this);
    }
    void begin(Isolation isolation) override { session_->begin(isolation); }
    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override {
        return unless_stopped(stop_, [&] { return session_->execute_with(text, parameters); });
    }
    Result<Done> commit() override {
        return unless_stopped(stop_, [&] { return session_->commit(); });
    }
    Result<Done> rollback() override {
        return unless_stopped(stop_, [&] { return session_->rollback(); });
    }
    void close() override {
        if (session_ != nullptr) std::exchange(session_, nullptr)->close();
    }

private:
    Sql& sql_;
    std::stop_token stop_;
    SqlSession* session_ = nullptr;
};

class TaskGateway final : public Gateway {
public:
    TaskGateway(Gateway& gateway, std::stop_token stop)
        : gateway_(gateway), stop_(std::move(stop)) {}

    Result<std::string> charge(
        const Request& request, std::optional<std::string_view> downstream_key
    ) override {
        return unless_stopped(stop_, [&] { return gateway_.charge(request, downstream_key); });
    }
    Result<std::optional<std::string>> find(std::string_view downstream_key) override {
        return unless_stopped(stop_, [&] { return gateway_.find(downstream_key); });
    }

private:
    Gateway& gateway_;
    std::stop_token stop_;
};

/// A clock whose sleep ends when the task is to stop.
class TaskClock final : public Clock {
public:
    TaskClock(Clock& clock, std::stop_token stop) : clock_(clock), stop_(std::move(stop)) {}

    Instant now() override { return clock_.now(); }
    void sleep(Duration duration) override {
        std::unique_lock lock(mutex_);
        stopped_.wait_for(lock, stop_, duration, [] { return false; });
    }

private:
    Clock& clock_;
    std::stop_token stop_;
    std::mutex mutex_;
    std::condition_variable_any stopped_;
};

class TaskScope final : public Scope {
public:
    explicit TaskScope(std::stop_token stop) : stop_(std::move(stop)) {}
    [[nodiscard]] bool cancelled() const override { return stop_.stop_requested(); }
    // A task's ports end with it in any case.
    void bind() override {}
    void detach() override {}

private:
    std::stop_token stop_;
};

/// A task starts no further task.
class NoTasks final : public Tasks {
public:
    void start(Body, std::string_view, std::string_view, Duration) override {}
    void stop() override {}
};

void run_task(
    ThreadTasks::Ports ports,
    const std::stop_token& stop,
    Tasks::Body body,
    const std::string& key,
    const std::string& value,
    Duration period
) {
    TaskSql sql(ports.sql, stop);
    TaskKeyValue kv(ports.kv, stop);
    TaskGateway gateway(ports.gateway, stop);
    TaskClock clock(ports.clock, stop);
    NoBroker broker;
    NoTasks tasks;
    TaskScope scope(stop);
    Env env{sql, kv, broker, gateway, clock, ports.ids, tasks, scope};
    body(env, key, value, period);
    // A session that the body left open goes back to its pool.
    sql.close();
}

}  // namespace

struct ThreadTasks::Running {
    std::jthread thread;
};

ThreadTasks::ThreadTasks(Ports ports) : ports_(ports) {}

ThreadTasks::~ThreadTasks() {
    stop();
}

void ThreadTasks::start(Body body, std::string_view key, std::string_view value, Duration period) {
    stop();
    running_ = std::make_unique<Running>();
    running_->thread = std::jthread(
        [ports = ports_, body, period, key = std::string(key), value = std::string(value)](
            const std::stop_token& stop
        ) { run_task(ports, stop, body, key, value, period); }
    );
}

void ThreadTasks::stop() {
    // The thread's destructor asks it to stop and joins it.
    running_.reset();
}

}  // namespace onceproof::backend
