#pragma once

#include <string>

#include "harness/real/chaos_log.hpp"

namespace onceproof::harness {

inline Request request_17() {
    return {.key = "pay-17", .order = "order-17", .amount = 100, .user = "user-1"};
}

inline ChaosAnswer answer_at(Duration at, ReplyKind kind, const std::string& result) {
    return {
        .at = at,
        .caller = 1,
        .horizon = -1,
        .request = request_17(),
        .reply = {kind, result},
        .hit = false};
}

inline ChaosEffect effect_at(Duration at, int horizon = -1) {
    return {.at = at, .horizon = horizon, .actor = "h1.1", .request = request_17()};
}

/// One order, asked for once, done once.
inline RequestLog calm_log() {
    RequestLog log;
    log.number = 17;
    log.orders = {request_17()};
    log.attempts = 1;
    log.effects = {effect_at(Duration{1})};
    log.answers = {answer_at(Duration{2}, ReplyKind::done, receipt_for(request_17()))};
    return log;
}

}  // namespace onceproof::harness
