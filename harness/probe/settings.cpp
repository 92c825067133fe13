#include "harness/probe/settings.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "model/base/hash.hpp"

namespace onceproof::probe {
namespace {

/// A request that is answered, one of another key between, and its retries.
constexpr std::size_t retry_round = 1 + 1 + retries_max;

std::string with(std::string text, std::string_view placeholder, std::string_view value) {
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size())) {
        text.replace(at, placeholder.size(), value);
    }
    return text;
}

bool is_name_letter(char letter) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           others.find(letter) != std::string_view::npos;
}

}  // namespace

std::size_t requests_bound(const Settings& settings) {
    std::size_t bound = 2;  // calm ones
    for (const Kind kind : settings.kinds) {
        switch (kind) {
            case Kind::duplicates:
                bound += settings.rounds * (settings.requests + retries_max);
                bound += smaller_rounds * (2 + 3 + 4 + smaller_sizes * retries_max);
                break;
            case Kind::dropped_reply:
                bound += settings.rounds * retry_round;
                break;
            case Kind::late_retry:
                bound += retry_round;
                break;
            case Kind::other_payload:
                bound += settings.rounds * 2;
                break;
            case Kind::missing_key:
                bound += 1;
                break;
        }
    }
    return bound;
}

Fresh fresh_of(std::uint64_t seed, std::uint64_t number) {
    Hasher hasher;
    hasher.add(seed);
    hasher.add(number);
    const Fingerprint print = hasher.finish();
    constexpr std::uint64_t digits_end = 1'000'000'000'000'000;
    // Version 4, variant 1: https://www.rfc-editor.org/rfc/rfc9562#section-5.4
    return {
        .key = fmt::format(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            print.high >> 32U,
            (print.high >> 16U) & 0xffffU,
            print.high & 0xfffU,
            ((print.low >> 48U) & 0x3fffU) | 0x8000U,
            print.low & 0xffff'ffff'ffffU
        ),
        .value = fmt::format(
            "{:015}", digits_end / 10 + (print.high ^ print.low) % (digits_end / 10 * 9)
        ),
    };
}

std::string filled(std::string_view text, const Fresh& fresh) {
    return with(with(std::string(text), "{fresh}", fresh.value), "{key}", fresh.key);
}

std::string trouble_of_header(std::string_view line) {
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == std::string_view::npos || name.empty() ||
        !std::ranges::all_of(name, is_name_letter)) {
        return "a header is not of the form \"Name: value\"";
    }
    const bool is_one_line = std::ranges::none_of(line, [](char letter) {
        return letter == '\r' || letter == '\n' || letter == '\0';
    });
    return is_one_line ? "" : fmt::format("the value of header {} is not one line", name);
}

std::vector<std::string> header_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!line.empty() && line.front() != '#') {
            lines.emplace_back(line);
        }
    }
    return lines;
}

}  // namespace onceproof::probe
