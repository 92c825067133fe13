#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::probe {

using Milliseconds = std::chrono::milliseconds;

/// What is done to the service.
enum class Kind : std::uint8_t {
    duplicates,
    dropped_reply,
    late_retry,
    other_payload,
    missing_key,
};

/// One entry of the catalog.
struct KindInfo {
    Kind kind;
    std::string_view name;
    std::string_view text;  ///< one sentence without an end mark
};

/// All of them, in the order in which they are run.
inline constexpr std::array<KindInfo, 5> kinds{{
    {Kind::duplicates, "duplicates", "The same request several times at once, then once more"},
    {Kind::dropped_reply, "dropped-reply", "The reply is lost on its way, the client retries"},
    {Kind::late_retry, "late-retry", "The client retries long after it was answered"},
    {Kind::other_payload, "other-payload", "The key comes again, with another body"},
    {Kind::missing_key, "missing-key", "A request without a key"},
}};

inline const KindInfo& info_of(Kind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

/// Hard limits, whatever a user asks for.
inline constexpr std::size_t requests_max = 64;    ///< at once
inline constexpr std::size_t rounds_max = 50;      ///< of one scenario
inline constexpr std::size_t probe_max = 10'000;   ///< requests in all
inline constexpr std::size_t retries_max = 8;      ///< of one request
inline constexpr std::size_t smaller_rounds = 3;   ///< to find a smaller history, of each size
inline constexpr std::size_t smaller_sizes = 3;    ///< 2, 3 and 4 requests at once
inline constexpr std::size_t body_max = 1U << 20;  ///< bytes of an answer that are read

/// What the user asks for.
struct Settings {
    std::string url{};
    std::string method = "POST";
    std::string key_header = "Idempotency-Key";
    bool quoted_key = false;             ///< the key as a string of structured fields: "…"
    std::vector<std::string> headers{};  ///< "Name: value"
    std::string body{};                  ///< `{fresh}` and `{key}` stand for values of the request
    std::optional<std::string> other_body{};
    std::string ca_file{};         ///< PEM file of who vouches for https; empty: the system's
    std::string count_url{};       ///< empty: `count_command`
    std::string count_command{};   ///< for /bin/sh
    std::string count_pointer{};   ///< JSON pointer to the number; empty: the whole text is one
    std::string result_pointer{};  ///< JSON pointer to the result; empty: the whole body is it
    std::vector<Kind> kinds{};     ///< in the order of the catalog
    std::size_t requests = 8;      ///< duplicates at once
    std::size_t rounds = 5;        ///< of each scenario that has several
    Milliseconds timeout{10'000};  ///< of one request
    Milliseconds wait{2'000};      ///< before a late retry; of all retries of one request
    std::uint64_t seed = 0;        ///< of keys and fresh values
    bool owned = false;            ///< the user says that the service is theirs: it may be anywhere
};

/// How many requests the settings can lead to at most (reading the count is not one).
std::size_t requests_bound(const Settings& settings);

/// What is fresh in one logical request.
struct Fresh {
    std::string key{};    ///< has the form of a random UUID
    std::string value{};  ///< 15 decimal digits: a number or a text
};

/// That of request `number`; the same for the same seed and number.
Fresh fresh_of(std::uint64_t seed, std::uint64_t number);

/// `text` with the request's values in place of `{fresh}` and `{key}`.
std::string filled(std::string_view text, const Fresh& fresh);

/// Why a header line cannot be sent; empty: it can. Does not tell its value.
std::string trouble_of_header(std::string_view line);

/// The header lines in the text of a file: empty lines and those that begin with `#` are none.
std::vector<std::string> header_lines(std::string_view text);

}  // namespace onceproof::probe
