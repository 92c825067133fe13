#include "bench/worker.hpp"

#include <chrono>
#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::bench {
namespace {

constexpr Duration redis_patience = std::chrono::seconds(2);

}  // namespace

Worker::Worker(
    Sql& pool, const backend::RedisAddress& redis, Gateway& gateway, std::string key_prefix
)
    : key_prefix_(std::move(key_prefix)),
      sql_(pool),
      kv_(redis, redis_patience),
      task_kv_(redis, redis_patience),
      tasks_({.sql = pool, .kv = task_kv_, .gateway = gateway, .clock = clock_, .ids = ids_}),
      env_{
          .sql = sql_,
          .kv = kv_,
          .broker = broker_,
          .gateway = gateway,
          .clock = clock_,
          .ids = ids_,
          .tasks = tasks_,
          .scope = scope_} {}

Reply Worker::handle(const Strategy& strategy, const Request& request) {
    Reply reply = strategy.handle(request, env_);
    tasks_.stop();
    sql_.end_handler();
    return reply;
}

Request Worker::fresh() {
    const std::string number = std::to_string(++serial_);
    return {
        .key = key_prefix_ + number, .order = "order-" + number, .amount = 100, .user = "user-1"};
}

const Request& Worker::again() {
    ENSURE(!done_.empty());
    const Request& request = done_[next_done_];
    next_done_ = (next_done_ + 1) % done_.size();
    return request;
}

void Worker::forget() {
    forgotten_ = serial_;
    done_.clear();
    next_done_ = 0;
}

std::uint64_t Worker::redis_round_trips() const {
    return kv_.round_trips() + task_kv_.round_trips();
}

}  // namespace onceproof::bench
