#include "harness/real/chaos_judge.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using guarantee::Id;
using guarantee::Moment;
using guarantee::Payload;
using guarantee::When;

Payload payload_of(const Request& request) {
    return {request.key, request.order, request.amount, request.user};
}

/// Goes through one request's story in its order and asks every guarantee at every moment.
class Judge {
public:
    Judge(const RequestLog& log, const ChaosTerms& terms) : log_(log), terms_(terms) {}

    std::vector<Broken> all() {
        std::size_t seen = 0;
        for (const ChaosAnswer& answer : log_.answers) {
            if (answer.horizon >= 0 && !was_quiet_) {
                seen = effects_until(seen, [](const ChaosEffect& one) { return one.horizon < 0; });
                quiet();
            }
            seen = effects_until(seen, [&](const ChaosEffect& one) { return one.at <= answer.at; });
            answered(answer);
        }
        if (!was_quiet_) {
            seen = effects_until(seen, [](const ChaosEffect& one) { return one.horizon < 0; });
            quiet();
        }
        effects_until(seen, [](const ChaosEffect&) { return true; });
        ended();
        return std::move(broken_);
    }

private:
    /// What is known of one order.
    struct OrderBook {
        guarantee::Book book;
        std::string teller;  ///< who was told success first
    };

    template <class Comes>
    std::size_t effects_until(std::size_t seen, Comes comes) {
        while (seen < log_.effects.size() && comes(log_.effects[seen])) {
            effect(log_.effects[seen]);
            ++seen;
        }
        return seen;
    }

    void effect(const ChaosEffect& one) {
        OrderBook& order = orders_[one.request.order];
        made_.push_back(payload_of(one.request));
        const auto count = std::ranges::count(made_, one.request.order, &Payload::order);
        order.book.effects = static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(count, 255));
        Moment moment = moment_of(When::effect, order.book, one.horizon, one.request);
        moment.actor = one.actor;
        moment.effect = &made_.back();
        moment.bound = first_under(one.request.key);
        check(moment);
    }

    void answered(const ChaosAnswer& answer) {
        OrderBook& order = orders_[answer.request.order];
        const bool success = tells_success(answer.reply.kind);
        const std::string actor = actor_of(answer.caller);
        if (success && order.teller.empty()) {
            order.teller = actor;
            order.book.told_success = 1;
        }
        const bool recovers = success || answer.reply.kind == ReplyKind::mismatch;
        order.book.recovered = order.book.recovered || (answer.horizon >= 0 && recovers);
        Moment moment = moment_of(When::answered, order.book, answer.horizon, answer.request);
        moment.actor = actor;
        moment.reply = &answer.reply;
        moment.request = &answer.request;
        moment.hit = answer.hit;
        moment.bound = success ? first_under(answer.request.key) : nullptr;
        check(moment);
    }

    void quiet() {
        was_quiet_ = true;
        for (const Request& request : log_.orders) {
            OrderBook& order = orders_[request.order];
            std::string actor = order.teller;
            for (const LeftInProgress& left : log_.left) {
                if (left.order == request.order) {
                    order.book.left_in_progress = 1;
                    actor = actor_of(left.caller);
                }
            }
            Moment moment = moment_of(When::quiet, order.book, -1, request);
            moment.actor = actor;
            check(moment);
        }
    }

    void ended() {
        for (const Request& request : log_.orders) {
            OrderBook& order = orders_[request.order];
            Moment moment = moment_of(When::ended, order.book, -1, request);
            moment.actor = order.teller;
            horizon_ = terms_.horizons.empty() ? "" : "+" + format_duration(terms_.horizons.back());
            moment.horizon = horizon_;
            check(moment);
        }
    }

    Moment moment_of(When when, const guarantee::Book& book, int horizon, const Request& request) {
        horizon_.clear();
        if (horizon >= 0) {
            const Duration after = terms_.horizons.at(static_cast<std::size_t>(horizon));
            horizon_ = "in the quiet retry after +" + format_duration(after);
        }
        subject_ = log_.key_is_order ? "key " + request.key
                                     : "order " + request.order + " (key " + request.key + ")";
        return {.when = when, .book = book, .subject = subject_, .horizon = horizon_};
    }

    void check(const Moment& moment) {
        for (const Id id : terms_.guarantees) {
            const bool waits = id == Id::no_stuck_key && !log_.retried;
            const bool known = std::ranges::find(broken_, id, &Broken::guarantee) != broken_.end();
            if (waits || known || id == Id::bounded_storage) {
                continue;
            }
            const auto& info = guarantee::all[static_cast<std::size_t>(id) - 1];
            if (auto text = info.check(moment)) {
                const bool open = id == Id::no_stuck_key && !terms_.all_horizons;
                broken_.push_back({id, std::move(*text), open});
            }
        }
    }

    const Payload* first_under(std::string_view key) const {
        const auto first = std::ranges::find(made_, key, &Payload::key);
        return first == made_.end() ? nullptr : &*first;
    }

    static std::string actor_of(std::size_t caller) {
        return caller == 0 ? "quiet" : "c" + std::to_string(caller);
    }

    const RequestLog& log_;
    const ChaosTerms& terms_;
    std::map<std::string, OrderBook> orders_;
    std::vector<Payload> made_;
    std::string subject_;
    std::string horizon_;
    bool was_quiet_ = false;
    std::vector<Broken> broken_;
};

}  // namespace

std::vector<Broken> judge(const RequestLog& log, const ChaosTerms& terms) {
    return Judge(log, terms).all();
}

bool within_bound(const RequestLog& log, const ChaosTerms& terms) {
    return log.faults <= terms.budget && !log.foreign_fault && !log.slow;
}

Tally::Tally(ChaosTerms terms) : terms_(std::move(terms)) {
    for (const Id id : terms_.guarantees) {
        counts_.push_back({.guarantee = id, .text = {}, .example = {}});
    }
}

void Tally::add(const RequestLog& log) {
    const bool within = within_bound(log, terms_);
    for (Broken& broken : judge(log, terms_)) {
        const auto count = std::ranges::find(counts_, broken.guarantee, &GuaranteeCount::guarantee);
        ENSURE(count != counts_.end());
        if (broken.open) {
            ++count->open;
            continue;
        }
        const bool better = within ? count->within == 0 : count->within + count->beyond == 0;
        ++(within ? count->within : count->beyond);
        if (better) {
            count->text = std::move(broken.text);
            count->example = log;
        }
    }
}

}  // namespace onceproof::harness
