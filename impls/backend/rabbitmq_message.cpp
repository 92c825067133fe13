#include "impls/backend/rabbitmq_message.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace onceproof::backend {

namespace {

void append(std::string& body, std::string_view field) {
    body += std::to_string(field.size());
    body += ':';
    body += field;
    body += ',';
}

/// The number that is all of `text`; empty if it is none.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return number;
}

/// Takes the first field off `body`.
std::optional<std::string_view> take(std::string_view& body) {
    const std::size_t colon = body.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto size = number_in<std::size_t>(body.substr(0, colon));
    body.remove_prefix(colon + 1);
    if (!size || *size >= body.size() || body[*size] != ',') return std::nullopt;
    const std::string_view field = body.substr(0, *size);
    body.remove_prefix(*size + 1);
    return field;
}

}  // namespace

std::string to_body(const Request& request) {
    std::string body;
    append(body, request.key);
    append(body, request.order);
    append(body, std::to_string(request.amount));
    append(body, request.user);
    return body;
}

std::optional<Request> request_in(std::string_view body) {
    const auto key = take(body);
    const auto order = key ? take(body) : std::nullopt;
    const auto amount = order ? take(body) : std::nullopt;
    const auto user = amount ? take(body) : std::nullopt;
    if (!user || !body.empty()) return std::nullopt;
    const auto number = number_in<std::int64_t>(*amount);
    if (!number) return std::nullopt;
    return Request{
        .key = std::string(*key),
        .order = std::string(*order),
        .amount = *number,
        .user = std::string(*user)};
}

}  // namespace onceproof::backend
