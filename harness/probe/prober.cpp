#include "harness/probe/prober.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "harness/probe/counter.hpp"
#include "harness/probe/sender.hpp"

namespace onceproof::probe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds look_pause{20};
constexpr Milliseconds settle_pause{50};  // for an effect that is made behind the reply

/// One probe of one service.
class Prober {
public:
    Prober(const Settings& settings, const Routes& routes)
        : settings_(settings),
          sender_(settings, routes.service),
          counter_(settings, routes.count) {}

    /// Two requests that nothing disturbs. Empty: each made one effect.
    std::string calm(Report& report);

    KindReport run(Kind kind, const std::function<bool()>& stop);

    [[nodiscard]] std::size_t requests() const { return sender_.requests(); }

private:
    Story round(Kind kind, std::size_t requests);
    void put_another_behind(Story& story);
    void enter(KindReport& report, const Story& story);
    void look_for_smaller(KindReport& report, const std::function<bool()>& stop);
    /// The count, once it is at least `expected`, or as it is after the timeout.
    std::optional<std::int64_t> count(Story& story, const Fresh& fresh, std::int64_t expected);

    const Settings& settings_;
    Sender sender_;
    Counter counter_;
    bool results_expected_ = true;
};

std::optional<std::int64_t> Prober::count(Story& story, const Fresh& fresh, std::int64_t expected) {
    const Clock::time_point end = Clock::now() + settings_.timeout;
    Count seen = counter_.read(fresh);
    while (seen.number.has_value() && *seen.number < expected && Clock::now() < end) {
        std::this_thread::sleep_for(look_pause);
        seen = counter_.read(fresh);
    }
    story.trouble = seen.trouble;
    return seen.number;
}

std::string Prober::calm(Report& report) {
    std::vector<std::size_t> results;
    for (int request = 0; request < 2; ++request) {
        Story story;
        const Fresh fresh = sender_.next();
        const auto before = count(story, fresh, 0);
        if (!before.has_value()) {
            report.unreachable = true;
            return story.trouble;
        }
        const Attempt attempt = sender_.send_one(Part::first, fresh);
        if (attempt.status == 0) {
            report.unreachable = true;
            return attempt.trouble;
        }
        if (!is_success(attempt.status)) {
            return fmt::format(
                "a calm request was answered {}: is the request what the service expects?",
                attempt.status
            );
        }
        const auto after = count(story, fresh, *before + 1);
        if (!after.has_value() || *after != *before + 1) {
            return fmt::format(
                "a calm request has changed the count from {} to {}, not by 1: does it count what "
                "this request makes, and does nobody else use the service?",
                *before,
                after.has_value() ? fmt::format("{}", *after) : "what cannot be read"
            );
        }
        results.push_back(attempt.result);
    }
    results_expected_ = results[0] != 0;
    if (results[0] != 0 && results[0] != results[1]) {
        sender_.results().results_differ();
    }
    return {};
}

/// One of another key, so that a service which tells the last result of all shows.
void Prober::put_another_behind(Story& story) {
    const Attempt& first = story.attempts.front();
    if (first.dropped || first.status != 0) {
        story.attempts.push_back(sender_.send_one(Part::between, sender_.next()));
    }
}

Story Prober::round(Kind kind, std::size_t requests) {
    const Fresh fresh = sender_.next();
    Story story{.kind = kind, .key = fresh.key, .results_expected = results_expected_};
    if (kind == Kind::missing_key) {
        sender_.begin_round();
        story.attempts = {sender_.send_one(Part::keyless, fresh)};
        return story;
    }
    const auto before = count(story, fresh, 0);
    std::int64_t others = 0;  // effects of another key's request, where all are counted together
    sender_.begin_round();
    if (!before.has_value()) {
        return story;
    }
    if (kind == Kind::duplicates) {
        story.attempts = sender_.send_all(Part::first, fresh, requests);
        sender_.retry(fresh, story.attempts);
    } else if (kind == Kind::other_payload) {
        story.attempts = {sender_.send_one(Part::first, fresh)};
        story.attempts.push_back(sender_.send_one(Part::other_payload, fresh));
    } else {
        const bool drop = kind == Kind::dropped_reply;
        story.attempts = {
            drop ? sender_.send_dropped(fresh) : sender_.send_one(Part::first, fresh)};
        const auto own = count(story, fresh, *before + 1);
        put_another_behind(story);
        const bool has_other = story.attempts.size() > 1;
        const auto all = has_other ? count(story, fresh, 0) : own;
        if (!own.has_value() || !all.has_value()) {
            return story;
        }
        others = *all - *own;
        if (!drop) {
            std::this_thread::sleep_for(settings_.wait);
        }
        sender_.retry(fresh, story.attempts);
    }
    count(story, fresh, *before + others + 1);
    std::this_thread::sleep_for(settle_pause);
    const auto after = count(story, fresh, 0);
    if (after.has_value()) {
        story.effects = *after - *before - others;
    }
    return story;
}

void Prober::enter(KindReport& report, const Story& story) {
    const Judgement judgement = judge(story);
    ++report.rounds;
    report.effects += story.effects.value_or(0);
    for (const StatusFinding& finding : judgement.findings) {
        const auto known = std::ranges::find(report.findings, finding, &CountedFinding::finding);
        if (known == report.findings.end()) {
            report.findings.push_back({finding, 1});
        } else {
            ++known->times;
        }
    }
    report.open = report.open.empty() ? judgement.open : report.open;
    for (GuaranteeReport& guarantee : report.guarantees) {
        const auto breach = std::ranges::find(judgement.breaches, guarantee.id, &Breach::id);
        if (breach != judgement.breaches.end()) {
            ++guarantee.rounds;
            if (!guarantee.story || story.attempts.size() < guarantee.story->attempts.size()) {
                guarantee.story = story;
                guarantee.text = breach->text;
            }
            guarantee.verdict = Verdict::violated;
        } else if (!judgement.open.empty() && guarantee.verdict == Verdict::held) {
            guarantee.verdict = Verdict::inconclusive;
            guarantee.text = judgement.open;
        }
    }
}

/// Whether fewer requests at once break the same guarantees.
void Prober::look_for_smaller(KindReport& report, const std::function<bool()>& stop) {
    std::vector<guarantee::Id> broken;
    for (const GuaranteeReport& guarantee : report.guarantees) {
        if (guarantee.verdict == Verdict::violated) {
            broken.push_back(guarantee.id);
        }
    }
    for (std::size_t requests = 2; requests < std::min(settings_.requests, 2 + smaller_sizes);
         ++requests) {
        for (std::size_t tries = 0; tries < smaller_rounds && !broken.empty() && !stop(); ++tries) {
            const Story story = round(Kind::duplicates, requests);
            for (const Breach& breach : judge(story).breaches) {
                std::erase(broken, breach.id);
            }
            enter(report, story);
        }
    }
}

KindReport Prober::run(Kind kind, const std::function<bool()>& stop) {
    KindReport report{.kind = kind};
    if (kind == Kind::other_payload && !settings_.other_body.has_value()) {
        report.not_run = "needs --other-body";
        return report;
    }
    for (const guarantee::Id id : guarantees_of(kind)) {
        report.guarantees.push_back({.id = id});
    }
    const std::size_t sent_before = requests();
    const bool is_once = kind == Kind::late_retry || kind == Kind::missing_key;
    const std::size_t rounds = is_once ? 1 : settings_.rounds;
    for (std::size_t number = 0; number < rounds && !stop(); ++number) {
        enter(report, round(kind, settings_.requests));
    }
    if (kind == Kind::duplicates) {
        look_for_smaller(report, stop);
    }
    report.requests = requests() - sent_before;
    return report;
}

}  // namespace

std::string_view word_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::held:
            return "held";
        case Verdict::violated:
            return "violated";
        default:
            return "inconclusive";
    }
}

Verdict KindReport::verdict() const {
    const auto has = [this](Verdict wanted) {
        return std::ranges::find(guarantees, wanted, &GuaranteeReport::verdict) != guarantees.end();
    };
    if (has(Verdict::violated)) {
        return Verdict::violated;
    }
    const bool says_nothing = guarantees.empty() && !open.empty();
    return has(Verdict::inconclusive) || says_nothing ? Verdict::inconclusive : Verdict::held;
}

Report probe(const Settings& settings, const Routes& routes, const std::function<bool()>& stop) {
    Prober prober(settings, routes);
    Report report;
    report.trouble = prober.calm(report);
    for (const Kind kind : settings.kinds) {
        report.stopped = report.stopped || stop();
        if (report.trouble.empty() && !report.stopped) {
            report.kinds.push_back(prober.run(kind, stop));
        }
    }
    report.stopped = report.stopped || stop();
    report.requests = prober.requests();
    return report;
}

}  // namespace onceproof::probe
