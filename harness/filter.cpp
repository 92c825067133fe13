#include "harness/filter.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "harness/problems.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using Operator = Filter::Operator;

/// In the order of `FilterKey`.
constexpr std::array<std::string_view, 5> key_names{
    "scenario", "tag", "strategy", "fault", "guarantee"};

/// Deeper nesting than this is refused, so that a hostile text cannot exhaust the stack.
constexpr std::size_t nesting_max = 100;

constexpr std::string_view word_ends = " \t\n&|()";

/// Recursive descent; the steps come out in postfix order.
class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    std::variant<Filter, FilterError> parse() {
        either(0);
        if (!error_.has_value() && peek() != '\0') fail("an operator (& or |) is missing here");
        if (error_.has_value()) return std::move(*error_);
        return std::move(filter_);
    }

private:
    void either(std::size_t depth) {
        both(depth);
        while (!error_.has_value() && accept('|')) {
            both(depth);
            filter_.steps.push_back({Operator::either});
        }
    }

    void both(std::size_t depth) {
        unary(depth);
        while (!error_.has_value() && accept('&')) {
            unary(depth);
            filter_.steps.push_back({Operator::both});
        }
    }

    void unary(std::size_t depth) {
        if (depth > nesting_max) {
            fail("nested too deeply");
        } else if (accept('!')) {
            unary(depth + 1);
            filter_.steps.push_back({Operator::negate});
        } else if (accept('(')) {
            either(depth + 1);
            if (!error_.has_value() && !accept(')')) fail("\")\" is missing here");
        } else {
            word();
        }
    }

    void word() {
        peek();
        const std::size_t start = at_;
        const std::string_view rest = text_.substr(start);
        const std::string_view whole = rest.substr(0, rest.find_first_of(word_ends));
        const std::size_t colon = whole.find(':');
        if (whole.empty()) {
            fail("a word such as tag:ci is missing here");
            return;
        }
        if (colon == std::string_view::npos) {
            const std::string plain(whole);
            fail(
                "\"" + plain + "\" is no key:pattern",
                "write scenario:" + plain + ", strategy:" + plain + " or tag:" + plain
            );
            return;
        }
        const std::string_view name = whole.substr(0, colon);
        const auto* key = std::ranges::find(key_names, name);
        if (key == key_names.end()) {
            fail(unknown("key", name, key_names), known(key_names));
        } else if (colon + 1 == whole.size()) {
            fail("there is no pattern behind \"" + std::string(whole) + "\"");
        } else {
            filter_.steps.push_back(
                {Operator::none,
                 {static_cast<FilterKey>(key - key_names.begin()),
                  std::string(whole.substr(colon + 1))}}
            );
            at_ = start + whole.size();
        }
    }

    char peek() {
        at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size());
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool accept(char wanted) {
        if (peek() != wanted) return false;
        ++at_;
        return true;
    }

    void fail(const std::string& message, const std::string& hint = "") {
        error_ = FilterError{at_ + 1, message + (hint.empty() ? "" : "; " + hint)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    Filter filter_;
    std::optional<FilterError> error_;
};

/// All that a cell can be called under a key.
std::vector<std::string> values_of(
    FilterKey key, const Scenario& scenario, const StrategyUse& use
) {
    switch (key) {
        case FilterKey::scenario:
            return {scenario.id};
        case FilterKey::tag:
            return scenario.tags;
        case FilterKey::strategy:
            return {use.name, use.label()};
        case FilterKey::guarantee:
            return scenario.guarantees;
        case FilterKey::fault:
            break;
    }
    std::vector<std::string> kinds;
    for (const FaultRule& fault : scenario.faults) {
        kinds.push_back(fault.kind);
    }
    return kinds;
}

bool word_matches(const FilterWord& word, const Scenario& scenario, const StrategyUse& use) {
    return std::ranges::any_of(values_of(word.key, scenario, use), [&](const std::string& value) {
        return fits(word.pattern, value);
    });
}

bool speaks_of_any(const Expectation& expectation, const std::vector<StrategyUse>& uses) {
    return expectation.strategy == "*" || std::ranges::any_of(uses, [&](const StrategyUse& use) {
               return expectation.strategy == use.name || expectation.strategy == use.label();
           });
}

/// Every value that any cell has under the key, each once.
std::vector<std::string> all_values(FilterKey key, std::span<const Scenario> scenarios) {
    std::vector<std::string> all;
    for (const Scenario& scenario : scenarios) {
        for (const StrategyUse& use : scenario.strategies) {
            for (std::string& value : values_of(key, scenario, use)) {
                if (std::ranges::find(all, value) == all.end()) all.push_back(std::move(value));
            }
        }
    }
    return all;
}

}  // namespace

bool fits(std::string_view pattern, std::string_view text) {
    // The usual walk: after a mismatch, the last star takes one character more.
    std::size_t at = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            resume = i;
        } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == text[i])) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::variant<Filter, FilterError> parse_filter(std::string_view text) {
    return Parser(text).parse();
}

bool matches(const Filter& filter, const Scenario& scenario, const StrategyUse& use) {
    std::vector<bool> values;
    for (const Filter::Step& step : filter.steps) {
        if (step.operation == Operator::none) {
            values.push_back(word_matches(step.word, scenario, use));
        } else if (step.operation == Operator::negate) {
            values.back() = !values.back();
        } else {
            const bool right = values.back();
            values.pop_back();
            values.back() =
                step.operation == Operator::both ? values.back() && right : values.back() || right;
        }
    }
    ENSURE(values.size() == 1);
    return values.front();
}

std::vector<Scenario> select(const Filter& filter, std::span<const Scenario> scenarios) {
    std::vector<Scenario> selected;
    for (const Scenario& scenario : scenarios) {
        Scenario kept = scenario;
        std::erase_if(kept.strategies, [&](const StrategyUse& use) {
            return !matches(filter, scenario, use);
        });
        std::erase_if(kept.expectations, [&](const Expectation& expectation) {
            return !speaks_of_any(expectation, kept.strategies);
        });
        if (!kept.strategies.empty()) selected.push_back(std::move(kept));
    }
    return selected;
}

std::string why_nothing(const Filter& filter, std::span<const Scenario> scenarios) {
    for (const Filter::Step& step : filter.steps) {
        if (step.operation != Operator::none) continue;
        const std::vector<std::string> all = all_values(step.word.key, scenarios);
        const bool fits_one = std::ranges::any_of(all, [&](const std::string& value) {
            return fits(step.word.pattern, value);
        });
        if (fits_one) continue;
        const std::vector<std::string_view> views(all.begin(), all.end());
        return unknown(
            key_names.at(static_cast<std::size_t>(step.word.key)), step.word.pattern, views
        );
    }
    return "every word of it fits some cell, but no cell fits all of it";
}

}  // namespace onceproof::harness
