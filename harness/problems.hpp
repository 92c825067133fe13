#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/diagnostic.hpp"
#include "harness/tree.hpp"

namespace onceproof::harness {

/// Collects what is wrong; the same thing said at several sweep points is kept once.
class Problems {
public:
    void add(const Place& place, std::string message, std::string note = {});
    void add(Diagnostic diagnostic);

    [[nodiscard]] bool empty() const { return diagnostics_.empty(); }

    /// All of them, by place within each file.
    [[nodiscard]] std::vector<Diagnostic> take();

private:
    std::vector<Diagnostic> diagnostics_;
};

/// `unknown <what> "word"`, with `; did you mean "x"?` if a candidate is close.
std::string unknown(
    std::string_view what, std::string_view word, std::span<const std::string_view> candidates
);

/// Views of the names of a list of specs.
template <class Spec>
std::vector<std::string_view> names_of(const std::vector<Spec>& specs) {
    std::vector<std::string_view> names;
    names.reserve(specs.size());
    for (const Spec& spec : specs) {
        names.push_back(spec.name);
    }
    return names;
}

/// `text` between double quotes.
std::string in_quotes(std::string_view text);

/// "known: a, b, c", or "there are none".
std::string known(std::span<const std::string_view> names);

}  // namespace onceproof::harness
