#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/real/chaos_plan.hpp"
#include "model/base/time.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"

namespace onceproof::harness {

// What is written down of a run on real servers. Times are since its start, on the steady clock.

/// An attempt or a quiet retry that was answered.
struct ChaosAnswer {
    Duration at{0};
    std::size_t caller = 0;  ///< from 1; 0: a quiet retry
    int horizon = -1;        ///< of a quiet retry
    Request request;
    Reply reply;
    bool hit = false;  ///< a fault may have had to do with it
};

/// An effect that was made.
struct ChaosEffect {
    Duration at{0};
    int horizon = -1;   ///< made by a quiet retry
    std::string actor;  ///< "h2.1": caller 2's first attempt
    Request request;
};

/// One line of a request's history.
struct ChaosEvent {
    Duration at{0};
    std::string text;
};

/// A caller whose last word was "in progress".
struct LeftInProgress {
    std::size_t caller = 0;  ///< from 1
    std::string order;
};

/// What callers with fresh keys want done: one order, or the few that meet under one key.
struct RequestLog {
    std::uint64_t number = 0;
    std::vector<Request> orders{};  ///< each order once, with the key that is known for it last
    bool key_is_order = true;       ///< all callers of an order send one key
    Duration begin{0};
    Duration end{0};  ///< the last handler has ended
    std::vector<ChaosAnswer> answers{};
    std::vector<ChaosEffect> effects{};  ///< in the order of their making
    std::vector<ChaosEvent> events{};
    std::vector<LeftInProgress> left{};
    std::size_t attempts = 0;
    std::size_t faults = 0;      ///< those that it met, failed calls to stores included
    bool foreign_fault = false;  ///< one of them is none of the scenario's: a store was silent
    bool slow = false;           ///< this machine took longer than the shortened times allow
    bool retried = false;        ///< quiet retries were made
};

/// A fault that struck a server.
struct ServerEvent {
    ServerFault fault = ServerFault::redis_cut;
    Duration begin{0};
    Duration end{0};
    std::string text;
};

}  // namespace onceproof::harness
