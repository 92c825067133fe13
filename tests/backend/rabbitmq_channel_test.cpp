#include "impls/backend/rabbitmq_channel.hpp"

#include <chrono>
#include <string>

#include "impls/backend/rabbitmq_values.hpp"
#include "impls/backend/tcp_relay.hpp"
#include "tests/backend/rabbitmq_fixture.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

void open(RabbitmqChannel& channel) {
    const auto error = channel.open();
    if (error) FAIL(channel.last_message());
}

RabbitmqMessage first_of(RabbitmqChannel& channel) {
    auto message = channel.get();
    REQUIRE(message.ok());
    REQUIRE(message->has_value());
    return **message;
}

/// As an operator does, on a connection of its own.
void delete_queue(const RabbitmqOptions& options) {
    const amqp_connection_state_t state = amqp_new_connection();
    amqp_socket_t* const socket = amqp_tcp_socket_new(state);
    REQUIRE(amqp_socket_open(socket, options.host.c_str(), options.port) == AMQP_STATUS_OK);
    const auto login =
        amqp_login(state, "/", 0, 131'072, 0, AMQP_SASL_METHOD_PLAIN, "guest", "guest");
    REQUIRE_FALSE(problem_in(login).has_value());
    amqp_channel_open(state, 1);
    amqp_queue_delete(state, 1, bytes_of(options.queue), 0, 0);
    const auto problem = problem_in(amqp_get_rpc_reply(state));
    amqp_destroy_connection(state);
    REQUIRE_FALSE(problem.has_value());
}

TEST_CASE("RabbitmqChannel: get takes one message, or says that there is none", "[backend]") {
    RabbitmqChannel channel(own_queue());
    open(channel);
    CHECK_FALSE(channel.get()->has_value());
    const std::string body = std::string(300'000, 'x') + std::string("\0end", 4);
    CHECK(channel.publish("m-1", body) == Result<bool>(true));
    const RabbitmqMessage message = first_of(channel);
    CHECK(message.tag == 1);
    CHECK(message.id == "m-1");
    CHECK(message.body == body);
    CHECK_FALSE(message.redelivered);
    CHECK(message.returned == 0);
}

TEST_CASE("RabbitmqChannel: counts how often a message was given back", "[backend]") {
    const auto options = own_queue();
    RabbitmqChannel channel(options);
    open(channel);
    CHECK(channel.publish("m-1", "x") == Result<bool>(true));
    for (std::uint32_t times = 0; times < 30; ++times) {
        const RabbitmqMessage message = first_of(channel);
        CHECK(message.returned == times);
        CHECK(message.redelivered == (times > 0));
        CHECK_FALSE(channel.reject(message.tag, true).has_value());
        CHECK(channel.flush().ok());
    }
}

TEST_CASE("RabbitmqChannel: a refusal without requeue makes a dead letter", "[backend]") {
    auto options = own_queue();
    RabbitmqChannel channel(options);
    open(channel);
    CHECK(channel.publish("m-1", "x") == Result<bool>(true));
    CHECK_FALSE(channel.reject(first_of(channel).tag, false).has_value());
    CHECK(channel.flush().ok());
    CHECK_FALSE(channel.get()->has_value());
    options.queue = dead_letters_of(options.queue);
    RabbitmqChannel dead_letters(options);
    open(dead_letters);
    CHECK(first_of(dead_letters).id == "m-1");
}

TEST_CASE("RabbitmqChannel: a queue that is gone gives the message back", "[backend]") {
    const auto options = own_queue();
    RabbitmqChannel channel(options);
    open(channel);
    delete_queue(options);
    CHECK(channel.publish("m-1", "x") == Result<bool>(false));
    CHECK(channel.last_message() == "NO_ROUTE");
    CHECK(channel.get() == Result<std::optional<RabbitmqMessage>>(lost_under_way));
    CHECK(channel.last_message().find("NOT_FOUND") != std::string::npos);
}

TEST_CASE("RabbitmqChannel: an acknowledgement of nothing ends the channel", "[backend]") {
    RabbitmqChannel channel(own_queue());
    open(channel);
    CHECK_FALSE(channel.acknowledge(99).has_value());
    CHECK(channel.flush() == Result<Done>(lost_under_way));
    CHECK(channel.last_message().find("PRECONDITION_FAILED") != std::string::npos);
}

TEST_CASE("RabbitmqChannel: every wait has an end", "[backend]") {
    const auto options = own_queue();
    TcpRelay relay(options.port);
    RabbitmqChannel publishes(through(relay.port(), options));
    RabbitmqChannel gets(through(relay.port(), options));
    RabbitmqChannel flushes(through(relay.port(), options));
    for (RabbitmqChannel* channel : {&publishes, &gets, &flushes})
        open(*channel);
    relay.lose_replies();
    const auto start = std::chrono::steady_clock::now();
    CHECK(publishes.publish("m-1", "x") == Result<bool>(no_reply));
    CHECK(gets.get() == Result<std::optional<RabbitmqMessage>>(no_reply));
    CHECK(flushes.flush() == Result<Done>(no_reply));
    const auto passed = std::chrono::steady_clock::now() - start;
    CHECK(passed >= 2500ms);
    CHECK(passed < 20s);
}

}  // namespace
}  // namespace onceproof::backend
