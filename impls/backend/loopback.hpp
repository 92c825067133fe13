#pragma once

#include <cstddef>
#include <netinet/in.h>
#include <optional>
#include <string_view>
#include <vector>

namespace onceproof::backend {

/// The socket address of a TCP port of 127.0.0.1; 0: any that is free.
sockaddr_in loopback_address(int port);

/// So many different TCP ports of 127.0.0.1 on which nobody listens; empty if they cannot be found.
///
/// They lie below the range from which the system takes the ports of outgoing connections (32768
/// and up on Linux). Somebody else may still take one before the caller does.
std::vector<int> free_ports(std::size_t count);

/// Connects to a port of 127.0.0.1, sends `question` and returns the first byte of the answer.
/// Empty: nobody listens, or no answer came within half a second.
std::optional<unsigned char> first_byte_from(int port, std::string_view question);

}  // namespace onceproof::backend
