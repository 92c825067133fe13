#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace onceproof::conformance {

/// A difference between a fake and its server that the comparison knows and lets pass, or keeps
/// clear of.
enum class Known : unsigned char {
    serializable_refusal,
    late_refusal,
    victim_in_a_queue,
    rows_in_turn,
    loose_locks,
    late_purge,
    index_ranges,
    errors_left_out,
    null_comparisons,
    order_after_return,
    young_queue,
    process_crash,
    memory_by_size,
};

/// What is to be said of it.
struct KnownDifference {
    Known id{};
    std::string_view name;    ///< one word, for records
    std::string_view server;  ///< whose it is, as the document names it
    std::string_view what;    ///< the difference
    std::string_view reason;
    std::string_view treatment;  ///< what the comparison does about it
};

/// All of them, each once.
std::span<const KnownDifference> known_differences();

/// The one with that id.
const KnownDifference& about(Known id);

/// The one with that name.
std::optional<Known> known_by_name(std::string_view name);

/// How often each was met.
using Excuses = std::map<Known, std::size_t>;

}  // namespace onceproof::conformance
