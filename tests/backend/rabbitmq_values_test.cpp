#include "impls/backend/rabbitmq_values.hpp"

#include <array>
#include <string>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

amqp_field_value_t field(std::uint8_t kind, std::int64_t number) {
    amqp_field_value_t value{};
    value.kind = kind;
    // The bytes of a number stand at the union's beginning, whatever its width.
    value.value.i64 = number;
    return value;
}

TEST_CASE("count_in: reads every width, and nothing from what is no number", "[backend]") {
    for (const auto kind :
         {AMQP_FIELD_KIND_I8,
          AMQP_FIELD_KIND_U8,
          AMQP_FIELD_KIND_I16,
          AMQP_FIELD_KIND_U16,
          AMQP_FIELD_KIND_I32,
          AMQP_FIELD_KIND_U32,
          AMQP_FIELD_KIND_I64,
          AMQP_FIELD_KIND_U64}) {
        CAPTURE(static_cast<char>(kind));
        CHECK(count_in(field(static_cast<std::uint8_t>(kind), 7)) == 7);
    }
    CHECK(count_in(text_entry("k", "7").value) == 0);
}

TEST_CASE("read_properties: takes the id and the count of returns", "[backend]") {
    std::array<amqp_table_entry_t, 2> headers{
        number_entry("x-other", 9), number_entry("x-delivery-count", 3)};
    amqp_basic_properties_t properties{};
    properties._flags = AMQP_BASIC_MESSAGE_ID_FLAG | AMQP_BASIC_HEADERS_FLAG;
    properties.message_id = bytes_of("m-1");
    properties.headers = {static_cast<int>(headers.size()), headers.data()};
    RabbitmqMessage message;
    read_properties(properties, message);
    CHECK(message.id == "m-1");
    CHECK(message.returned == 3);
}

TEST_CASE("read_properties: looks at nothing that is not flagged", "[backend]") {
    amqp_basic_properties_t properties{};
    properties.message_id = bytes_of("m-1");
    RabbitmqMessage message;
    read_properties(properties, message);
    CHECK(message.id.empty());
    CHECK(message.returned == 0);
}

TEST_CASE("problem_in: the server's words, the library's, or none", "[backend]") {
    amqp_rpc_reply_t reply{};
    reply.reply_type = AMQP_RESPONSE_NORMAL;
    CHECK(problem_in(reply) == std::nullopt);
    reply.reply_type = AMQP_RESPONSE_LIBRARY_EXCEPTION;
    reply.library_error = AMQP_STATUS_TIMEOUT;
    CHECK(problem_in(reply) == std::string(amqp_error_string2(AMQP_STATUS_TIMEOUT)));
    reply.reply_type = AMQP_RESPONSE_SERVER_EXCEPTION;
    amqp_channel_close_t channel{};
    channel.reply_text = bytes_of("NOT_FOUND");
    reply.reply = {AMQP_CHANNEL_CLOSE_METHOD, &channel};
    CHECK(problem_in(reply) == "NOT_FOUND");
    amqp_connection_close_t connection{};
    connection.reply_text = bytes_of("CONNECTION_FORCED");
    reply.reply = {AMQP_CONNECTION_CLOSE_METHOD, &connection};
    CHECK(problem_in(reply) == "CONNECTION_FORCED");
}

}  // namespace
}  // namespace onceproof::backend
