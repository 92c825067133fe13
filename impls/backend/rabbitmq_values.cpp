#include "impls/backend/rabbitmq_values.hpp"

namespace onceproof::backend {

amqp_bytes_t bytes_of(std::string_view text) {
    return {text.size(), const_cast<char*>(text.data())};
}

std::string_view text_of(amqp_bytes_t bytes) {
    return {static_cast<const char*>(bytes.bytes), bytes.len};
}

amqp_table_entry_t text_entry(std::string_view key, std::string_view text) {
    amqp_table_entry_t entry{};
    entry.key = bytes_of(key);
    entry.value.kind = AMQP_FIELD_KIND_UTF8;
    entry.value.value.bytes = bytes_of(text);
    return entry;
}

amqp_table_entry_t number_entry(std::string_view key, std::int64_t number) {
    amqp_table_entry_t entry{};
    entry.key = bytes_of(key);
    entry.value.kind = AMQP_FIELD_KIND_I64;
    entry.value.value.i64 = number;
    return entry;
}

std::uint32_t count_in(const amqp_field_value_t& field) {
    switch (field.kind) {
        case AMQP_FIELD_KIND_I8:
            return static_cast<std::uint32_t>(field.value.i8);
        case AMQP_FIELD_KIND_U8:
            return field.value.u8;
        case AMQP_FIELD_KIND_I16:
            return static_cast<std::uint32_t>(field.value.i16);
        case AMQP_FIELD_KIND_U16:
            return field.value.u16;
        case AMQP_FIELD_KIND_I32:
            return static_cast<std::uint32_t>(field.value.i32);
        case AMQP_FIELD_KIND_U32:
            return field.value.u32;
        case AMQP_FIELD_KIND_I64:
        case AMQP_FIELD_KIND_U64:
            return static_cast<std::uint32_t>(field.value.u64);
        default:
            return 0;
    }
}

std::optional<std::string> problem_in(const amqp_rpc_reply_t& reply) {
    if (reply.reply_type == AMQP_RESPONSE_NORMAL) return std::nullopt;
    if (reply.reply_type != AMQP_RESPONSE_SERVER_EXCEPTION) {
        return amqp_error_string2(reply.library_error);
    }
    if (reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD) {
        const auto& close = *static_cast<const amqp_channel_close_t*>(reply.reply.decoded);
        return std::string(text_of(close.reply_text));
    }
    if (reply.reply.id == AMQP_CONNECTION_CLOSE_METHOD) {
        const auto& close = *static_cast<const amqp_connection_close_t*>(reply.reply.decoded);
        return std::string(text_of(close.reply_text));
    }
    return "refused";
}

void read_properties(const amqp_basic_properties_t& properties, RabbitmqMessage& message) {
    if ((properties._flags & AMQP_BASIC_MESSAGE_ID_FLAG) != 0) {
        message.id = text_of(properties.message_id);
    }
    if ((properties._flags & AMQP_BASIC_HEADERS_FLAG) == 0) return;
    for (int at = 0; at < properties.headers.num_entries; ++at) {
        const amqp_table_entry_t& entry = properties.headers.entries[at];
        if (text_of(entry.key) == "x-delivery-count") message.returned = count_in(entry.value);
    }
}

}  // namespace onceproof::backend
