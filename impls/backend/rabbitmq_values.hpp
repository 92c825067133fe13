#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The library's headers have other names from version 0.15 on.
#if __has_include(<rabbitmq-c/amqp.h>)
#    include <rabbitmq-c/amqp.h>
#    include <rabbitmq-c/tcp_socket.h>
#else
#    include <amqp_tcp_socket.h>

#    include <amqp.h>
#endif

#include "impls/backend/rabbitmq_channel.hpp"

namespace onceproof::backend {

/// The library's view of a text; it never writes to it.
amqp_bytes_t bytes_of(std::string_view text);

/// Our view of a text of the library's.
std::string_view text_of(amqp_bytes_t bytes);

/// An argument of a declaration. Both must outlive the entry.
amqp_table_entry_t text_entry(std::string_view key, std::string_view text);
amqp_table_entry_t number_entry(std::string_view key, std::int64_t number);

/// A count in a header, in whatever width the server chose; 0 if it is no number.
std::uint32_t count_in(const amqp_field_value_t& field);

/// Why a request was not granted, in the server's or the library's words; empty: it was.
std::optional<std::string> problem_in(const amqp_rpc_reply_t& reply);

/// Takes the id and the count of returns from a message's properties.
void read_properties(const amqp_basic_properties_t& properties, RabbitmqMessage& message);

}  // namespace onceproof::backend
