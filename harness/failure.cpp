#include "harness/failure.hpp"

#include <map>

#include <fmt/format.h>

#include "harness/print.hpp"
#include "harness/schema.hpp"
#include "model/base/hash.hpp"

namespace onceproof::harness {
namespace {

/// A swept value as TOML: the point has its text without quotes.
std::string literal(const std::string& value) {
    const bool number =
        !value.empty() && value.find_first_not_of("+-._0123456789") == std::string::npos;
    const bool other = value == "true" || value == "false" || value.starts_with('[');
    return number || other ? value : quoted(value);
}

}  // namespace

std::string fingerprint_of(const Broken& broken, const explore::Schedule& schedule) {
    Hasher hasher;
    hasher.add(broken.strategy);
    hasher.add(broken.guarantee);
    std::map<std::uint8_t, std::uint64_t> numbers;
    for (const explore::Taken& taken : schedule.steps) {
        hasher.add(numbers.emplace(taken.option.actor, numbers.size()).first->second);
        hasher.add(std::uint64_t{taken.option.operation});
        hasher.add(std::uint64_t{taken.option.outcome});
    }
    return fmt::format("{:016x}", hasher.finish().low);
}

std::string alone(const Scenario& scenario) {
    Scenario copy = scenario;
    copy.claim = {};
    copy.expectations.clear();
    copy.regress.clear();
    std::string text = print(copy);
    if (scenario.point.empty()) return text;
    text += "\n[sweep]\n";
    for (const auto& [path, value] : scenario.point) {
        text += quoted(path) + " = [" + literal(value) + "]\n";
    }
    return text;
}

}  // namespace onceproof::harness
