#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/base/time.hpp"

namespace onceproof::history {

/// What a step is, for its mark in a diagram.
enum class Mark : std::uint8_t {
    message,  ///< a call or an answer between two lanes
    local,    ///< something that one lane does by itself
    effect,   ///< a call that made the effect happen
    timeout,  ///< somebody gave up waiting
    fault,    ///< the step was hit by a fault
};

/// One entry of a store that a step changed.
struct Change {
    std::string store;                   ///< "redis", "db", "effects"
    std::string name;                    ///< "lock:pay-1"
    std::optional<std::string> content;  ///< empty: the entry is gone

    friend bool operator==(const Change&, const Change&) = default;
};

/// One step of a run.
struct Step {
    Instant at{};          ///< virtual time at which it was taken
    std::size_t from = 0;  ///< lane that acts
    std::size_t to = 0;    ///< lane that is acted on; equal to `from` for a local step
    Mark mark = Mark::message;
    std::string text;   ///< "set idempotent:lock:pay-1 NX PX 30000 -> true"
    std::string fault;  ///< name of the fault that struck, empty for none
    std::vector<Change> changes;
    std::vector<std::string>
        violations;  ///< sentences; which guarantee stands first: "single_effect: …"
    std::string
        decision;  ///< the explorer's word for the step: "h1.1:kv.set"; empty: it was no choice

    friend bool operator==(const Step&, const Step&) = default;
};

/// One run, ready to be shown.
struct Trace {
    std::vector<std::string>
        lanes;  ///< "c1", "c2", "h1.1" …, "redis", "db", "gateway"; left to right
    std::vector<Step> steps;

    friend bool operator==(const Trace&, const Trace&) = default;
};

}  // namespace onceproof::history
