#include "model/fake/sql/view.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

TEST_CASE("SQL description: committed and pending rows without NULLs", "[fake]") {
    Scene scene;
    scene.run(0, "INSERT INTO claim (name, until) VALUES ('a', now() + interval '10 seconds')");
    scene.begin(2);
    scene.run(2, "UPDATE claim SET status = 1, until = NULL");
    const std::vector<Database::Line> lines = scene.database.describe();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].name == "claim a");
    CHECK(lines[0].content == "id=1 status=0 until=t+10s (locked, s2)");
    CHECK(lines[1].name == "claim a");
    CHECK(lines[1].content == "id=1 status=1 (pending, s2)");
}

}  // namespace onceproof::fake
