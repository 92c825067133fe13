#include "impls/backend/rabbitmq_channel.hpp"

#include <array>
#include <cstddef>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "impls/backend/rabbitmq_values.hpp"
#include "impls/backend/timeval.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr amqp_channel_t channel_number = 1;
constexpr Error refused{ErrorKind::unavailable, Certainty::definite};
constexpr std::uint8_t persistent = 2;
constexpr std::size_t short_text_max = 255;
constexpr int frame_bytes_max = 131'072;

}  // namespace

struct RabbitmqChannel::Frame {
    amqp_frame_t raw{};

    [[nodiscard]] bool is_method(amqp_method_number_t id) const {
        return raw.frame_type == AMQP_FRAME_METHOD && raw.payload.method.id == id;
    }
    template <class Arguments>
    [[nodiscard]] const Arguments& arguments() const {
        return *static_cast<const Arguments*>(raw.payload.method.decoded);
    }
};

std::string dead_letters_of(std::string_view queue) {
    return std::string(queue) + ".dead";
}

void RabbitmqChannel::Destroy::operator()(amqp_connection_state_t_* state) const {
    // Closes the socket and says nothing to the server: it takes back what was handed out here.
    amqp_destroy_connection(state);
}

/// Whether the library's last request was granted; notes why if not.
bool RabbitmqChannel::granted(std::string_view step) {
    return granted(step, problem_in(amqp_get_rpc_reply(state_.get())));
}

bool RabbitmqChannel::granted(std::string_view step, const std::optional<std::string>& problem) {
    if (!problem) return true;
    last_message_ = std::string(step) + ": " + *problem;
    return false;
}

std::optional<Error> RabbitmqChannel::open() {
    ENSURE(options_.timeout > Duration{0});
    state_.reset(amqp_new_connection());
    if (!state_) return refused;
    amqp_connection_state_t_* const state = state_.get();
    const timeval patience = timeval_of(options_.timeout);
    amqp_set_handshake_timeout(state, &patience);
    amqp_set_rpc_timeout(state, &patience);
    amqp_socket_t* const socket = amqp_tcp_socket_new(state);
    if (socket == nullptr) return refused;
    const int status =
        amqp_socket_open_noblock(socket, options_.host.c_str(), options_.port, &patience);
    if (status != AMQP_STATUS_OK) {
        last_message_ = amqp_error_string2(status);
        return refused;
    }
    // The library writes without a time limit. This one ends the connection when the server takes
    // no bytes for so long.
    const auto milliseconds =
        static_cast<unsigned>(std::chrono::ceil<std::chrono::milliseconds>(options_.timeout).count()
        );
    setsockopt(
        amqp_get_sockfd(state), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds
    );
    // No heartbeat: it would need calls at intervals, and a handler may work for any time.
    const amqp_rpc_reply_t login = amqp_login(
        state,
        options_.vhost.c_str(),
        0,
        frame_bytes_max,
        0,
        AMQP_SASL_METHOD_PLAIN,
        options_.user.c_str(),
        options_.password.c_str()
    );
    if (!granted("login", problem_in(login))) return refused;
    amqp_channel_open(state, channel_number);
    if (!granted("channel.open")) return refused;
    if (!declare(dead_letters_of(options_.queue), false) || !declare(options_.queue, true)) {
        return refused;
    }
    amqp_confirm_select(state, channel_number);
    if (!granted("confirm.select")) return refused;
    return std::nullopt;
}

std::string RabbitmqChannel::server_version() const {
    if (!state_) return {};
    const amqp_table_t* const told = amqp_get_server_properties(state_.get());
    for (int i = 0; told != nullptr && i < told->num_entries; ++i) {
        const amqp_table_entry_t& entry = told->entries[i];
        const bool text = entry.value.kind == AMQP_FIELD_KIND_UTF8;
        if (text && text_of(entry.key) == "version") {
            return std::string(text_of(entry.value.value.bytes));
        }
    }
    return {};
}

bool RabbitmqChannel::declare(const std::string& queue, bool limited) {
    const std::string dead_letters = dead_letters_of(queue);
    std::array<amqp_table_entry_t, 6> entries{
        text_entry("x-queue-type", "quorum"),
        text_entry("x-dead-letter-exchange", ""),
        text_entry("x-dead-letter-routing-key", dead_letters)};
    std::size_t count = 3;
    if (limited && options_.deliveries_max > 0) {
        entries[count++] = number_entry("x-delivery-limit", options_.deliveries_max - 1);
    }
    if (limited && options_.length_max > 0) {
        entries[count++] = number_entry("x-max-length", options_.length_max);
        entries[count++] = text_entry("x-overflow", "reject-publish");
    }
    const amqp_table_t arguments{static_cast<int>(count), entries.data()};
    amqp_queue_declare(state_.get(), channel_number, bytes_of(queue), 0, 1, 0, 0, arguments);
    return granted("queue.declare");
}

std::optional<Error> RabbitmqChannel::sent(int status) {
    if (status == AMQP_STATUS_OK) return std::nullopt;
    last_message_ = amqp_error_string2(status);
    const bool slow = status == AMQP_STATUS_TIMEOUT;
    return Error{slow ? ErrorKind::timeout : ErrorKind::connection_lost, Certainty::indefinite};
}

std::optional<Error> RabbitmqChannel::send(std::uint32_t method, void* arguments) {
    return sent(amqp_send_method(state_.get(), channel_number, method, arguments));
}

Error RabbitmqChannel::closed(std::string_view by, std::string_view text) {
    last_message_ = std::string(by) + ": " + std::string(text);
    return {ErrorKind::connection_lost, Certainty::indefinite};
}

/// Waits for the channel's next frame. What the one before pointed to is gone afterwards.
std::optional<Error> RabbitmqChannel::receive(Frame& frame, Steady::time_point deadline) {
    for (;;) {
        const auto left = std::chrono::duration_cast<Duration>(deadline - Steady::now());
        const timeval patience = timeval_of(left);
        amqp_maybe_release_buffers(state_.get());
        const int status = amqp_simple_wait_frame_noblock(state_.get(), &frame.raw, &patience);
        if (const auto error = sent(status)) return error;
        if (frame.is_method(AMQP_CONNECTION_CLOSE_METHOD)) {
            const auto& close = frame.arguments<amqp_connection_close_t>();
            return closed("connection.close", text_of(close.reply_text));
        }
        if (frame.is_method(AMQP_CHANNEL_CLOSE_METHOD)) {
            const auto& close = frame.arguments<amqp_channel_close_t>();
            return closed("channel.close", text_of(close.reply_text));
        }
        if (frame.raw.channel == channel_number) return std::nullopt;
    }
}

/// Reads the header and the body that follow the method of a message.
std::optional<Error> RabbitmqChannel::read_content(
    RabbitmqMessage& message, Steady::time_point deadline
) {
    Frame frame;
    if (const auto error = receive(frame, deadline)) return error;
    if (frame.raw.frame_type != AMQP_FRAME_HEADER) return closed("protocol", "no header");
    const std::uint64_t size = frame.raw.payload.properties.body_size;
    read_properties(
        *static_cast<const amqp_basic_properties_t*>(frame.raw.payload.properties.decoded), message
    );
    while (message.body.size() < size) {
        if (const auto error = receive(frame, deadline)) return error;
        if (frame.raw.frame_type != AMQP_FRAME_BODY) return closed("protocol", "no body");
        message.body += text_of(frame.raw.payload.body_fragment);
    }
    return std::nullopt;
}

Result<bool> RabbitmqChannel::publish(std::string_view id, std::string_view body) {
    ENSURE(id.size() <= short_text_max);
    const auto end = deadline();
    amqp_basic_properties_t properties{};
    properties._flags = AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_MESSAGE_ID_FLAG;
    properties.delivery_mode = persistent;
    properties.message_id = bytes_of(id);
    const amqp_bytes_t default_exchange = bytes_of("");
    const int status = amqp_basic_publish(
        state_.get(),
        channel_number,
        default_exchange,
        bytes_of(options_.queue),
        1,
        0,
        &properties,
        bytes_of(body)
    );
    if (const auto error = sent(status)) return *error;
    bool returned = false;
    Frame frame;
    for (;;) {
        if (const auto error = receive(frame, end)) return *error;
        // One message is under way at a time, so the next confirm is its own.
        if (frame.is_method(AMQP_BASIC_ACK_METHOD)) return !returned;
        if (frame.is_method(AMQP_BASIC_NACK_METHOD)) {
            last_message_ = "basic.nack: the queue does not take the message";
            return false;
        }
        if (frame.is_method(AMQP_BASIC_RETURN_METHOD)) {
            last_message_ = text_of(frame.arguments<amqp_basic_return_t>().reply_text);
            returned = true;
        }
    }
}

Result<std::optional<RabbitmqMessage>> RabbitmqChannel::get() {
    const auto end = deadline();
    amqp_basic_get_t request{};
    request.queue = bytes_of(options_.queue);
    if (const auto error = send(AMQP_BASIC_GET_METHOD, &request)) return *error;
    Frame frame;
    if (const auto error = receive(frame, end)) return *error;
    if (frame.is_method(AMQP_BASIC_GET_EMPTY_METHOD)) return std::optional<RabbitmqMessage>();
    if (!frame.is_method(AMQP_BASIC_GET_OK_METHOD)) return closed("protocol", "no basic.get-ok");
    const auto& found = frame.arguments<amqp_basic_get_ok_t>();
    RabbitmqMessage message{.tag = found.delivery_tag, .redelivered = found.redelivered != 0};
    if (const auto error = read_content(message, end)) return *error;
    return std::optional(std::move(message));
}

std::optional<Error> RabbitmqChannel::acknowledge(std::uint64_t tag) {
    amqp_basic_ack_t acknowledgement{.delivery_tag = tag, .multiple = 0};
    return send(AMQP_BASIC_ACK_METHOD, &acknowledgement);
}

std::optional<Error> RabbitmqChannel::reject(std::uint64_t tag, bool requeue) {
    amqp_basic_reject_t rejection{.delivery_tag = tag, .requeue = requeue ? 1 : 0};
    return send(AMQP_BASIC_REJECT_METHOD, &rejection);
}

Result<Done> RabbitmqChannel::flush() {
    const auto end = deadline();
    amqp_basic_qos_t no_limit{};
    if (const auto error = send(AMQP_BASIC_QOS_METHOD, &no_limit)) return *error;
    Frame frame;
    if (const auto error = receive(frame, end)) return *error;
    if (!frame.is_method(AMQP_BASIC_QOS_OK_METHOD)) return closed("protocol", "no basic.qos-ok");
    return Done{};
}

}  // namespace onceproof::backend
