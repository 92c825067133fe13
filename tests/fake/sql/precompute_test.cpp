#include "model/fake/sql/precompute.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE(
    "SQL planning: what depends on nothing becomes a constant, what depends on parameters is noted",
    "[fake]"
) {
    Scene scene;
    const Plan& plan = scene.plan("SELECT 1 + 2 * 3, $1 + 1, amount + 1 FROM account");
    REQUIRE(plan.output.size() == 3);
    const Node& folded = plan.code.nodes[plan.output[0]];
    CHECK(folded.op == Op::constant);
    CHECK(folded.constant.number() == 7);
    CHECK(plan.precomputed == std::vector<NodeIndex>{plan.output[1]});
}

TEST_CASE("SQL planning: a constant that does not fit fails even if no row is found", "[fake]") {
    Scene scene;
    CHECK(scene.run(0, "UPDATE claim SET name = $1", "seven77") == "rejected");
    CHECK(scene.run(0, "UPDATE claim SET name = $1", "six666") == "0");
    CHECK(scene.run(0, "SELECT id FROM account WHERE amount = $1 + 2147483647", 1) == "rejected");
    CHECK(scene.run(0, "SELECT id FROM account WHERE amount + $1 = 2147483647", 1) == "0");
}

TEST_CASE("SQL planning: what stands beside a constant that decides is not computed", "[fake]") {
    Scene scene;
    CHECK(scene.run(0, "SELECT true OR 2147483647 + 1 > 0") == "1: 1");
    CHECK(scene.run(0, "SELECT 2147483647 + 1 > 0 OR true") == "rejected");
    CHECK(scene.run(0, "SELECT id FROM account WHERE false AND amount = 2147483647 + 1") == "0");
    CHECK(scene.run(0, "SELECT id FROM account WHERE amount = 2147483647 + 1") == "rejected");
    CHECK(scene.run(0, "INSERT INTO account (id, amount) VALUES (1, 2147483647)") == "1");
    const std::string overflows = "SELECT id FROM account WHERE amount + 1 > 0";
    CHECK(scene.run(0, overflows) == "rejected");
    CHECK(scene.run(0, overflows + " AND false") == "0");
    CHECK(scene.run(0, overflows + " OR true") == "1: 1");
    CHECK(scene.run(0, overflows + " AND (amount > 0 AND 1 > 2)") == "0");
    CHECK(scene.run(0, overflows + " AND true") == "rejected");
    CHECK(scene.run(0, overflows + " + (2147483647 + 1) AND false") == "rejected");
    CHECK(scene.run(0, overflows + " + ($1 + 2147483647) AND false", 1) == "rejected");
    CHECK(scene.run(0, overflows + " + ($1 + 2147483647) AND false", 0) == "0");
}

}  // namespace onceproof::fake
