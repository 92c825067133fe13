#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/probe/settings.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::probe {

/// What an attempt is to its key.
enum class Part : std::uint8_t {
    first,          ///< the request itself, or one of those sent at once
    retry,          ///< the same again, later
    other_payload,  ///< the same key, another body
    between,        ///< a request of another key
    keyless,
};

/// One request and what became of it. No body is in it: results are known by number.
struct Attempt {
    Part part = Part::first;
    std::string key{};
    Milliseconds sent{};  ///< since the round began
    Milliseconds ended{};
    int status = 0;             ///< 0: its caller got no answer
    bool dropped = false;       ///< the service answered, the relay kept it
    std::string trouble{};      ///< why there is no answer
    std::size_t result = 0;     ///< number of its result; 0: none, it is no success or empty
    std::string foreign_key{};  ///< the result is the one of this other key; empty: no
};

/// One round: all that was done with one key, and what came of it.
struct Story {
    Kind kind = Kind::duplicates;
    std::string key{};
    std::vector<Attempt> attempts{};
    std::optional<std::int64_t> effects{};  ///< of `key`; empty: not counted
    std::string trouble{};                  ///< why it was not, or what else kept it from its end
    bool results_expected = true;           ///< calm requests have had results
};

/// A guarantee that a story breaks, and how, in one sentence.
struct Breach {
    guarantee::Id id;
    std::string text;
};

/// A status code that is not the one of draft-ietf-httpapi-idempotency-key-header, section 2.7.
/// No guarantee is broken by it.
struct StatusFinding {
    int expected = 0;
    int got = 0;
    std::string when{};  ///< "to a request without a key"

    friend auto operator<=>(const StatusFinding&, const StatusFinding&) = default;
};

/// What one story says.
struct Judgement {
    std::vector<Breach> breaches{};
    std::vector<StatusFinding> findings{};
    std::string
        open{};  ///< why it says nothing of the guarantees it does not break; empty: it does
};

inline bool is_success(int status) {
    return status >= 200 && status < 300;
}

/// The guarantees that rounds of this kind can break.
std::vector<guarantee::Id> guarantees_of(Kind kind);

/// Judges a story by itself.
Judgement judge(const Story& story);

}  // namespace onceproof::probe
