#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <variant>

#include "harness/schema.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {

/// The struct that a chain of members starts in.
template <class Class, class Type>
Class& root_of(const Slots& slots, Type Class::*) {
    if constexpr (std::same_as<Class, Scenario>) {
        return *slots.scenario;
    } else if constexpr (std::same_as<Class, FaultRule>) {
        return *slots.fault;
    } else if constexpr (std::same_as<Class, Expectation>) {
        return *slots.expectation;
    } else {
        static_assert(std::same_as<Class, Regress>);
        return *slots.regress;
    }
}

/// The field at the end of the chain.
template <auto First, auto... Rest>
auto& field_of(const Slots& slots) {
    return ((root_of(slots, First).*First).*....*Rest);
}

/// Reads a field as a `Datum`.
template <auto... Members>
Datum load_field(const KeySpec& key, const Slots& slots) {
    const auto& field = field_of<Members...>(slots);
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field>) {
        return std::string(key.words[static_cast<std::size_t>(field)]);
    } else if constexpr (std::same_as<Field, bool>) {
        return key.type == KeyType::word ? Datum(std::string(key.words[field ? 1 : 0]))
                                         : Datum(field);
    } else if constexpr (std::same_as<Field, std::size_t>) {
        return static_cast<std::int64_t>(field);
    } else {
        return field;
    }
}

/// Writes a `Datum` that fits the key's type into a field.
template <auto... Members>
void store_field(const KeySpec& key, const Slots& slots, const Datum& datum) {
    auto& field = field_of<Members...>(slots);
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_enum_v<Field> || std::same_as<Field, bool>) {
        if (key.type == KeyType::word) {
            const auto found = std::ranges::find(key.words, std::get<std::string>(datum));
            ENSURE(found != key.words.end());
            field = static_cast<Field>(found - key.words.begin());
            return;
        }
    }
    if constexpr (std::same_as<Field, std::size_t>) {
        field = static_cast<std::size_t>(std::get<std::int64_t>(datum));
    } else if constexpr (!std::is_enum_v<Field>) {
        field = std::get<Field>(datum);
    }
}

}  // namespace onceproof::harness
