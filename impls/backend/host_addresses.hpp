#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::backend {

/// One address that a host name stands for.
struct HostAddress {
    std::string text{};     ///< numeric: "127.0.0.1", "::1"
    bool loopback = false;  ///< it never leaves this machine

    friend bool operator==(const HostAddress&, const HostAddress&) = default;
};

/// The address as it is, if `text` is a numeric IPv4 or IPv6 address: in 127.0.0.0/8, `::1` or an
/// IPv4 loopback address mapped into IPv6 it is a loopback address. Empty: it is none.
std::optional<HostAddress> numeric_address(std::string_view text);

/// All addresses of a host name or numeric address ("[::1]" as well), each once, in the system's
/// order. Asks the system's resolver, and may wait for it. Empty: it has none.
std::vector<HostAddress> addresses_of(std::string_view host);

/// True if there is an address, and none leaves this machine.
bool all_loopback(const std::vector<HostAddress>& addresses);

}  // namespace onceproof::backend
