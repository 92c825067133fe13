#include "harness/probe/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"

namespace onceproof::probe {
namespace {

using guarantee::Id;

// The draft's codes: https://datatracker.ietf.org/doc/html/
// draft-ietf-httpapi-idempotency-key-header-07#section-2.7
constexpr int missing_key_status = 400;
constexpr int in_progress_status = 409;
constexpr int other_payload_status = 422;

constexpr int internal_least = 500;
constexpr int unavailable = 503;  // "come again", no error of the handler's

bool is_of_key(const Attempt& attempt) {
    return attempt.part == Part::first || attempt.part == Part::retry;
}

bool is_told_success(const Attempt& attempt) {
    return is_of_key(attempt) && is_success(attempt.status);
}

/// "attempt 2"; of those of its key.
std::string name_of(const Story& story, const Attempt& attempt) {
    std::size_t number = 0;
    for (const Attempt& each : story.attempts) {
        number += each.part == Part::between ? 0 : 1;
        if (&each == &attempt) {
            break;
        }
    }
    return fmt::format("attempt {}", number);
}

void judge_effects(const Story& story, Judgement& judgement) {
    if (!story.effects.has_value()) {
        return;
    }
    if (*story.effects > 1) {
        judgement.breaches.push_back(
            {Id::single_effect,
             fmt::format("{} effects for key {}; at most 1 allowed", *story.effects, story.key)}
        );
    }
    const auto told = std::ranges::find_if(story.attempts, is_told_success);
    if (*story.effects <= 0 && told != story.attempts.end()) {
        judgement.breaches.push_back(
            {Id::no_lost_request,
             fmt::format(
                 "{} was answered {} for key {}, and there is no effect",
                 name_of(story, *told),
                 told->status,
                 story.key
             )}
        );
    }
}

void judge_results(const Story& story, Judgement& judgement) {
    const Attempt* first = nullptr;
    std::string text;
    for (const Attempt& attempt : story.attempts) {
        if (!is_told_success(attempt) || !text.empty()) {
            continue;
        }
        const std::string name = name_of(story, attempt);
        if (!attempt.foreign_key.empty()) {
            text = fmt::format(
                "{} for key {} was answered with the result of key {}",
                name,
                story.key,
                attempt.foreign_key
            );
        } else if (attempt.result == 0 && story.results_expected) {
            text = fmt::format("{} for key {} was answered without a result", name, story.key);
        } else if (first != nullptr && attempt.result != first->result) {
            text = fmt::format(
                "{} and {} for key {} were answered with different results",
                name_of(story, *first),
                name,
                story.key
            );
        }
        first = first == nullptr ? &attempt : first;
    }
    if (!text.empty()) {
        judgement.breaches.push_back({Id::right_result, text});
    }
}

void judge_retries(const Story& story, Judgement& judgement) {
    const Attempt* last = nullptr;
    std::size_t count = 0;
    bool answered = false;
    for (const Attempt& attempt : story.attempts) {
        if (attempt.part != Part::retry) {
            continue;
        }
        if (is_success(attempt.status)) {
            return;
        }
        last = &attempt;
        answered = answered || attempt.status != 0;
        ++count;
    }
    if (answered) {
        const std::string word =
            last->status == 0 ? last->trouble : fmt::format("{}", last->status);
        judgement.breaches.push_back(
            {Id::no_stuck_key,
             count == 1
                 ? fmt::format("the only retry of key {}: {}", story.key, word)
                 : fmt::format(
                       "none of {} retries of key {} succeeds; the last: {}", count, story.key, word
                   )}
        );
    } else {
        judgement.open = count == 0 ? "there was no retry" : "no retry was answered";
    }
}

void judge_errors(const Story& story, Judgement& judgement) {
    const auto failed = std::ranges::find_if(story.attempts, [](const Attempt& attempt) {
        return attempt.status >= internal_least && attempt.status != unavailable;
    });
    if (failed != story.attempts.end()) {
        judgement.breaches.push_back(
            {Id::no_foreign_error,
             fmt::format(
                 "{} was answered {}, and no fault hit it", name_of(story, *failed), failed->status
             )}
        );
    }
}

void add_finding(Judgement& judgement, int expected, int got, const char* when) {
    // Without an answer, or with an internal error, another sentence tells it.
    if (got != expected && got != 0 && got < internal_least) {
        judgement.findings.push_back({expected, got, when});
    }
}

/// A round in which everything that was sent with the key is the same request.
void judge_same(const Story& story, Judgement& judgement) {
    judge_effects(story, judgement);
    judge_results(story, judgement);
    judge_retries(story, judgement);
    judge_errors(story, judgement);
    const bool lost = story.kind == Kind::dropped_reply &&
                      std::ranges::none_of(story.attempts, &Attempt::dropped);
    for (const Attempt& attempt : story.attempts) {
        if (story.kind == Kind::duplicates && attempt.part == Part::first &&
            !is_success(attempt.status)) {
            add_finding(
                judgement,
                in_progress_status,
                attempt.status,
                "to a duplicate while the first is in progress"
            );
        }
        if (attempt.status == 0 && !attempt.dropped && judgement.open.empty()) {
            judgement.open = "a request got no reply: " + attempt.trouble;
        }
    }
    if (lost && judgement.open.empty()) {
        judgement.open = "no reply was dropped: none came in time";
    }
}

void judge_other(const Story& story, Judgement& judgement) {
    judge_effects(story, judgement);
    judge_errors(story, judgement);
    const auto other = std::ranges::find(story.attempts, Part::other_payload, &Attempt::part);
    if (std::ranges::none_of(story.attempts, is_told_success) || other == story.attempts.end()) {
        judgement.open = "the first request did not succeed";
    } else if (is_success(other->status)) {
        judgement.breaches.push_back(
            {Id::bound_to_payload,
             fmt::format("key {} with another payload was answered {}", story.key, other->status)}
        );
    } else if (other->status == 0) {
        judgement.open = "the other payload got no reply: " + other->trouble;
    } else {
        add_finding(
            judgement, other_payload_status, other->status, "to a key with another payload"
        );
    }
}

}  // namespace

std::vector<Id> guarantees_of(Kind kind) {
    if (kind == Kind::missing_key) {
        return {};
    }
    if (kind == Kind::other_payload) {
        return {Id::single_effect, Id::no_lost_request, Id::bound_to_payload, Id::no_foreign_error};
    }
    return {
        Id::single_effect,
        Id::no_lost_request,
        Id::right_result,
        Id::no_stuck_key,
        Id::no_foreign_error,
    };
}

Judgement judge(const Story& story) {
    Judgement judgement;
    if (story.kind == Kind::missing_key) {
        const int status = story.attempts.empty() ? 0 : story.attempts.front().status;
        if (status != missing_key_status && status != 0) {
            judgement.findings.push_back({missing_key_status, status, "to a request without a key"}
            );
        }
        judgement.open = status == 0 ? "the request got no reply" : "";
    } else if (story.kind == Kind::other_payload) {
        judge_other(story, judgement);
    } else {
        judge_same(story, judgement);
    }
    if (!story.effects.has_value() && story.kind != Kind::missing_key) {
        judgement.open = story.trouble;
    }
    return judgement;
}

}  // namespace onceproof::probe
