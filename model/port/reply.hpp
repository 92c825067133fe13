#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace onceproof {

/// What a service answers to one attempt, in the shape the caller sees it.
enum class ReplyKind : std::uint8_t {
    done,         ///< success: this attempt made the effect (HTTP 200)
    duplicate,    ///< success: an earlier attempt made it, here is its result (HTTP 200)
    in_progress,  ///< success-shaped text "in progress, try later" (HTTP 200)
    busy,         ///< refused for now, retry later (HTTP 409 with Retry-After)
    mismatch,     ///< definite refusal: the key belongs to another payload (HTTP 422)
    declined,     ///< definite refusal by the gateway (HTTP 402)
    error,        ///< internal error; whether the effect happened is not said (HTTP 500)
};

/// One answer. `result` is the receipt on `done` and `duplicate`, otherwise empty or a hint for
/// people.
struct Reply {
    ReplyKind kind = ReplyKind::error;
    std::string result;

    friend bool operator==(const Reply&, const Reply&) = default;
};

/// The kind's name as it stands in this file.
std::string_view name_of(ReplyKind kind);

/// True for the two kinds that tell the caller "it is paid".
[[nodiscard]] constexpr bool tells_success(ReplyKind kind) {
    return kind == ReplyKind::done || kind == ReplyKind::duplicate;
}

}  // namespace onceproof
