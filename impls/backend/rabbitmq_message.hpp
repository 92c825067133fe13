#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/port/request.hpp"

namespace onceproof::backend {

/// A request as a message's body: its four fields one after the other, each as "<bytes>:<text>,"
/// (netstrings), so that a field may hold any bytes.
std::string to_body(const Request& request);

/// Reads what `to_body` wrote. Empty: the body is no request.
std::optional<Request> request_in(std::string_view body);

}  // namespace onceproof::backend
