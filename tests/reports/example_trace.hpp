#pragma once

#include <chrono>

#include "model/history/trace.hpp"

namespace onceproof::reports {

/// A lock that expires inside its holder's critical section, in seven steps over five lanes.
inline history::Trace example_trace() {
    using history::Change;
    using history::Mark;
    const auto at = [](std::int64_t microseconds) {
        return Instant(Duration(microseconds));
    };
    history::Trace trace;
    trace.lanes = {"c1", "w1", "w2", "redis", "fx"};
    trace.steps = {
        {at(0), 0, 1, Mark::message, "POST /pay key=pay-42 (try 1)", "", {}, {}, "c1:call"},
        {at(800),
         1,
         3,
         Mark::message,
         "SET lock NX PX 200 -> OK",
         "",
         {Change{"redis", "lock:pay-42", "w1, ttl 200 ms"}},
         {},
         "w1:kv.set"},
        {at(2400),
         1,
         4,
         Mark::effect,
         "charge -> ok",
         "",
         {Change{"effects", "pay-42", "1"}},
         {},
         "w1:gateway.charge"},
        {at(2500), 1, 1, Mark::fault, "paused 350 ms", "gc_pause", {}, {}, "w1:stall"},
        {at(200'800),
         3,
         3,
         Mark::local,
         "lock:pay-42 expired",
         "",
         {Change{"redis", "lock:pay-42", std::nullopt}},
         {},
         ""},
        {at(250'000), 2, 0, Mark::timeout, "no answer", "reply_lost", {}, {}, "w2:reply"},
        {at(252'500),
         2,
         4,
         Mark::effect,
         "charge -> ok",
         "",
         {Change{"effects", "pay-42", "2"}},
         {"single_effect: 2 side effects for key pay-42 (step 3 by w1, step 7 by w2)"},
         "w2:gateway.charge"},
    };
    return trace;
}

}  // namespace onceproof::reports
