#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bench/counted_broker.hpp"
#include "bench/subject.hpp"
#include "impls/backend/handler_sql.hpp"
#include "impls/backend/rabbitmq_channel.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/system_env.hpp"
#include "model/port/env.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// What workers of one service have in common, but for the prefix.
struct WorkerPlan {
    Sql& pool;
    const backend::RedisAddress& redis;
    std::optional<backend::RabbitmqOptions> broker;  ///< empty: there is none
    Gateway& gateway;
    std::mutex& relay_turn;  ///< a service has one relay at a time
    std::string key_prefix;  ///< of all keys; no other worker has it
    std::string id_prefix;   ///< of keys that a strategy gives out
    std::string user;        ///< who asks
};

/// One thread's share of a service: its environment on real servers, and the requests it makes.
class Worker {
public:
    explicit Worker(WorkerPlan plan);

    /// Lets the request go the subject's whole way, and ends the handler: its task stops, its
    /// connections go back. A `first` call asks for its key where the strategy gives out keys, and
    /// the request has it afterwards. What a consumer has handled without an error counts as done.
    Reply handle(const Subject& subject, Request& request, bool first);

    /// A request with a key that nobody has asked for.
    Request fresh();

    /// Remembers a request that is done, for `again`.
    void keep(Request request) { done_.push_back(std::move(request)); }

    /// The remembered requests in turn; there must be one.
    Request again();

    /// The first one that is remembered.
    [[nodiscard]] const Request& oldest() const;

    /// Keys that `fresh` has given out since `forget`.
    [[nodiscard]] std::uint64_t keys_asked() const { return serial_ - forgotten_; }

    /// All effects were removed: what was asked so far counts no more. Keys are not used again.
    void forget();

    /// Requests to Redis and to the broker so far.
    [[nodiscard]] std::uint64_t round_trips() const;

private:
    /// Ids that are found by our prefix when we clean up.
    class NamedIds final : public Ids {
    public:
        explicit NamedIds(std::string prefix) : prefix_(std::move(prefix)) {}
        /// Shorter than others, so that with its prefix it fits into a column.
        std::string uuid() override { return prefix_ + ids_.uuid().substr(0, id_length); }

    private:
        static constexpr std::size_t id_length = 23;

        std::string prefix_;
        backend::RandomIds ids_;
    };

    Reply pass(const Subject& subject, Request& request, bool first);
    Reply relay_and_consume(const Subject& subject, const Request& request);
    Reply consume_one(const Strategy& strategy, const Request& request);

    WorkerPlan plan_;
    std::uint64_t serial_ = 0;
    std::uint64_t forgotten_ = 0;
    std::vector<Request> done_;
    std::size_t next_done_ = 0;

    backend::HandlerSql sql_;
    backend::RedisKv kv_;
    backend::RedisKv task_kv_;  ///< a task works while its handler does
    backend::SystemClock clock_;
    backend::RandomIds ids_;
    NamedIds named_ids_;
    CountedBroker broker_;
    backend::ThreadTasks tasks_;
    backend::OpenScope scope_;
    Env env_;
    Env issue_env_;
};

}  // namespace onceproof::bench
