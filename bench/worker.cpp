#include "bench/worker.hpp"

#include <chrono>
#include <utility>

#include "impls/backend/rabbitmq_broker.hpp"
#include "model/base/ensure.hpp"
#include "model/port/no_broker.hpp"

namespace onceproof::bench {
namespace {

constexpr Duration redis_patience = std::chrono::seconds(2);

std::unique_ptr<Broker> broker_of(const std::optional<backend::RabbitmqOptions>& options) {
    if (options) {
        return std::make_unique<backend::RabbitmqBroker>(*options);
    }
    return std::make_unique<NoBroker>();
}

Reply failed(std::string_view step, Error error) {
    return {ReplyKind::error, std::string(step) + ": " + std::string(name_of(error.kind))};
}

}  // namespace

Worker::Worker(WorkerPlan plan)
    : plan_(std::move(plan)),
      sql_(plan_.pool),
      kv_(plan_.redis, redis_patience),
      task_kv_(plan_.redis, redis_patience),
      named_ids_(plan_.id_prefix),
      broker_(broker_of(plan_.broker)),
      tasks_(
          {.sql = plan_.pool,
           .kv = task_kv_,
           .gateway = plan_.gateway,
           .clock = clock_,
           .ids = ids_}
      ),
      env_{
          .sql = sql_,
          .kv = kv_,
          .broker = broker_,
          .gateway = plan_.gateway,
          .clock = clock_,
          .ids = ids_,
          .tasks = tasks_,
          .scope = scope_},
      issue_env_{
          .sql = sql_,
          .kv = kv_,
          .broker = broker_,
          .gateway = plan_.gateway,
          .clock = clock_,
          .ids = named_ids_,
          .tasks = tasks_,
          .scope = scope_} {}

Reply Worker::handle(const Subject& subject, Request& request, bool first) {
    Reply reply = pass(subject, request, first);
    tasks_.stop();
    sql_.end_handler();
    return reply;
}

Reply Worker::pass(const Subject& subject, Request& request, bool first) {
    switch (subject.way) {
        case Way::handler:
            break;
        case Way::issued:
            if (first) {
                Result<std::string> key = subject.strategy->issue(request, issue_env_);
                if (!key.ok()) {
                    return failed("issue", key.error());
                }
                request.key = std::move(*key);
            }
            break;
        case Way::consumer: {
            const Result<std::string> published = broker_.publish(request, request.key);
            return published.ok() ? consume_one(*subject.strategy, request)
                                  : failed("publish", published.error());
        }
        case Way::relayed:
            return relay_and_consume(subject, request);
    }
    return subject.strategy->handle(request, env_);
}

Reply Worker::relay_and_consume(const Subject& subject, const Request& request) {
    Reply reply = subject.strategy->handle(request, env_);
    sql_.end_handler();
    if (reply.kind != ReplyKind::done) {
        return reply;
    }
    {
        const std::lock_guard turn(plan_.relay_turn);
        subject.strategy->relay(env_);
    }
    sql_.end_handler();
    // By now the request's message was published, in this round or in one before: there is one
    // message for each that takes one.
    const Reply consumed = consume_one(*subject.strategy, request);
    return consumed.kind == ReplyKind::done ? reply : consumed;
}

Reply Worker::consume_one(const Strategy& strategy, const Request& request) {
    const Result<std::vector<Delivery>> batch = broker_.next(1);
    if (!batch.ok()) {
        return failed("next", batch.error());
    }
    const Result<Done> handled = strategy.consume(*batch, env_);
    if (!handled.ok()) {
        return failed("consume", handled.error());
    }
    const Result<Done> acknowledged = broker_.acknowledge(*batch);
    return acknowledged.ok() ? Reply{ReplyKind::done, receipt_for(request)}
                             : failed("acknowledge", acknowledged.error());
}

Request Worker::fresh() {
    std::string key = plan_.key_prefix + std::to_string(++serial_);
    // Unique as well: some strategies know a request by its order.
    std::string order = "order-" + key;
    return {.key = std::move(key), .order = std::move(order), .amount = 100, .user = plan_.user};
}

Request Worker::again() {
    ENSURE(!done_.empty());
    const Request& request = done_[next_done_];
    next_done_ = (next_done_ + 1) % done_.size();
    return request;
}

const Request& Worker::oldest() const {
    ENSURE(!done_.empty());
    return done_.front();
}

void Worker::forget() {
    forgotten_ = serial_;
    done_.clear();
    next_done_ = 0;
}

std::uint64_t Worker::round_trips() const {
    return kv_.round_trips() + task_kv_.round_trips() + broker_.calls();
}

}  // namespace onceproof::bench
