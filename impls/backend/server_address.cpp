#include "impls/backend/server_address.hpp"

#include <charconv>

namespace onceproof::backend {
namespace {

/// Empty: a `%` without two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        if (text.size() - i < 3) {
            return std::nullopt;
        }
        unsigned code = 0;
        const char* const digits = text.data() + i + 1;
        const auto [end, error] = std::from_chars(digits, digits + 2, code, 16);
        if (error != std::errc{} || end != digits + 2) {
            return std::nullopt;
        }
        decoded += static_cast<char>(code);
        i += 2;
    }
    return decoded;
}

bool read_port(std::string_view text, int& port) {
    constexpr int port_max = 65'535;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc{} && end == text.data() + text.size() && port > 0 && port <= port_max;
}

bool read_login(std::string_view text, ServerAddress& address) {
    const std::size_t colon = text.find(':');
    const auto user = percent_decoded(text.substr(0, colon));
    const auto password = percent_decoded(
        colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1)
    );
    if (!user || !password) {
        return false;
    }
    address.user = *user;
    address.password = *password;
    return true;
}

}  // namespace

std::optional<ServerAddress> parse_server_url(std::string_view url, std::string_view scheme) {
    ServerAddress address;
    if (url.starts_with("unix:/")) {
        url.remove_prefix(5);
    }
    if (url.starts_with('/')) {
        address.socket = url;
        return address;
    }
    const std::string start = std::string(scheme) + "://";
    if (!url.starts_with(start)) {
        return std::nullopt;
    }
    url.remove_prefix(start.size());
    if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
        if (!read_login(url.substr(0, at), address)) {
            return std::nullopt;
        }
        url.remove_prefix(at + 1);
    }
    if (const std::size_t slash = url.find('/'); slash != std::string_view::npos) {
        const auto path = percent_decoded(url.substr(slash + 1));
        if (!path) {
            return std::nullopt;
        }
        address.path = *path;
        url = url.substr(0, slash);
    }
    if (const std::size_t colon = url.find(':'); colon != std::string_view::npos) {
        if (!read_port(url.substr(colon + 1), address.port)) {
            return std::nullopt;
        }
        url = url.substr(0, colon);
    }
    const auto host = percent_decoded(url);
    if (!host || host->empty()) {
        return std::nullopt;
    }
    (host->starts_with('/') ? address.socket : address.host) = *host;
    return address;
}

}  // namespace onceproof::backend
