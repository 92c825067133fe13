#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::backend {

/// Passwords that must not be shown, and texts without them.
///
/// Knows the addresses that the user gave: URLs (`scheme://user:password@host?password=…`) and
/// libpq's connection strings (`password=… sslpassword='…'`), well-formed or not.
class Secrets {
public:
    /// Remembers the passwords that are in an address.
    void learn(std::string_view address);

    /// `text` with `***` in place of every password, as it was written and percent-decoded, and of
    /// its pieces: a library that splits a malformed address elsewhere complains about a piece.
    [[nodiscard]] std::string hidden(std::string_view text) const;

private:
    void add(std::string_view secret);

    std::vector<std::string> secrets_;  ///< longest first
};

/// `text` with `***` in place of the passwords of all addresses that stand in it.
std::string without_passwords(std::string_view text);

}  // namespace onceproof::backend
