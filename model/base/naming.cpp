#include "model/base/naming.hpp"

namespace onceproof {
namespace {

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool is_word(char letter) {
    return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// Behind the digits that begin at `at`; `at` itself if there is none.
std::size_t skip_digits(std::string_view text, std::size_t at) {
    while (at < text.size() && is_digit(text[at])) {
        ++at;
    }
    return at;
}

/// True if "1.2-3" or "1.2b-3" goes on like this behind its first number, at `at`.
bool goes_on(std::string_view text, std::size_t at) {
    if (at >= text.size() || text[at] != '.') {
        return false;
    }
    std::size_t next = skip_digits(text, at + 1);
    if (next == at + 1) {
        return false;
    }
    next += next < text.size() && text[next] == 'b' ? 1 : 0;
    return next + 1 < text.size() && text[next] == '-' && is_digit(text[next + 1]);
}

std::size_t number_of(std::string_view digits) {
    std::size_t number = 0;
    for (const char digit : digits) {
        number = number * 10 + static_cast<std::size_t>(digit - '0');
    }
    return number;
}

}  // namespace

std::optional<DrawnId> find_id(std::string_view text, std::size_t from) {
    // No cast has a caller with more digits.
    constexpr std::size_t digits_max = 3;
    for (std::size_t at = from; at < text.size(); ++at) {
        if ((text[at] != 'h' && text[at] != 't') || (at > 0 && is_word(text[at - 1]))) {
            continue;
        }
        const std::size_t begin = at + 1;
        const std::size_t end = skip_digits(text, begin);
        if (end > begin && end - begin <= digits_max && goes_on(text, end)) {
            return DrawnId{begin, end, number_of(text.substr(begin, end - begin))};
        }
    }
    return std::nullopt;
}

void Naming::add_ids(Hasher& hasher, std::string_view text) {
    hash_with_ids(hasher, text, [this](std::size_t caller) {
        return caller < places_.callers.size() ? name(places_.callers, caller) : caller;
    });
}

}  // namespace onceproof
