#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::backend {

/// Where a server is and who logs in there, as a URL says it.
struct ServerAddress {
    std::string socket{};  ///< path of a unix socket; empty: TCP
    std::string host{};
    int port = 0;  ///< 0: none was given
    std::string user{};
    std::string password{};
    std::string path{};  ///< behind the host, without its slash
};

/// Reads "unix:/path", "/path" or "scheme://[user[:password]@]host[:port][/path]" with that scheme.
/// User, password, host and path may be percent-encoded; a host that begins with a slash is a
/// socket's path. Empty: not such an address.
std::optional<ServerAddress> parse_server_url(std::string_view url, std::string_view scheme);

}  // namespace onceproof::backend
