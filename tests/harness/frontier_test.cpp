#include "harness/frontier.hpp"

#include "harness/known.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

/// A handler may stall for 400 ms between its effect and its note of it; the other caller comes
/// after 350 ms.
const std::string claim = R"(onceproof = 1
[scenario]
id = "claim"
title = "The lock ends before the effect is noted down"
[workload]
callers = 2
attempts = 1
timeout = "10s"
starts = ["0s", "350ms"]
[strategies]
use = ["table-lock/published", "no-guard"]
[strategy."table-lock/published"]
transaction = "statements"
ttl = "200ms"
[faults]
budget = 1
[[fault]]
kind = "stall"
at = "gateway.charge"
for = "400ms"
[guarantees]
check = ["single_effect", "right_result"]
[settle]
retries = []
)";

struct Asked {
    std::string text = claim;
    std::string strategy = "table-lock/published";
    std::vector<std::string> guarantees = {"single_effect"};
    std::size_t jobs = 1;
};

std::variant<Frontier, NoFrontier> asked(
    const std::vector<std::string>& parameters, const Asked& what = {}
) {
    const testing::TemporaryFolder folder;
    FrontierRequest request{
        .file = folder.write("claim.toml", what.text),
        .strategy = what.strategy,
        .guarantees = what.guarantees,
        .parameters = {},
        .jobs = what.jobs,
        .seed = 0,
        .should_stop = {}};
    for (const std::string& text : parameters) {
        request.parameters.push_back(std::get<Parameter>(parse_parameter(text)));
    }
    return find_frontier(request, known_vocabulary());
}

Frontier found(const std::vector<std::string>& parameters, const Asked& what = {}) {
    const auto result = asked(parameters, what);
    if (const auto* none = std::get_if<NoFrontier>(&result)) {
        FAIL(none->usage << render(none->diagnostics));
    }
    return std::get<Frontier>(result);
}

std::vector<Stretch> stretches_of(const Frontier& frontier, std::size_t line = 0) {
    return frontier.cells.at(0).parts.at(0).lines.at(line).stretches;
}

TEST_CASE("frontier: the lock has to outlive the other caller's start, to 1 ms", "[harness]") {
    const Frontier frontier = found({"strategy.table-lock/published.ttl=1ms..2s"});
    CHECK(frontier.cells.size() == 1);
    CHECK(frontier.cells[0].name == "claim / table-lock/published");
    CHECK(frontier.fault_budget == 1);
    CHECK(frontier.proved);
    CHECK(frontier.tried.front().size() == 17);
    CHECK(frontier.values < 17 + 8);
    // Steps from 1 ms: a lock of 350 ms has just ended, one of 351 ms has not.
    CHECK(
        stretches_of(frontier) ==
        std::vector<Stretch>{{Fate::violated, 0, 349}, {Fate::safe, 350, 1999}}
    );
}

TEST_CASE("frontier: the stall has to end before the other caller starts", "[harness]") {
    const Frontier frontier = found({"fault.stall.for=1ms..1s"});
    // Steps from 1 ms: one of 349 ms is over when the other caller comes.
    CHECK(
        stretches_of(frontier) ==
        std::vector<Stretch>{{Fate::safe, 0, 348}, {Fate::violated, 349, 999}}
    );
}

TEST_CASE("frontier: two parameters make a line for each value of the first", "[harness]") {
    Asked what;
    what.jobs = 3;
    const Frontier frontier = found(
        {"strategy.table-lock/published.ttl=300ms..400ms:50ms", "fault.stall.for=1ms..1s"}, what
    );
    const auto& lines = frontier.cells.at(0).parts.at(0).lines;
    REQUIRE(lines.size() == 3);
    CHECK(lines[0].tried.size() == 9);
    CHECK(lines[0].stretches.back() == Stretch{Fate::violated, 349, 999});
    CHECK(lines[1].stretches == lines[0].stretches);
    CHECK(lines[2].stretches == std::vector<Stretch>{{Fate::safe, 0, 999}});
}

TEST_CASE("frontier: without a name it is every strategy and every guarantee", "[harness]") {
    const Frontier frontier = found({"workload.callers=1..2"}, {.strategy = "", .guarantees = {}});
    REQUIRE(frontier.cells.size() == 2);
    CHECK(frontier.cells[1].name == "claim / no-guard/baseline");
    REQUIRE(frontier.cells[1].parts.size() == 2);
    CHECK(frontier.cells[1].parts[0].guarantee == "single_effect");
    CHECK(
        frontier.cells[1].parts[0].lines[0].stretches ==
        std::vector<Stretch>{{Fate::safe, 0, 0}, {Fate::violated, 1, 1}}
    );
}

TEST_CASE("frontier: what else is swept makes cells of its own", "[harness]") {
    Asked what;
    what.text += "[sweep]\n\"service.instances\" = [1, 2]\n";
    const Frontier frontier = found({"fault.stall.for=1ms..1s"}, what);
    REQUIRE(frontier.cells.size() == 2);
    CHECK(frontier.cells[0].name == "claim / table-lock/published  service.instances = 1");
    CHECK(stretches_of(frontier).back() == Stretch{Fate::violated, 349, 999});
}

TEST_CASE("frontier: a limit that is hit leaves a value undecided", "[harness]") {
    Asked what;
    CHECK_FALSE(found({"fault.stall.for=1ms..2ms"}, what).undecided());
    what.text += "[explore]\nlimit = { states = 5 }\n";
    const Frontier frontier = found({"fault.stall.for=1ms..2ms"}, what);
    CHECK(frontier.undecided());
    CHECK(stretches_of(frontier) == std::vector<Stretch>{{Fate::open, 0, 1}});
}

TEST_CASE("frontier: what there is nothing to check of does not apply", "[harness]") {
    Asked what;
    what.text.replace(what.text.find("\"right_result\""), 14, "\"bound_to_payload\"");
    what.guarantees = {"bound_to_payload"};
    const Frontier frontier = found({"fault.stall.for=1ms..2ms"}, what);
    CHECK_FALSE(frontier.undecided());
    CHECK(stretches_of(frontier) == std::vector<Stretch>{{Fate::idle, 0, 1}});
}

TEST_CASE("frontier: a request that cannot be met says why", "[harness]") {
    const auto none = [](const std::vector<std::string>& parameters, const Asked& what) {
        return std::get<NoFrontier>(asked(parameters, what));
    };
    CHECK(
        none({"workload.callers=1..2"}, {.strategy = "table-lok"}).usage.find("did you mean") !=
        std::string::npos
    );
    CHECK(
        none({"workload.callers=1..2"}, {.guarantees = {"no_stuck_key"}}).usage ==
        "guarantee \"no_stuck_key\" is not checked by this scenario"
    );
    const NoFrontier wrong_path = none({"workload.caller=1..2"}, {});
    CHECK(wrong_path.usage.empty());
    CHECK_FALSE(wrong_path.diagnostics.empty());
}

}  // namespace
}  // namespace onceproof::harness
