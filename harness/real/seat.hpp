#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "harness/real/struck_env.hpp"
#include "impls/backend/handler_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "model/port/no_broker.hpp"
#include "model/port/reply.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::harness {

/// Where handlers run one after the other: a thread of an instance, with its connections.
class Seat {
public:
    /// What all seats of an instance share; it outlives them.
    struct Place {
        const Strategy& strategy;
        Sql& pool;
        backend::RedisAddress redis;
        Duration redis_timeout{0};
        backend::LedgerGateway& gateway;
        HandlerSetting setting;
    };

    /// One attempt.
    struct Task {
        HandlerJob job;  ///< its `cancelled` is the seat's own
        Request request;
        bool issues = false;  ///< asks for a key
        Duration delay{0};    ///< the request is under way so long
    };

    explicit Seat(Place place);
    /// Waits for the handler's end.
    ~Seat();
    Seat(const Seat&) = delete;
    Seat& operator=(const Seat&) = delete;

    /// Lets a handler begin; the one before must have ended.
    void begin(Task task);

    /// The handler's reply; empty if none has come in time.
    std::optional<Reply> wait(Duration patience);

    /// The caller gives up: the request's scope is cancelled.
    void cancel() { cancelled_ = true; }

    /// Waits until the handler has ended.
    void wait_for_end();

private:
    void run();
    std::optional<Reply> handle(const Task& task);
    void connect();

    Place place_;
    std::unique_ptr<backend::RedisKv> kv_;
    std::unique_ptr<backend::RedisKv> task_kv_;  ///< a task works while its handler does
    backend::HandlerSql sql_;
    backend::SystemClock clock_;
    backend::RandomIds ids_;
    NoBroker broker_;
    std::unique_ptr<backend::ThreadTasks> tasks_;
    std::unique_ptr<StruckEnv> struck_;
    std::atomic<bool> cancelled_{false};

    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Task> task_;  ///< under way until it is empty again
    std::optional<Reply> reply_;
    bool closing_ = false;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace onceproof::harness
