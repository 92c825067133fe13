#include "harness/problems.hpp"

#include <algorithm>
#include <tuple>

#include "model/base/text.hpp"

namespace onceproof::harness {

void Problems::add(const Place& place, std::string message, std::string note) {
    add(diagnostic_at(place, std::move(message), std::move(note)));
}

void Problems::add(Diagnostic diagnostic) {
    if (std::ranges::find(diagnostics_, diagnostic) == diagnostics_.end()) {
        diagnostics_.push_back(std::move(diagnostic));
    }
}

std::vector<Diagnostic> Problems::take() {
    std::ranges::stable_sort(diagnostics_, {}, [](const Diagnostic& diagnostic) {
        return std::tuple(diagnostic.file, diagnostic.line, diagnostic.column);
    });
    return std::move(diagnostics_);
}

std::string unknown(
    std::string_view what, std::string_view word, std::span<const std::string_view> candidates
) {
    std::string message = "unknown ";
    message.append(what).append(" \"").append(word).append("\"");
    if (const auto meant = closest(word, candidates)) {
        message.append("; did you mean \"").append(*meant).append("\"?");
    }
    return message;
}

std::string in_quotes(std::string_view text) {
    std::string quoted = "\"";
    quoted.append(text).append("\"");
    return quoted;
}

std::string known(std::span<const std::string_view> names) {
    if (names.empty()) return "there are none";
    std::string text = "known:";
    for (const std::string_view name : names) {
        text.append(name == names.front() ? " " : ", ").append(name);
    }
    return text;
}

}  // namespace onceproof::harness
