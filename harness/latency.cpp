#include "harness/latency.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

#include "harness/schema.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using world::Distribution;

constexpr std::array<std::string_view, 1> of_constant{"value"};
constexpr std::array<std::string_view, 2> of_uniform{"min", "max"};
constexpr std::array<std::string_view, 1> of_exponential{"mean"};
constexpr std::array<std::string_view, 2> of_lognormal{"p50", "p99"};

/// A distribution and the parameters that it needs, the smaller value first.
struct Shape {
    std::string_view name;
    std::span<const std::string_view> parameters;  ///< empty: percentiles
    bool positive = false;                         ///< all of them are above 0
};

constexpr std::array<Shape, 5> shapes{{
    {"constant", of_constant},
    {"uniform", of_uniform},
    {"exponential", of_exponential, true},
    {"lognormal", of_lognormal, true},
    {"percentiles", {}},
}};

std::vector<std::string_view> names_of_shapes() {
    std::vector<std::string_view> names;
    names.reserve(shapes.size());
    for (const Shape& shape : shapes) {
        names.push_back(shape.name);
    }
    return names;
}

/// "p99.9" as a share of 2^32.
std::optional<std::uint64_t> share_of(std::string_view name) {
    constexpr std::uint64_t thousandths = 1000;
    if (!name.starts_with('p')) {
        return std::nullopt;
    }
    const std::string_view number = name.substr(1);
    const std::size_t dot = std::min(number.find('.'), number.size());
    std::string digits(number.substr(0, dot));
    const std::string_view behind = dot < number.size() ? number.substr(dot + 1) : "";
    digits += behind;
    if (behind.size() > 3 || (dot < number.size() && behind.empty())) {
        return std::nullopt;
    }
    digits.append(3 - behind.size(), '0');
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    if (dot == 0 || std::from_chars(digits.data(), end, value).ptr != end ||
        value > 100 * thousandths) {
        return std::nullopt;
    }
    return value * Distribution::whole / (100 * thousandths);
}

/// What one table is read with.
struct Reader {
    std::string_view name;
    const Node& node;
    Problems& problems;

    std::optional<Latency> fail(const Place& place, std::string message, std::string note) const {
        problems.add(place, std::move(message), std::move(note));
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Duration> duration(const Entry& entry) const {
        const auto* text = entry.value.as<std::string>();
        const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt;
        if (!duration) {
            problems.add(
                entry.value.place,
                in_quotes(entry.key) + " of latency " + in_quotes(name) + " is a duration",
                "such as \"800us\""
            );
        }
        return duration;
    }

    [[nodiscard]] std::optional<Latency> table(const Table& table) const {
        const Entry* dist = table.find("dist");
        const auto* word = dist != nullptr ? dist->value.as<std::string>() : nullptr;
        const auto names = names_of_shapes();
        if (word == nullptr) {
            return fail(
                node.place, "latency " + in_quotes(name) + " names no \"dist\"", known(names)
            );
        }
        const auto* shape = std::ranges::find(shapes, std::string_view(*word), &Shape::name);
        if (shape == shapes.end()) {
            return fail(dist->value.place, unknown("dist", *word, names), known(names));
        }
        Latency latency{*word, {}};
        for (const Entry& entry : table.entries) {
            if (entry.key == "dist") continue;
            const bool percentile = shape->parameters.empty() && share_of(entry.key).has_value();
            if (!percentile &&
                std::ranges::find(shape->parameters, entry.key) == shape->parameters.end()) {
                return fail(
                    entry.place,
                    "dist \"" + *word + "\" takes no \"" + entry.key + "\"",
                    parameters_of(*shape)
                );
            }
            const auto value = duration(entry);
            if (!value) return std::nullopt;
            latency.values[entry.key] = *value;
        }
        return checked(*shape, std::move(latency));
    }

    [[nodiscard]] std::optional<Latency> checked(const Shape& shape, Latency latency) const {
        const std::string what = "latency " + in_quotes(name);
        std::vector<std::string_view> needed(shape.parameters.begin(), shape.parameters.end());
        if (needed.empty()) needed.emplace_back("p100");
        for (const std::string_view parameter : needed) {
            const auto value = latency.values.find(std::string(parameter));
            if (value == latency.values.end()) {
                return fail(
                    node.place, what + " needs " + in_quotes(parameter), parameters_of(shape)
                );
            }
            if (shape.positive && value->second <= Duration{0}) {
                return fail(node.place, in_quotes(parameter) + " of " + what + " is above 0s", "");
            }
        }
        if (!rises(latency)) {
            return fail(node.place, what + " falls: a larger share needs a longer time", "");
        }
        return latency;
    }

    [[nodiscard]] static std::string parameters_of(const Shape& shape) {
        if (shape.parameters.empty()) {
            return "percentiles up to \"p100\", such as p50, p99, \"p99.9\"";
        }
        return known(shape.parameters);
    }

    static bool rises(const Latency& latency);
};

bool Reader::rises(const Latency& latency) {
    const auto& values = latency.values;
    if (latency.dist == "uniform") return values.at("min") <= values.at("max");
    if (latency.dist == "lognormal") return values.at("p50") <= values.at("p99");
    return latency.dist != "percentiles" ||
           std::ranges::is_sorted(points_of(latency), {}, &Distribution::Point::value);
}

}  // namespace

std::optional<Latency> read_latency(std::string_view name, const Node& node, Problems& problems) {
    const Reader reader{name, node, problems};
    if (const auto* table = node.as<Table>()) {
        return reader.table(*table);
    }
    const auto* text = node.as<std::string>();
    const auto duration = text != nullptr ? parse_duration(*text) : std::nullopt;
    if (!duration) {
        return reader.fail(
            node.place,
            "latency " + in_quotes(name) + " is a duration or a table",
            "such as \"2ms\" or { dist = \"lognormal\", p50 = \"800us\", p99 = \"6ms\" }"
        );
    }
    return Latency{"constant", {{"value", *duration}}};
}

std::vector<world::Distribution::Point> points_of(const Latency& latency) {
    std::vector<Distribution::Point> points;
    for (const auto& [name, value] : latency.values) {
        points.push_back({*share_of(name), value});
    }
    std::ranges::sort(points, {}, &Distribution::Point::share);
    if (points.front().share > 0) {
        points.insert(points.begin(), {0, Duration{0}});
    }
    return points;
}

std::string text_of(const Latency& latency) {
    if (latency.dist == "constant") {
        return quoted(format_duration(latency.values.at("value")));
    }
    std::string text = "{ dist = " + quoted(latency.dist);
    for (const auto& [name, value] : latency.values) {
        const bool bare = name.find('.') == std::string::npos;
        text += ", " + (bare ? name : quoted(name)) + " = " + quoted(format_duration(value));
    }
    return text + " }";
}

}  // namespace onceproof::harness
