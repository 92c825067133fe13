#include "harness/check_regress.hpp"

#include "model/explore/token.hpp"
#include "model/guarantee/guarantee.hpp"
#include "tests/harness/example_cells.hpp"

namespace onceproof::harness {
namespace {

const std::string head =
    "onceproof = 1\nscenario.id = \"s\"\nscenario.title = \"t\"\n"
    "strategies.use = [\"no-guard\", \"dedup-table/published\"]\n";

std::string with_token(const std::string& token) {
    return head + lost_reply_only("single_effect") + "[[regress]]\ntoken = \"" + token +
           "\"\nnote = \"found in spring\"\n";
}

std::vector<Scenario> scenarios_of(const std::string& text) {
    const Decoded decoded = decode_text(text, "s.toml", known_vocabulary());
    INFO(render(decoded.diagnostics));
    REQUIRE(decoded.ok());
    return decoded.scenarios;
}

/// The token of the scenario's baseline, as it would be under another id.
explore::Token token_under(const char* id) {
    Scenario scenario = scenario_with("no-guard", lost_reply_only("single_effect"));
    scenario.id = id;
    return *explore::decode(result_of(run(scenario), "single_effect").token).token;
}

std::string told(const std::string& token) {
    return render(check_regress(scenarios_of(with_token(token))));
}

TEST_CASE("check regress: a token of one of the scenario's cells is a good one", "[harness]") {
    CHECK(told(explore::encode(token_under("s"))).empty());
}

TEST_CASE("check regress: what is wrong with a token is told where it stands", "[harness]") {
    const std::string place = "s.toml:13:9: error: ";
    CHECK(told("op1-0").find(place + "bad token: ") == 0);
    CHECK(
        told(explore::encode(token_under("another")))
            .find(place + "the token is of no cell of this scenario\n") == 0
    );
    explore::Token token = token_under("s");
    token.guarantee = static_cast<std::uint8_t>(guarantee::Id::right_result);
    CHECK(
        told(explore::encode(token))
            .find(place + "the token broke right_result, which is not checked here\n") == 0
    );
    token.guarantee = 200;
    CHECK(
        told(explore::encode(token))
            .find(place + "bad token: it names a guarantee that this version does not know\n") == 0
    );
}

TEST_CASE(
    "check regress: a token may be of any sweep point, and is complained of once", "[harness]"
) {
    const std::string sweep = "[sweep]\n\"workload.work\" = [\"0s\", \"1s\"]\n";
    Scenario scenario = scenarios_of(head + lost_reply_only("single_effect") + sweep).back();
    const std::string token = result_of(run(scenario), "single_effect").token;
    REQUIRE_FALSE(token.empty());
    CHECK(check_regress(scenarios_of(with_token(token) + sweep)).empty());
    CHECK(check_regress(scenarios_of(with_token("op1-0") + sweep)).size() == 1);
}

}  // namespace
}  // namespace onceproof::harness
