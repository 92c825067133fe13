#include "harness/real/chaos_books.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "model/port/reply.hpp"

namespace onceproof::harness {
namespace {

/// 17 of "order-17b".
std::uint64_t number_of(const std::string& order) {
    const std::size_t dash = order.find('-');
    return dash == std::string::npos ? 0 : std::strtoull(order.c_str() + dash + 1, nullptr, 10);
}

}  // namespace

/// Everybody was answered at once with the right result, and there is one effect.
bool ChaosBooks::is_plain(const RequestLog& log) const {
    const bool calm = log.faults == 0 && !log.foreign_fault && !log.slow && log.left.empty();
    const bool told = effects_ == Effects::in_table || log.effects.size() == log.orders.size();
    return calm && told && log.answers.size() == log.attempts && log.orders.size() == 1 &&
           std::ranges::all_of(log.answers, [](const ChaosAnswer& answer) {
               return tells_success(answer.reply.kind) &&
                      answer.reply.result == receipt_for(answer.request);
           });
}

void ChaosBooks::add(RequestLog log) {
    const std::lock_guard lock(mutex_);
    ++requests_;
    attempts_ += log.attempts;
    const bool plain = is_plain(log);
    if (plain && plain_kept_ >= sample_) {
        if (effects_ == Effects::in_table) {
            plain_at_[log.number] = plain_.size();
        }
        plain_.push_back({log.number, 1, static_cast<std::uint32_t>(log.effects.size())});
        return;
    }
    plain_kept_ += plain ? 1 : 0;
    kept_at_[log.number] = kept_.size();
    kept_.push_back(std::move(log));
}

void ChaosBooks::add_rows(const Rows& rows, int horizon, Duration begin) {
    for (const auto& values : rows.rows) {
        last_row_ = std::get<std::int64_t>(values.at(0));
        row({.key = std::get<std::string>(values.at(1)),
             .order = std::get<std::string>(values.at(2)),
             .amount = std::get<std::int64_t>(values.at(3)),
             .user = std::get<std::string>(values.at(4))},
            horizon,
            begin);
    }
}

void ChaosBooks::row(Request request, int horizon, Duration begin) {
    const std::uint64_t number = number_of(request.order);
    if (const auto kept = kept_at_.find(number); kept != kept_at_.end()) {
        RequestLog& log = kept_[kept->second];
        // A row's time is not known: it may be as old as what it was made in.
        const Duration time = horizon < 0 ? log.begin : begin;
        log.effects.push_back({time, horizon, "a handler", std::move(request)});
    } else if (const auto plain = plain_at_.find(number); plain != plain_at_.end()) {
        ++plain_[plain->second].effects;
    } else {
        ++strays_;
    }
}

std::vector<RequestLog*> ChaosBooks::to_retry(std::size_t most) {
    std::vector<RequestLog*> logs;
    for (RequestLog& log : kept_) {
        if (logs.size() < most) {
            logs.push_back(&log);
        }
    }
    return logs;
}

void ChaosBooks::judge_all(Tally& tally) {
    for (const RequestLog& log : kept_) {
        tally.add(log);
    }
    for (const Plain& plain : plain_) {
        if (plain.effects == plain.orders) {
            continue;
        }
        // It was answered as it should be, but the table says otherwise.
        const std::string name = std::to_string(plain.number);
        const Request request{
            .key = "pay-" + name, .order = "order-" + name, .amount = 100, .user = "user-1"};
        RequestLog log;
        log.number = plain.number;
        log.orders = {request};
        log.answers.push_back(
            {.caller = 1,
             .request = request,
             .reply = {ReplyKind::done, receipt_for(request)},
             .hit = false}
        );
        for (std::uint32_t count = 0; count < plain.effects; ++count) {
            log.effects.push_back(
                {.at = {}, .horizon = -1, .actor = "a handler", .request = request}
            );
        }
        tally.add(log);
    }
}

std::uint64_t ChaosBooks::effects() const {
    std::uint64_t sum = strays_;
    for (const RequestLog& log : kept_) {
        sum += log.effects.size();
    }
    for (const Plain& plain : plain_) {
        sum += plain.effects;
    }
    return sum;
}

std::uint64_t ChaosBooks::beyond(const ChaosTerms& terms) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(kept_, [&](const RequestLog& log) {
        return !within_bound(log, terms);
    }));
}

}  // namespace onceproof::harness
