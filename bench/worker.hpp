#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "impls/backend/handler_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/system_env.hpp"
#include "model/port/env.hpp"
#include "model/port/no_broker.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// One thread's share of a service: its environment on real servers, and the requests it makes.
class Worker {
public:
    /// Keys start with `key_prefix`. The pool and the gateway are shared with other workers.
    Worker(Sql& pool, const backend::RedisAddress& redis, Gateway& gateway, std::string key_prefix);

    /// Lets the strategy handle the request, and ends the handler: its task stops, its connections
    /// go back.
    Reply handle(const Strategy& strategy, const Request& request);

    /// A request with a key that nobody has asked for.
    Request fresh();

    /// Remembers a request that is done, for `again`.
    void keep(Request request) { done_.push_back(std::move(request)); }

    /// The remembered requests in turn; there must be one.
    const Request& again();

    /// Keys that `fresh` has given out since `forget`.
    [[nodiscard]] std::uint64_t keys_asked() const { return serial_ - forgotten_; }

    /// All effects were removed: what was asked so far counts no more. Keys are not used again.
    void forget();

    /// Requests to Redis so far.
    [[nodiscard]] std::uint64_t redis_round_trips() const;

private:
    std::string key_prefix_;
    std::uint64_t serial_ = 0;
    std::uint64_t forgotten_ = 0;
    std::vector<Request> done_;
    std::size_t next_done_ = 0;

    backend::HandlerSql sql_;
    backend::RedisKv kv_;
    backend::RedisKv task_kv_;  ///< a task works while its handler does
    backend::SystemClock clock_;
    backend::RandomIds ids_;
    NoBroker broker_;
    backend::ThreadTasks tasks_;
    backend::OpenScope scope_;
    Env env_;
};

}  // namespace onceproof::bench
