#include "model/fake/sql/view.hpp"

#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";

}  // namespace

TEST_CASE("SQL hash: equal rows give equal hashes whatever the history was", "[fake]") {
    Scene plain;
    plain.run(0, insert, "a");
    plain.run(0, "INSERT INTO account VALUES (1, 5), (2, 6)");
    Scene other;
    other.begin(1, Isolation::serializable);
    CHECK(other.run(1, "INSERT INTO account VALUES (2, 7)") == "1");
    CHECK(other.run(2, insert, "x") == "1");
    CHECK(other.run(2, "DELETE FROM claim") == "1");
    CHECK(other.run(3, insert, "a") == "1");
    CHECK(other.run(3, insert, "a") == "unique_violation");
    CHECK(other.commit(1) == "0");
    other.begin(0, Isolation::repeatable_read);
    CHECK(other.run(0, "SELECT count(*) FROM account") == "1: 1");
    CHECK(other.run(1, "INSERT INTO account VALUES (1, 5)") == "1");
    CHECK(other.run(1, "UPDATE account SET amount = 6 WHERE id = 2") == "1");
    CHECK(other.hash() != plain.hash());
    CHECK(other.commit(0) == "0");
    CHECK(other.hash() == plain.hash());
}

TEST_CASE("SQL hash: identity values count only once a client has seen one", "[fake]") {
    Scene first;
    Scene second;
    first.run(0, insert, "a");
    second.begin(0);
    second.run(0, insert, "lost");
    second.rollback(0);
    second.run(0, insert, "a");
    CHECK(first.hash() == second.hash());
    CHECK(first.run(0, "SELECT name FROM claim ORDER BY id") == "1: a");
    CHECK(second.run(0, "SELECT name FROM claim ORDER BY id") == "1: a");
    CHECK(first.hash() == second.hash());
    CHECK(first.run(0, "SELECT id FROM claim") == "1: 1");
    CHECK(second.run(0, "SELECT id FROM claim") == "1: 2");
    CHECK(first.hash() != second.hash());
}

TEST_CASE("SQL hash: a shift in time is not seen, a passage of time is", "[fake]") {
    const auto played = [](std::int64_t start, std::int64_t passed) {
        Scene scene;
        scene.now = Instant(Duration(start));
        scene.run(0, "INSERT INTO event (kind) VALUES ('k')");
        scene.begin(1);
        scene.run(1, insert, "a");
        scene.run(2, insert, "a");
        scene.now += Duration(passed);
        return scene.hash();
    };
    CHECK(played(0, 10) == played(5'000, 10));
    CHECK(played(0, 10) != played(0, 11));
}

TEST_CASE("SQL hash: everything that later calls can observe counts", "[fake]") {
    const auto prepared = [](auto&& act) {
        Scene scene;
        scene.run(0, "INSERT INTO account VALUES (1, 5)");
        act(scene);
        return scene.hash();
    };
    const std::vector<Fingerprint> prints{
        prepared([](Scene&) {}),
        prepared([](Scene& scene) { scene.begin(0); }),
        prepared([](Scene& scene) { scene.begin(1); }),
        prepared([](Scene& scene) { scene.begin(0, Isolation::repeatable_read); }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "SELECT id FROM account");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "SELECT id FROM account FOR SHARE");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "SELECT id FROM account FOR UPDATE");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "UPDATE account SET amount = 5");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "UPDATE account SET amount = 6");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "DELETE FROM account");
        }),
        prepared([](Scene& scene) {
            scene.begin(0);
            scene.run(0, "INSERT INTO account VALUES (1, 6)");
        }),
        prepared([](Scene& scene) { scene.run(0, "UPDATE account SET amount = 6"); }),
        prepared([](Scene& scene) {
            scene.begin(0, Isolation::repeatable_read);
            scene.run(0, "SELECT id FROM account");
            scene.run(1, "UPDATE account SET amount = 6");
        }),
        prepared([](Scene& scene) {
            scene.begin(0, Isolation::repeatable_read);
            scene.run(1, "UPDATE account SET amount = 6");
            scene.run(0, "SELECT id FROM account");
        }),
        prepared([](Scene& scene) {
            scene.begin(0, Isolation::serializable);
            scene.run(0, "SELECT id FROM account");
        }),
        prepared([](Scene& scene) {
            scene.begin(0, Isolation::serializable);
            scene.run(0, "SELECT id FROM account WHERE id = 2");
        }),
    };
    for (std::size_t i = 0; i < prints.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            CAPTURE(i, j);
            CHECK(prints[i] != prints[j]);
        }
    }
}

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
