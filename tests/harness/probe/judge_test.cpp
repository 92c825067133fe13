#include "harness/probe/judge.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

using guarantee::Id;

Attempt first(int status, std::size_t result) {
    return {.part = Part::first, .key = "k", .status = status, .result = result};
}

Attempt retry(int status, std::size_t result) {
    return {.part = Part::retry, .key = "k", .status = status, .result = result};
}

Story story_of(Kind kind, std::vector<Attempt> attempts, std::int64_t effects) {
    return {.kind = kind, .key = "k", .attempts = std::move(attempts), .effects = effects};
}

std::vector<std::string> texts_of(const Judgement& judgement) {
    std::vector<std::string> texts;
    for (const Breach& breach : judgement.breaches) {
        texts.push_back(breach.text);
    }
    return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("judge: one effect and one result break nothing", "[probe]") {
    const Judgement judgement =
        judge(story_of(Kind::duplicates, {first(201, 1), first(409, 0), retry(201, 1)}, 1));
    CHECK(judgement.breaches.empty());
    CHECK(judgement.findings.empty());
    CHECK(judgement.open.empty());
}

TEST_CASE("judge: two effects of a key break single_effect", "[probe]") {
    const Judgement judgement =
        judge(story_of(Kind::late_retry, {first(201, 1), retry(201, 1)}, 2));
    REQUIRE(judgement.breaches.size() == 1);
    CHECK(judgement.breaches[0].id == Id::single_effect);
    CHECK(judgement.breaches[0].text == "2 effects for key k; at most 1 allowed");
}

TEST_CASE("judge: a success without an effect is a lost request", "[probe]") {
    CHECK(
        texts_of(judge(story_of(Kind::late_retry, {first(201, 1), retry(201, 1)}, 0))) ==
        Texts{"attempt 1 was answered 201 for key k, and there is no effect"}
    );
}

TEST_CASE("judge: results are compared among all successes, empty and foreign told", "[probe]") {
    CHECK(
        texts_of(judge(story_of(Kind::late_retry, {first(201, 1), retry(200, 2)}, 1))) ==
        Texts{"attempt 1 and attempt 2 for key k were answered with different results"}
    );
    CHECK(
        texts_of(judge(story_of(Kind::late_retry, {first(201, 1), retry(200, 0)}, 1))) ==
        Texts{"attempt 2 for key k was answered without a result"}
    );
    Attempt dropped = first(0, 0);
    dropped.dropped = true;
    Attempt foreign = retry(201, 5);
    foreign.foreign_key = "other";
    const Attempt between{.part = Part::between, .key = "other", .status = 201, .result = 5};
    CHECK(
        texts_of(judge(story_of(Kind::dropped_reply, {dropped, between, foreign}, 1))) ==
        Texts{"attempt 2 for key k was answered with the result of key other"}
    );
}

TEST_CASE("judge: a service whose calm replies are empty may answer with nothing", "[probe]") {
    Story story = story_of(Kind::late_retry, {first(204, 0), retry(204, 0)}, 1);
    story.results_expected = false;
    CHECK(judge(story).breaches.empty());
}

TEST_CASE("judge: retries that never succeed are stuck, unanswered ones say nothing", "[probe]") {
    CHECK(
        texts_of(judge(story_of(Kind::late_retry, {first(201, 1), retry(409, 0), retry(409, 0)}, 1))
        ) == Texts{"none of 2 retries of key k succeeds; the last: 409"}
    );
    const Judgement silent = judge(story_of(Kind::late_retry, {first(201, 1), retry(0, 0)}, 1));
    CHECK(silent.breaches.empty());
    CHECK(silent.open == "no retry was answered");
}

TEST_CASE("judge: an internal error breaks no_foreign_error, 503 does not", "[probe]") {
    const auto with = [](int status) {
        return judge(story_of(Kind::duplicates, {first(201, 1), first(status, 0), retry(201, 1)}, 1)
        );
    };
    REQUIRE(with(500).breaches.size() == 1);
    CHECK(with(500).breaches[0].id == Id::no_foreign_error);
    CHECK(with(503).breaches.empty());
}

TEST_CASE("judge: another payload has to be refused, with 422 as the draft says", "[probe]") {
    const auto with = [](int status) {
        return judge(story_of(
            Kind::other_payload,
            {first(201, 1), {.part = Part::other_payload, .key = "k", .status = status}},
            1
        ));
    };
    CHECK(texts_of(with(200)) == Texts{"key k with another payload was answered 200"});
    CHECK(with(422).findings.empty());
    REQUIRE(with(409).findings.size() == 1);
    CHECK(with(409).findings[0].expected == 422);
    CHECK(with(409).breaches.empty());
    CHECK(with(0).open == "the other payload got no reply: ");
}

TEST_CASE("judge: status codes are findings and no breaches", "[probe]") {
    const Judgement busy =
        judge(story_of(Kind::duplicates, {first(201, 1), first(425, 0), retry(201, 1)}, 1));
    CHECK(busy.breaches.empty());
    REQUIRE(busy.findings.size() == 1);
    CHECK(busy.findings[0].expected == 409);
    const auto keyless = [](int status) {
        return judge({.kind = Kind::missing_key, .attempts = {{.status = status}}});
    };
    CHECK(keyless(400).findings.empty());
    CHECK(keyless(201).findings.size() == 1);
    CHECK(keyless(201).breaches.empty());
    CHECK(keyless(0).open == "the request got no reply");
}

TEST_CASE("judge: a fault that never struck proves nothing", "[probe]") {
    const Judgement judgement =
        judge(story_of(Kind::dropped_reply, {first(0, 0), retry(201, 1)}, 1));
    CHECK(judgement.breaches.empty());
    CHECK_FALSE(judgement.open.empty());
}

TEST_CASE("judge: without a count only what replies show is judged", "[probe]") {
    Story story = story_of(Kind::late_retry, {first(201, 1), retry(201, 2)}, 1);
    story.effects.reset();
    story.trouble = "the count's command exited 3";
    const Judgement judgement = judge(story);
    CHECK(judgement.breaches.size() == 1);
    CHECK(judgement.open == "the count's command exited 3");
}

}  // namespace
}  // namespace onceproof::probe
