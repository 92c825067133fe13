#include "tests/conformance/broker_pair.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tests/support/deliveries.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::size_t all = 1'000;

}  // namespace

std::ostream& operator<<(std::ostream& out, const BrokerCommand& command) {
    constexpr std::array names{"publish", "next", "acknowledge", "reject", "die"};
    return out << names.at(static_cast<std::size_t>(command.verb)) << " by " << command.consumer
               << " (" << command.number << ")";
}

rc::Gen<BrokerCommand> any_broker_command() {
    using enum BrokerVerb;
    return rc::gen::build<BrokerCommand>(
        rc::gen::set(
            &BrokerCommand::verb,
            rc::gen::weightedElement<BrokerVerb>(
                {{4, publish}, {4, next}, {3, acknowledge}, {3, reject}, {1, die}}
            )
        ),
        rc::gen::set(&BrokerCommand::consumer, rc::gen::inRange<std::size_t>(0, consumer_count)),
        rc::gen::set(&BrokerCommand::number, rc::gen::inRange<std::uint32_t>(0, 256))
    );
}

void BrokerPair::run(const BrokerCommand& command) {
    ++figures_.calls;
    switch (command.verb) {
        case BrokerVerb::publish:
            return publish(command.consumer);
        case BrokerVerb::next:
            return take_some(command.consumer, 1 + command.number % 4);
        case BrokerVerb::acknowledge:
        case BrokerVerb::reject:
            return settle(command);
        case BrokerVerb::die:
            ++figures_.faults;
            fake_->kill(command.consumer);
            real_.kill(command.consumer);
    }
}

void BrokerPair::compare_contents() {
    for (std::size_t consumer = 0; consumer < consumer_count; ++consumer)
        run({.verb = BrokerVerb::die, .consumer = consumer});
    take_some(0, all);
    const std::vector<std::string> dead = fake_->dead_letters(0);
    RC_ASSERT(real_.dead_letters(dead.size()) == dead);
    RC_ASSERT(real_.consumer(1).next(all) == Result<std::vector<Delivery>>(nothing_there));
}

void BrokerPair::publish(std::size_t consumer) {
    const std::string id = "m-" + std::to_string(++published_);
    const Result<std::string> expected(id);
    RC_ASSERT(fake_->consumer(consumer).publish(payment(id), id) == expected);
    RC_ASSERT(real_.consumer(consumer).publish(payment(id), id) == expected);
}

void BrokerPair::take_some(std::size_t consumer, std::size_t most) {
    const bool some_came_back =
        std::ranges::any_of(fake_->store.messages(), [](const auto& message) {
            return message.state == fake::Broker::MessageState::ready && message.count > 0;
        });
    if (some_came_back) ++figures_.excused[Known::order_after_return];
    const auto expected = fake_->consumer(consumer).next(some_came_back ? all : most);
    if (!expected) {
        RC_ASSERT(real_.consumer(consumer).next(all) == expected);
        return;
    }
    std::vector<Delivery> predicted = *expected;
    std::vector<Delivery> seen = take(real_.consumer(consumer), predicted.size());
    RC_ASSERT(seen.size() == predicted.size());
    for (auto* batch : {&predicted, &seen})
        std::ranges::sort(*batch, {}, &Delivery::message_id);
    for (std::size_t at = 0; at < seen.size(); ++at) {
        handed_out_.emplace_back(predicted[at], seen[at]);
        Delivery same_tag = seen[at];
        same_tag.tag = predicted[at].tag;
        RC_LOG() << same_tag.message_id << ", delivery " << same_tag.count << "\n";
        RC_ASSERT(same_tag == predicted[at]);
    }
}

/// Settles some of the latest deliveries: this consumer's or not, settled before or not.
void BrokerPair::settle(const BrokerCommand& command) {
    std::vector<Delivery> of_fake;
    std::vector<Delivery> of_real;
    const std::size_t latest = std::min<std::size_t>(handed_out_.size(), 8);
    for (std::size_t at = 0; at < latest; ++at) {
        if (((command.number >> at) & 1U) == 0) continue;
        const auto& [fake, real] = handed_out_[handed_out_.size() - 1 - at];
        of_fake.push_back(fake);
        of_real.push_back(real);
    }
    const bool done = command.verb == BrokerVerb::acknowledge;
    const auto settle_at = [done](Broker& broker, const std::vector<Delivery>& deliveries) {
        return done ? broker.acknowledge(deliveries) : broker.reject(deliveries);
    };
    RC_ASSERT(settle_at(fake_->consumer(command.consumer), of_fake) == Result<Done>(Done{}));
    RC_ASSERT(settle_at(real_.consumer(command.consumer), of_real) == Result<Done>(Done{}));
}

}  // namespace onceproof::conformance
