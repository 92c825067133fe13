#include "tests/conformance/broker_rig.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "impls/backend/loopback.hpp"
#include "impls/backend/rabbitmq_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/deliveries.hpp"

namespace onceproof::conformance {

namespace {

using namespace std::chrono_literals;

/// A new queue for each rig: nothing of a failed run is in the way of the next.
std::string next_queue() {
    static int rigs = 0;
    return "rig-" + std::to_string(++rigs);
}

/// The node, and how much it has been used.
struct Node {
    std::unique_ptr<backend::RabbitmqServer> server;
    int queues = 0;
    int rigs = 0;  ///< that are there now
};

Node& node() {
    static Node only;
    return only;
}

/// Every queue stays, and many of them make a node slow: then a new one takes its place, when
/// nobody is at the old one.
backend::RabbitmqServer& rabbitmq() {
    constexpr int queues_max = 400;
    const bool is_worn = node().queues >= queues_max && node().rigs == 0;
    if (!node().server || is_worn) {
        node() = {};
        auto started = backend::RabbitmqServer::start({});
        if (started.error) throw std::runtime_error(started.error->message);
        node().server = std::move(started.server);
    }
    return *node().server;
}

}  // namespace

FakeBrokerRig::FakeBrokerRig(std::uint32_t deliveries_max)
    : store({.deliveries_max = deliveries_max}), ports_{Port(store, 0), Port(store, 1)} {}

std::vector<std::string> FakeBrokerRig::dead_letters(std::size_t) {
    std::vector<std::string> ids;
    for (const fake::Broker::Message& message : store.messages()) {
        if (message.state == fake::Broker::MessageState::dead) ids.push_back(message.id);
    }
    std::ranges::sort(ids);
    return ids;
}

Result<std::string> FakeBrokerRig::Port::publish(
    const Request& request, std::string_view message_id
) {
    return store_.publish(request, message_id, {});
}

Result<std::vector<Delivery>> FakeBrokerRig::Port::next(std::size_t most) {
    auto deliveries = store_.next(number_, most, Instant{});
    if (deliveries.empty()) return nothing_there;
    return deliveries;
}

Result<Done> FakeBrokerRig::Port::acknowledge(std::span<const Delivery> deliveries) {
    store_.acknowledge(number_, deliveries, Instant{});
    return Done{};
}

Result<Done> FakeBrokerRig::Port::reject(std::span<const Delivery> deliveries) {
    store_.reject(number_, deliveries, Instant{});
    return Done{};
}

RabbitmqRig::RabbitmqRig(std::uint32_t deliveries_max)
    : options_{
          .port = rabbitmq().port(),
          .queue = next_queue(),
          .deliveries_max = deliveries_max,
          .timeout = 10s,
          .wait = 20ms} {
    for (std::size_t number = 0; number < consumer_count; ++number)
        kill(number);
    ++node().queues;
    ++node().rigs;
    born_ = std::chrono::steady_clock::now();
}

RabbitmqRig::~RabbitmqRig() {
    --node().rigs;
}

void RabbitmqRig::kill(std::size_t number) {
    consumers_.at(number) = std::make_unique<backend::RabbitmqBroker>(options_);
}

std::vector<std::string> RabbitmqRig::dead_letters(std::size_t count) {
    backend::RabbitmqOptions options = options_;
    options.queue = backend::dead_letters_of(options_.queue);
    options.deliveries_max = 0;
    backend::RabbitmqBroker reader(options);
    std::vector<Delivery> found = take(reader, count);
    const auto surplus = reader.next(1);
    if (surplus) found.insert(found.end(), surplus->begin(), surplus->end());
    std::vector<std::string> ids = ids_of(found);
    std::ranges::sort(ids);
    return ids;
}

void crash_rabbitmq() {
    rabbitmq().crash();
    const auto failed = rabbitmq().restart();
    if (failed) throw std::runtime_error(failed->message);
}

/// The server's first frame (connection.start) tells it, as the text "version".
std::string rabbitmq_version() {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = backend::loopback_address(rabbitmq().port());
    constexpr std::string_view greeting("AMQP\0\0\x09\x01", 8);
    std::string frame(4'096, '\0');
    ssize_t length = 0;
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        send(connection, greeting.data(), greeting.size(), 0) > 0) {
        length = recv(connection, frame.data(), frame.size(), 0);
    }
    close(connection);
    frame.resize(static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    constexpr std::string_view name = "versionS";  // a long string: four bytes of length, the text
    const std::size_t found = frame.find(name);
    if (found == std::string::npos) throw std::runtime_error("RabbitMQ did not tell its version");
    const std::size_t start = found + name.size() + 4;
    return frame.substr(start, static_cast<unsigned char>(frame.at(start - 1)));
}

}  // namespace onceproof::conformance
