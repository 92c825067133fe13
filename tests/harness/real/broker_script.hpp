#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/real/play.hpp"
#include "model/fake/broker.hpp"
#include "model/world/broker_operation.hpp"
#include "model/world/config.hpp"
#include "model/world/store_log.hpp"

namespace onceproof::harness {

/// A run by hand: what is called here is done to the fake queue and written down, a step each.
class BrokerScript {
public:
    explicit BrokerScript(fake::Broker::Config config) : broker_(config) {
        config_.broker = config;
        run_.log.start(now_);
    }

    void publish(
        const std::string& id,
        const std::string& key,
        world::Passage passage = {},
        std::uint64_t sequence = 0
    ) {
        step();
        const Request request{.key = key, .order = "order of " + key, .amount = 7, .user = "u"};
        const fake::Broker::Producer producer{1, sequence};
        const bool arrives = passage.reach == world::Reach::applied;
        const std::string given = arrives ? broker_.publish(request, id, producer) : id;
        run_.log.add(world::BrokerCall{
            .code = world::OpCode::broker_publish,
            .producer = producer,
            .request = request,
            .message_id = id,
            .result = world::BrokerOperation::Answer{given, {}},
            .passage = passage});
    }
    std::vector<Delivery> next(std::size_t consumer, std::size_t most = 1) {
        std::vector<Delivery> batch = broker_.next(consumer, most, now_);
        add_next(consumer, most, batch);
        return batch;
    }
    /// The same for one message, of which the log says that it was handed out before.
    std::vector<Delivery> next_as_redelivered(std::size_t consumer) {
        std::vector<Delivery> batch = broker_.next(consumer, 1, now_);
        batch.at(0).redelivered = true;
        add_next(consumer, 1, batch);
        return batch;
    }
    void acknowledge(std::size_t consumer, const std::vector<Delivery>& batch) {
        broker_.acknowledge(consumer, batch, now_);
        settled(world::OpCode::broker_acknowledge, consumer, batch);
    }
    void reject(std::size_t consumer, const std::vector<Delivery>& batch) {
        broker_.reject(consumer, batch, now_);
        settled(world::OpCode::broker_reject, consumer, batch);
    }
    void change(world::BrokerTurn turn, std::size_t number) {
        step();
        switch (turn) {
            using enum world::BrokerTurn;
            case redelivers:
                broker_.take_back_message(number);
                break;
            case takes_back:
                broker_.take_back(number);
                break;
            case drives_again:
                broker_.drive_again(number);
                break;
            case patience_passes:
                broker_.expire(now_);
                break;
        }
        run_.log.add(world::BrokerChange{turn, number, now_});
    }
    void add(world::StoreEvent::What what) {
        step();
        run_.log.add(std::move(what));
    }
    void pass(Duration duration) { now_ += duration; }

    [[nodiscard]] LoggedRun& run() {
        run_.contents.messages = {broker_.messages().begin(), broker_.messages().end()};
        return run_;
    }
    std::optional<Obstacle> play_on(RealStore& store) {
        RealStore* const only = &store;
        return play(config_, run(), std::span(&only, 1));
    }

private:
    void step() {
        now_ += std::chrono::milliseconds(10);
        run_.log.begin_step(world::FaultKind::none);
    }
    void add_next(std::size_t consumer, std::size_t most, const std::vector<Delivery>& batch) {
        add(world::BrokerCall{
            .code = world::OpCode::broker_next,
            .consumer = consumer,
            .most = most,
            .result = world::BrokerOperation::Answer{{}, batch}});
    }
    void settled(world::OpCode code, std::size_t consumer, const std::vector<Delivery>& batch) {
        add(world::BrokerCall{
            .code = code,
            .consumer = consumer,
            .deliveries = batch,
            .result = world::BrokerOperation::Answer{}});
    }

    world::Config config_;
    fake::Broker broker_;
    LoggedRun run_;
    Instant now_{};
};

}  // namespace onceproof::harness
