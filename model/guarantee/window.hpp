#pragma once

#include <array>
#include <string_view>

namespace onceproof::guarantee {

/// A gap that no strategy on the service's side can close; a scenario names it where it expects
/// even a hardened strategy to break.
struct Window {
    std::string_view name;
    std::string_view text;  ///< one sentence without an end mark
};

/// All of them.
inline constexpr std::array<Window, 6> windows{{
    {"Z1",
     "an outside effect that can neither be repeated nor be asked for: between it and its record "
     "nobody can tell whether it has happened"},
    {"Z2",
     "memory ends: once the record of a request is gone, a repeat of it is new, or must be refused "
     "as too old"},
    {"Z3",
     "a store loses what it has acknowledged: replication and backups decide how much, the "
     "protocol cannot bring it back"},
    {"Z4",
     "a lease ends while its holder pauses: unless the effect itself checks the owner, two may "
     "work at once"},
    {"Z5",
     "the caller gives up, or repeats its request under a new key: the service cannot know that "
     "the two are one"},
    {"Z6",
     "the last word gets lost: when its tries are used up, a caller may be left without knowing "
     "what became of its request"},
}};

}  // namespace onceproof::guarantee
