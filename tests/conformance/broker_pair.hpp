#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "model/port/broker.hpp"
#include "tests/conformance/broker_rig.hpp"
#include "tests/conformance/figures.hpp"

namespace onceproof::conformance {

enum class BrokerVerb : std::uint8_t {
    publish,
    next,
    acknowledge,
    reject,
    die  ///< the consumer's connection does
};

/// One command of the broker's port as a value.
struct BrokerCommand {
    BrokerVerb verb = BrokerVerb::publish;
    std::size_t consumer = 0;
    std::uint32_t number = 0;  ///< `next`: 1 to 4 messages; to settle: which of the last deliveries
};

std::ostream& operator<<(std::ostream& out, const BrokerCommand& command);
rc::Gen<BrokerCommand> any_broker_command();

/// The same commands on both arms, with RapidCheck's assertions.
///
/// The order of what comes back is not promised, and the arms differ in it: RabbitMQ hands out
/// first what came back, the fake last. So while such messages wait, whoever takes takes all there
/// are, and batches are compared as sets. Messages that never came back are handed out in the order
/// of publishing by both.
class BrokerPair {
public:
    /// `deliveries_max` is the real queue's; the fake has its own.
    BrokerPair(std::unique_ptr<FakeBrokerRig> fake, std::uint32_t deliveries_max, Figures& figures)
        : fake_(std::move(fake)), real_(deliveries_max), figures_(figures) {}

    void run(const BrokerCommand& command);

    /// Both consumers die; what is then left in the queue and among the dead letters must agree.
    void compare_contents();

    [[nodiscard]] const RabbitmqRig& real() const { return real_; }

private:
    void publish(std::size_t consumer);
    void take_some(std::size_t consumer, std::size_t most);
    void settle(const BrokerCommand& command);

    std::unique_ptr<FakeBrokerRig> fake_;
    RabbitmqRig real_;
    Figures& figures_;
    int published_ = 0;
    std::vector<std::pair<Delivery, Delivery>> handed_out_;
};

}  // namespace onceproof::conformance
