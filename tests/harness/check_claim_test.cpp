#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {

TEST_CASE("claim: its words, number, strategies and promises are read", "[harness]") {
    const Decoded result = decoded(
        "scenario.claim = \"one key is enough\"\nscenario.claim_number = 6\n"
        "scenario.claim_about = [\"redis-key\"]\n"
        "scenario.claim_guarantees = [\"single_effect\"]\n"
    );
    REQUIRE(result.ok());
    const Claim& claim = result.scenarios.front().claim;
    CHECK(claim.text == "one key is enough");
    CHECK(claim.number == 6);
    CHECK(claim.about == std::vector<std::string>{"redis-key"});
    CHECK(claim.guarantees == std::vector<std::string>{"single_effect"});
}

TEST_CASE("claim: it is about strategies in use and guarantees that are checked", "[harness]") {
    CHECK(
        messages_for("scenario.claim = \"c\"\nscenario.claim_about = [\"redis-kee\"]\n") ==
        R"(s.toml:5:25: error: unknown strategy of this scenario "redis-kee"; did you mean "redis-key"?
    5 | scenario.claim_about = ["redis-kee"]
      |                         ^~~~~~~~~~~   known: redis-key/published, redis-key
)"
    );
    CHECK(
        messages_for("guarantees.check = [\"single_effect\"]\nscenario.claim = \"c\"\n"
                     "scenario.claim_guarantees = [\"right_result\"]\n")
            .find("unknown guarantee of this scenario \"right_result\"") != std::string::npos
    );
}

TEST_CASE("claim: what belongs to a claim needs one", "[harness]") {
    CHECK(
        messages_for("scenario.claim_number = 3\n") ==
        R"(s.toml:4:10: error: "claim_number" without a claim
    4 | scenario.claim_number = 3
      |          ^~~~~~~~~~~~
)"
    );
}

}  // namespace onceproof::harness
