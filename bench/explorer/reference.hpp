#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "bench/explorer/protocol_counts.hpp"

namespace onceproof::litmus {

/// A size by its name.
struct NamedSize {
    std::string_view name;  ///< "S1" to "S5"
    ProtocolSize size;
};

inline constexpr std::array<NamedSize, 5> all_sizes{{
    {"S1", size_1},
    {"S2", size_2},
    {"S3", size_3},
    {"S4", size_4},
    {"S5", size_5},
}};

/// A variant by its letter.
struct NamedVariant {
    std::string_view name;  ///< "A" to "D"
    Protocol::Variant variant;
    bool violates;  ///< whether there is a violation to find
};

inline constexpr std::array<NamedVariant, 4> all_variants{{
    {"A", Protocol::Variant::takeover, true},
    {"B", Protocol::Variant::transaction, false},
    {"C", Protocol::Variant::fine, false},
    {"D", Protocol::Variant::detected_takeover, true},
}};

/// What one variant of one size has to count.
struct Reference {
    Protocol::Variant variant;
    ProtocolSize size;
    ProtocolCounts counts;
};

/// The whole space of each variant with nothing checked. The same counts come from `HandWritten`,
/// SPIN and TLC.
inline constexpr std::array<Reference, 19> references{{
    {Protocol::Variant::transaction, size_1, {147, 412, 5, 13}},
    {Protocol::Variant::transaction, size_2, {788, 3'068, 7, 17}},
    {Protocol::Variant::transaction, size_3, {2'258, 10'199, 13, 21}},
    {Protocol::Variant::transaction, size_4, {11'683, 67'352, 16, 25}},
    {Protocol::Variant::transaction, size_5, {59'453, 415'182, 19, 29}},
    {Protocol::Variant::fine, size_1, {445, 1'152, 9, 17}},
    {Protocol::Variant::fine, size_2, {3'477, 12'725, 11, 21}},
    {Protocol::Variant::fine, size_3, {12'323, 56'728, 21, 27}},
    {Protocol::Variant::fine, size_4, {92'867, 546'215, 24, 31}},
    {Protocol::Variant::fine, size_5, {679'871, 4'848'495, 27, 35}},
    {Protocol::Variant::takeover, size_1, {711, 1'854, 16, 20}},
    {Protocol::Variant::takeover, size_2, {8'500, 31'672, 27, 27}},
    {Protocol::Variant::takeover, size_3, {40'702, 186'529, 73, 34}},
    {Protocol::Variant::takeover, size_4, {482'030, 2'859'826, 106, 41}},
    {Protocol::Variant::takeover, size_5, {5'462'181, 39'656'035, 145, 48}},
    {Protocol::Variant::detected_takeover, size_1, {493, 1'302, 11, 17}},
    {Protocol::Variant::detected_takeover, size_2, {3'883, 14'702, 14, 21}},
    {Protocol::Variant::detected_takeover, size_3, {15'942, 73'884, 34, 27}},
    {Protocol::Variant::detected_takeover, size_4, {120'191, 714'267, 40, 31}},
}};

/// How many states are left where like workers are one, by other tools.
struct AlikeReference {
    Protocol::Variant variant;
    ProtocolSize size;
    std::uint64_t states = 0;
};

inline constexpr std::array<AlikeReference, 12> alike_references{{
    {Protocol::Variant::transaction, size_1, 89},
    {Protocol::Variant::transaction, size_2, 230},
    {Protocol::Variant::transaction, size_3, 647},
    {Protocol::Variant::transaction, size_4, 1'379},
    {Protocol::Variant::fine, size_1, 252},
    {Protocol::Variant::fine, size_2, 846},
    {Protocol::Variant::fine, size_3, 2'913},
    {Protocol::Variant::fine, size_4, 7'846},
    {Protocol::Variant::takeover, size_1, 398},
    {Protocol::Variant::takeover, size_2, 1'942},
    {Protocol::Variant::takeover, size_3, 8'973},
    {Protocol::Variant::takeover, size_4, 34'824},
}};

/// Empty for D and for S5, which nobody else has counted.
[[nodiscard]] constexpr std::optional<std::uint64_t> alike_states_of(
    Protocol::Variant variant, const ProtocolSize& size
) {
    for (const AlikeReference& reference : alike_references) {
        if (reference.variant == variant && reference.size == size) {
            return reference.states;
        }
    }
    return std::nullopt;
}

/// Empty for D at S5, which nobody else has counted.
[[nodiscard]] constexpr std::optional<ProtocolCounts> reference_of(
    Protocol::Variant variant, const ProtocolSize& size
) {
    for (const Reference& reference : references) {
        if (reference.variant == variant && reference.size == size) {
            return reference.counts;
        }
    }
    return std::nullopt;
}

}  // namespace onceproof::litmus
