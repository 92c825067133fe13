#include "tests/conformance/broker_laws.hpp"

#include <thread>
#include <vector>

#include <rapidcheck.h>

#include "tests/conformance/broker_pair.hpp"

namespace onceproof::conformance {

namespace {

using Commands = std::vector<BrokerCommand>;

void run(BrokerPair& pair, const Commands& commands) {
    for (const BrokerCommand& command : commands) {
        RC_LOG() << command << "\n";
        pair.run(command);
    }
}

/// The node has written down a queue of that age: see Known::young_queue.
void grow_old(const RabbitmqRig& rig) {
    std::this_thread::sleep_until(rig.born() + std::chrono::milliseconds(2'500));
}

}  // namespace

Law broker_law(const BrokerFront& front, Figures& figures) {
    return {
        "the fake hands out what RabbitMQ does",
        60,
        [front, &figures](int size, std::size_t& steps) {
            const auto deliveries_max = *rc::gen::element<std::uint32_t>(0, 1, 3);
            const auto commands =
                *rc::gen::resize(size, rc::gen::container<Commands>(any_broker_command()));
            steps = commands.size();
            BrokerPair pair(front(deliveries_max), deliveries_max, figures);
            run(pair, commands);
            pair.compare_contents();
            ++figures.sequences;
        }};
}

Law node_crash_law(Figures& figures) {
    constexpr std::size_t queues = 5;
    return {
        "the fake keeps over a crash of the node what RabbitMQ keeps",
        40,
        [&figures](int size, std::size_t& steps) {
            const auto commands = *rc::gen::resize(
                size,
                rc::gen::container<std::vector<Commands>>(
                    queues, rc::gen::container<Commands>(any_broker_command())
                )
            );
            std::vector<std::unique_ptr<BrokerPair>> pairs;
            for (const Commands& each : commands) {
                steps += each.size();
                pairs.push_back(std::make_unique<BrokerPair>(
                    make_rig<FakeBrokerRig>(0), std::uint32_t{0}, figures
                ));
                run(*pairs.back(), each);
            }
            grow_old(pairs.back()->real());
            crash_rabbitmq();
            for (const auto& pair : pairs)
                pair->compare_contents();
            figures.sequences += queues;
            ++figures.faults;
        }};
}

}  // namespace onceproof::conformance
