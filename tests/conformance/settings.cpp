#include "tests/conformance/settings.hpp"

#include <charconv>
#include <cstdlib>
#include <random>
#include <stdexcept>

#include "model/base/random.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::size_t sequences_by_default = 100;

std::optional<std::string> variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

template <class Number>
std::optional<Number> number(const char* name, const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    Number result{};
    const char* const end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, result);
    if (error != std::errc{} || rest != end) {
        throw std::runtime_error(std::string(name) + " is no number: '" + *text + "'");
    }
    return result;
}

}  // namespace

std::uint64_t Settings::seed_of(std::size_t index) const {
    return seed_given && index == 0 ? seed : case_seed(seed, index);
}

std::size_t Settings::one_for(std::size_t usual) const {
    return (sequences + usual - 1) / usual;
}

Settings settings_of(
    const std::optional<std::string>& sequences,
    const std::optional<std::string>& seed,
    const std::optional<std::string>& figures
) {
    const auto own_seed = number<std::uint64_t>("ONCEPROOF_SEED", seed);
    const auto count = number<std::size_t>("ONCEPROOF_SEQUENCES", sequences);
    std::random_device device;
    return {
        .sequences = count.value_or(own_seed ? 1 : sequences_by_default),
        .seed = own_seed.value_or((std::uint64_t{device()} << 32) | device()),
        .seed_given = own_seed.has_value(),
        .figures = figures.value_or("")};
}

const Settings& settings() {
    static const Settings own = settings_of(
        variable("ONCEPROOF_SEQUENCES"), variable("ONCEPROOF_SEED"), variable("ONCEPROOF_FIDELITY")
    );
    return own;
}

}  // namespace onceproof::conformance
