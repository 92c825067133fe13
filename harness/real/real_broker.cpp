#include "harness/real/real_broker.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "harness/real/broker_link.hpp"
#include "harness/real/broker_messages.hpp"
#include "harness/real/server_trouble.hpp"
#include "impls/backend/rabbitmq_server.hpp"
#include "model/fake/broker.hpp"

namespace onceproof::harness {

namespace {

using fake::Broker;
using world::BrokerCall;
using world::BrokerChange;
using world::BrokerTurn;
using world::OpCode;
using world::StoreEvent;
using State = Broker::MessageState;
using Messages = std::vector<Broker::Message>;
using Steady = std::chrono::steady_clock;

/// Does to a real queue what a run did to its fake one. Beside it a fake goes along, which knows
/// what becomes of each message.
class RealBroker final : public RealStore {
public:
    [[nodiscard]] std::string version() const override { return takes_part_ ? version_ : ""; }
    std::optional<Obstacle> begin(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    ) override;
    std::optional<Obstacle> play(const StoreEvent& event) override;
    std::optional<Obstacle> compare(const world::StoreContents& contents) override;

private:
    std::optional<Obstacle> prepare(const world::Config& config, const RealTime& time);
    std::optional<Obstacle> call(const StoreEvent& event, const BrokerCall& call);
    std::optional<Obstacle> publish(const BrokerCall& call);
    std::optional<Obstacle> next(const StoreEvent& event, const BrokerCall& call);
    [[nodiscard]] std::size_t number_of(const Delivery& delivery, Broker::Consumer consumer) const;
    std::optional<Obstacle> fetch(
        std::size_t number, Broker::Consumer consumer, const Delivery& expected
    );
    void change(const BrokerChange& change);
    void drive_again(std::size_t number);
    /// Brings the queue to what has become of the messages that consumers held.
    void follow(const Messages& before);
    void expire(Instant until);
    void crash();
    void restart();
    [[nodiscard]] Messages messages() const {
        return {fake_->messages().begin(), fake_->messages().end()};
    }
    template <class Work>
    std::optional<Obstacle> guarded(Work work) {
        return unless_server_fails("RabbitMQ", work, [this] {
            link_.reset();
            server_.reset();
        });
    }

    std::string version_;
    std::unique_ptr<backend::RabbitmqServer> server_;
    std::size_t runs_ = 0;
    bool takes_part_ = false;
    std::optional<Broker> fake_;
    std::unique_ptr<BrokerLink> link_;
    std::optional<Instant> up_at_;  ///< set while it is down
    Steady::time_point queue_made_{};
};

bool is_of_broker(const StoreEvent& event) {
    return std::holds_alternative<BrokerCall>(event.what) ||
           std::holds_alternative<BrokerChange>(event.what);
}

std::optional<Obstacle> RealBroker::begin(
    const world::Config& config, const world::StoreLog& log, const RealTime& time
) {
    takes_part_ = std::ranges::any_of(log.events(), is_of_broker);
    if (!takes_part_) return std::nullopt;
    return guarded([&] { return prepare(config, time); });
}

std::optional<Obstacle> RealBroker::prepare(const world::Config& config, const RealTime& time) {
    link_.reset();
    if (!server_) {
        auto started = backend::RabbitmqServer::start({});
        if (started.error) throw std::runtime_error(started.error->message);
        server_ = std::move(started.server);
        up_at_.reset();
    }
    if (up_at_) restart();
    fake_.emplace(config.broker);
    // Queues with one limit are one queue, which is never the run's alone.
    const std::uint32_t limit = config.broker.deliveries_max;
    link_ = std::make_unique<BrokerLink>(BrokerLink::Options{
        .port = server_->port(),
        .queue = fmt::format("run-{}", limit),
        .run = fmt::format("{}", ++runs_),
        .deliveries_max = limit,
        .patience = time.patience});
    version_ = link_->version();
    queue_made_ = Steady::now();
    return std::nullopt;
}

std::optional<Obstacle> RealBroker::play(const StoreEvent& event) {
    if (!takes_part_) return std::nullopt;
    return guarded([&]() -> std::optional<Obstacle> {
        const bool order = std::holds_alternative<world::FaultsEnd>(event.what);
        if (up_at_ && (order || *up_at_ <= event.at)) restart();
        if (const auto* const call = std::get_if<BrokerCall>(&event.what)) {
            return this->call(event, *call);
        }
        if (const auto* const change = std::get_if<BrokerChange>(&event.what)) {
            this->change(*change);
        }
        const auto* const fault = std::get_if<world::StoreFault>(&event.what);
        if (fault != nullptr && fault->kind == world::FaultKind::broker_down) {
            crash();
            up_at_ = event.at + fault->duration;
        }
        return std::nullopt;
    });
}

std::optional<Obstacle> RealBroker::call(const StoreEvent& event, const BrokerCall& call) {
    if (call.passage.reach != world::Reach::applied) return std::nullopt;
    if (call.code == OpCode::broker_publish) return publish(call);
    expire(event.at);
    if (call.code == OpCode::broker_next) return next(event, call);
    const Messages before = messages();
    if (call.code == OpCode::broker_acknowledge) {
        fake_->acknowledge(call.consumer, call.deliveries, event.at);
    } else {
        fake_->reject(call.consumer, call.deliveries, event.at);
    }
    follow(before);
    return std::nullopt;
}

std::optional<Obstacle> RealBroker::publish(const BrokerCall& call) {
    const std::size_t number = fake_->messages().size();
    fake_->publish(call.request, call.message_id, call.producer);
    if (fake_->messages().size() == number) {
        return Obstacle{
            .kind = Obstacle::Kind::no_counterpart,
            .what = "a publish that the broker drops because it has had it before"};
    }
    link_->publish(number, fake_->messages()[number], !call.passage.seen.has_value());
    return std::nullopt;
}

std::optional<Obstacle> RealBroker::next(const StoreEvent& event, const BrokerCall& call) {
    const std::vector<Delivery> batch = fake_->next(call.consumer, call.most, event.at);
    const std::vector<Delivery>& expected = call.result->batch;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const std::size_t number = number_of(batch[i], call.consumer);
        const Delivery& shown = i < expected.size() ? expected[i] : batch[i];
        if (auto obstacle = fetch(number, call.consumer, shown)) return obstacle;
    }
    const bool more = batch.empty() && !link_->is_empty(call.consumer);
    if (batch.size() == expected.size() && !more) return std::nullopt;
    return Obstacle{
        .what = fmt::format("next for k{}", call.consumer + 1),
        .simulated = fmt::format("{} messages", expected.size()),
        .real = more ? "a message" : fmt::format("{} messages", batch.size())};
}

/// Of the messages that the consumer has just been given and has not fetched yet.
std::size_t RealBroker::number_of(const Delivery& delivery, Broker::Consumer consumer) const {
    std::size_t number = 0;
    while (link_->is_held(number) || !is_delivery_of(delivery, consumer, fake_->messages()[number]))
        ++number;
    return number;
}

std::optional<Obstacle> RealBroker::fetch(
    std::size_t number, Broker::Consumer consumer, const Delivery& expected
) {
    const BrokerLink::Fetched fetched = link_->fetch(number, consumer);
    const Delivery real{
        .message_id = fetched.id,
        .request = fetched.request,
        .redelivered = fetched.redelivered.value_or(expected.redelivered),
        .count = fetched.count.value_or(expected.count)};
    const std::string simulated_text = text_of_delivery(expected);
    const std::string real_text = text_of_delivery(real);
    if (simulated_text == real_text) return std::nullopt;
    return Obstacle{
        .what = fmt::format("next for k{}", consumer + 1),
        .simulated = simulated_text,
        .real = real_text};
}

void RealBroker::change(const BrokerChange& change) {
    const Messages before = messages();
    switch (change.turn) {
        case BrokerTurn::redelivers: {
            const Broker::Consumer holder = before.at(change.number).consumer;
            fake_->take_back_message(change.number);
            if (link_->held_by(holder) == 1) link_->cut(holder);
            break;
        }
        case BrokerTurn::takes_back:
            fake_->take_back(change.number);
            link_->cut(change.number);
            break;
        case BrokerTurn::drives_again:
            drive_again(change.number);
            break;
        case BrokerTurn::patience_passes:
            fake_->expire(change.until);
            break;
    }
    follow(before);
}

void RealBroker::drive_again(std::size_t number) {
    const State state = messages().at(number).state;
    fake_->drive_again(number);
    if (state == State::dead) link_->drop_dead(number);
    if (state == State::dead || state == State::acknowledged) {
        link_->copy(number, fake_->messages()[number]);
    }
}

void RealBroker::expire(Instant until) {
    const Messages before = messages();
    fake_->expire(until);
    follow(before);
}

void RealBroker::follow(const Messages& before) {
    for (std::size_t number = 0; number < before.size(); ++number) {
        const State now = fake_->messages()[number].state;
        if (!link_->is_held(number) || now == State::unacknowledged) continue;
        if (now == State::acknowledged) {
            link_->acknowledge(number);
        } else {
            link_->give_back(number);
        }
    }
}

/// Kills the node. What it knows of its queues it writes with a delay, so the queue must not be
/// young.
void RealBroker::crash() {
    constexpr std::chrono::seconds age_min(4);
    std::this_thread::sleep_until(queue_made_ + age_min);
    link_->cut_all();
    server_->crash();
}

void RealBroker::restart() {
    up_at_.reset();
    if (const auto error = server_->restart()) throw std::runtime_error(error->message);
}

std::optional<Obstacle> RealBroker::compare(const world::StoreContents& contents) {
    if (!takes_part_) return std::nullopt;
    return guarded([&]() -> std::optional<Obstacle> {
        if (up_at_) restart();
        const Messages& all = contents.messages;
        // The server takes an acknowledgement only for what is still the consumer's.
        for (const std::size_t number : numbers_in(all, State::unacknowledged))
            link_->acknowledge(number);
        for (const bool dead : {false, true}) {
            const std::vector<std::size_t> expected =
                dead ? numbers_in(all, State::dead) : queued_numbers(all);
            const std::vector<std::size_t> real = link_->drain(dead, expected.size());
            if (expected == real) continue;
            return Obstacle{
                .what = dead ? "the dead letters at the end" : "the queue at the end",
                .simulated = text_of_numbers(expected),
                .real = text_of_numbers(real)};
        }
        return std::nullopt;
    });
}

}  // namespace

std::unique_ptr<RealStore> real_broker() {
    return std::make_unique<RealBroker>();
}

}  // namespace onceproof::harness
