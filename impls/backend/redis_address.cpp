#include <charconv>

#include "impls/backend/redis_kv.hpp"

namespace onceproof::backend {

namespace {

/// A whole number in [0, most]; empty: something else.
std::optional<int> number_in(std::string_view text, int most) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    if (number < 0 || number > most) return std::nullopt;
    return number;
}

/// Splits off what follows `separator`, if it is there, and returns it.
std::optional<std::string_view> split_off(std::string_view& text, char separator) {
    const std::size_t place = text.rfind(separator);
    if (place == std::string_view::npos) return std::nullopt;
    const std::string_view tail = text.substr(place + 1);
    text = text.substr(0, place);
    return tail;
}

}  // namespace

std::optional<RedisAddress> parse_redis_url(std::string_view url) {
    RedisAddress address;
    if (url.starts_with("unix:")) {
        url.remove_prefix(5);
        if (url.starts_with("//")) url.remove_prefix(2);
        if (!url.starts_with("/")) return std::nullopt;
    }
    if (url.starts_with("/")) {
        address.socket = url;
        return address;
    }
    constexpr std::string_view scheme = "redis://";
    if (!url.starts_with(scheme)) return std::nullopt;
    url.remove_prefix(scheme.size());
    if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) {
        if (!url.starts_with(":")) return std::nullopt;
        address.password = url.substr(1, at - 1);
        url.remove_prefix(at + 1);
    }
    if (const auto database = split_off(url, '/'); database && !database->empty()) {
        const auto number = number_in(*database, 1'000'000);
        if (!number) return std::nullopt;
        address.database = *number;
    }
    if (const auto port = split_off(url, ':')) {
        const auto number = number_in(*port, 65'535);
        if (!number) return std::nullopt;
        address.port = *number;
    }
    if (url.empty()) return std::nullopt;
    address.host = url;
    return address;
}

}  // namespace onceproof::backend
