#include "impls/backend/secrets.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace onceproof::backend {
namespace {

constexpr std::string_view mask = "***";
/// Where a library may split a password that was not percent-encoded.
constexpr std::string_view splitters = "@:/?#& ";
/// A shorter piece says nothing of the password, and would be found in every text.
constexpr std::size_t piece_least = 3;

std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        if (text[i] == '%' && i + 2 < text.size()) {
            const char* const digits = text.data() + i + 1;
            const auto [end, error] = std::from_chars(digits, digits + 2, code, 16);
            if (error == std::errc{} && end == digits + 2) {
                decoded += static_cast<char>(code);
                i += 2;
                continue;
            }
        }
        decoded += text[i];
    }
    return decoded;
}

/// The password of "scheme://user:password@host"; empty: none. Up to the last `@`, since nobody
/// encodes the one in a password.
std::string_view password_in_url(std::string_view url) {
    const std::size_t scheme = url.find("://");
    const std::string_view rest = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
    const std::size_t at = rest.rfind('@');
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view user = rest.substr(0, at);
    const std::size_t colon = user.find(':');
    return colon == std::string_view::npos ? std::string_view{} : user.substr(colon + 1);
}

/// The value behind "password=" at `start`: to the closing quote, or to a blank or `&`.
std::string_view value_at(std::string_view text, std::size_t start) {
    std::string_view value = text.substr(start);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (value.starts_with('\'')) {
        value.remove_prefix(1);
        return value.substr(0, value.find('\''));
    }
    return value.substr(0, value.find_first_of(" &"));
}

}  // namespace

void Secrets::add(std::string_view secret) {
    if (!secret.empty() && std::ranges::find(secrets_, secret) == secrets_.end()) {
        secrets_.emplace_back(secret);
    }
}

void Secrets::learn(std::string_view address) {
    std::vector<std::string> found{std::string(password_in_url(address))};
    constexpr std::string_view word = "password";
    for (std::size_t place = address.find(word); place != std::string_view::npos;
         place = address.find(word, place + 1)) {
        std::size_t equals = address.find_first_not_of(' ', place + word.size());
        if (equals != std::string_view::npos && address[equals] == '=') {
            found.emplace_back(value_at(address, equals + 1));
        }
    }
    for (const std::string& secret : found) {
        for (const std::string& form : std::array{secret, percent_decoded(secret)}) {
            add(form);
            for (std::size_t start = 0; start < form.size();) {
                const std::size_t end = std::min(form.find_first_of(splitters, start), form.size());
                if (end - start >= piece_least) {
                    add(std::string_view(form).substr(start, end - start));
                }
                start = end + 1;
            }
        }
    }
    std::ranges::stable_sort(secrets_, std::ranges::greater{}, &std::string::size);
}

std::string Secrets::hidden(std::string_view text) const {
    std::string shown(text);
    for (const std::string& secret : secrets_) {
        std::size_t place = shown.find(secret);
        while (place != std::string::npos) {
            shown.replace(place, secret.size(), mask);
            place = shown.find(secret, place + mask.size());
        }
    }
    return shown;
}

std::string without_passwords(std::string_view text) {
    Secrets secrets;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n\t\"", start), text.size());
        const std::string_view word = text.substr(start, end - start);
        if (word.find("://") != std::string_view::npos) {
            secrets.learn(word);
        }
        start = end + 1;
    }
    if (text.find("password") != std::string_view::npos) {
        secrets.learn(text.substr(text.find("password")));
    }
    return secrets.hidden(text);
}

}  // namespace onceproof::backend
