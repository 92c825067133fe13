#include "impls/backend/host_addresses.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace onceproof::backend {
namespace {

constexpr std::uint32_t loopback_net = 127;

bool is_loopback(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        sockaddr_in four{};
        std::memcpy(&four, address, sizeof four);
        return ntohl(four.sin_addr.s_addr) >> 24U == loopback_net;
    }
    sockaddr_in6 six{};
    std::memcpy(&six, address, sizeof six);
    const auto* const bytes = static_cast<const unsigned char*>(six.sin6_addr.s6_addr);
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&six.sin6_addr);
    return IN6_IS_ADDR_LOOPBACK(&six.sin6_addr) || (mapped && bytes[12] == loopback_net);
}

std::vector<HostAddress> looked_up(std::string_view host, int flags) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = flags;
    addrinfo* list = nullptr;
    if (getaddrinfo(std::string(host).c_str(), nullptr, &wanted, &list) != 0) {
        return {};
    }
    const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(list, freeaddrinfo);
    std::vector<HostAddress> addresses;
    for (const addrinfo* each = list; each != nullptr; each = each->ai_next) {
        std::array<char, NI_MAXHOST> text{};
        const int failed = getnameinfo(
            each->ai_addr, each->ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST
        );
        HostAddress address{text.data(), is_loopback(each->ai_addr)};
        if (failed == 0 && std::ranges::find(addresses, address) == addresses.end()) {
            addresses.push_back(std::move(address));
        }
    }
    return addresses;
}

}  // namespace

std::optional<HostAddress> numeric_address(std::string_view text) {
    std::vector<HostAddress> found = looked_up(text, AI_NUMERICHOST);
    if (found.empty()) {
        return std::nullopt;
    }
    return std::move(found.front());
}

std::vector<HostAddress> addresses_of(std::string_view host) {
    return looked_up(host, 0);
}

bool all_loopback(const std::vector<HostAddress>& addresses) {
    return !addresses.empty() && std::ranges::all_of(addresses, &HostAddress::loopback);
}

}  // namespace onceproof::backend
