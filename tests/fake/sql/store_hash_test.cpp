#include "model/fake/sql/store_hash.hpp"

#include <array>

#include "model/base/random.hpp"
#include "tests/fake/sql/scene.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::fake {

namespace {

constexpr const char* insert = "INSERT INTO claim (name) VALUES ($1)";

/// What a session does next, by a number of its own kind.
struct Step {
    std::size_t session = 0;
    std::uint64_t what = 0;
};

/// Lets the session do it and tells what came of it; "" if it can do nothing of the kind now.
std::string play(Scene& scene, const Step& step) {
    static const std::vector<std::string> statements{
        "SELECT * FROM account WHERE id = 1 FOR UPDATE",
        "SELECT * FROM account FOR SHARE",
        "SELECT count(*) FROM account",
        "UPDATE account SET amount = amount + 1 WHERE id = 1",
        "UPDATE account SET amount = 7, mark = id WHERE id = 2",
        "DELETE FROM account WHERE id = 2",
        "INSERT INTO account VALUES (2, 3)",
        "INSERT INTO account VALUES (3, 3) ON CONFLICT DO NOTHING",
        "INSERT INTO claim (name) VALUES ('a') ON CONFLICT DO NOTHING",
        "INSERT INTO claim (name) VALUES ('b')",
        "SELECT id FROM claim",
        "INSERT INTO event (kind) VALUES ('k')",
    };
    const std::size_t session = step.session;
    if (scene.database.waiting(session)) {
        if (scene.database.runnable(session)) return scene.again(session);
        if (step.what % 4 != 0) return "";
        const bool deadlocked = scene.database.deadlocked(session);
        scene.database.fail_wait(session, ErrorKind::lock_timeout);
        return deadlocked ? "deadlocked" : "lock timeout";
    }
    const std::size_t last = statements.size();
    const std::uint64_t what = step.what % (last + 5);
    if (what < last) return scene.run(session, statements[what]);
    if (what == last) return scene.commit(session);
    scene.rollback(session);
    if (what == last + 1) return "rolled back";
    const auto isolation = static_cast<Isolation>(what - last - 2);
    scene.begin(session, isolation);
    return "begun";
}

constexpr std::array<std::uint8_t, Scene::sessions> exchanged{2, 1, 3, 0};

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

TEST_CASE(
    "SQL hash: a number drawn before that of a committed row is told from one drawn after", "[fake]"
) {
    Scene first;
    first.begin(0);
    first.run(0, insert, "open");
    first.run(1, insert, "done");
    Scene last;
    last.run(1, insert, "done");
    last.begin(0);
    last.run(0, insert, "open");
    CHECK(first.hash() != last.hash());
    CHECK(first.commit(0) == "0");
    CHECK(last.commit(0) == "0");
    const std::string by_number = "SELECT name FROM claim ORDER BY id";
    CHECK(first.run(0, by_number) == "2: open, done");
    CHECK(last.run(0, by_number) == "2: done, open");
}

TEST_CASE("SQL hash: where rows have no other key, their numbers always count", "[fake]") {
    const char* schema =
        "CREATE TABLE message (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text);";
    const std::string insert_message = "INSERT INTO message (text) VALUES ('a')";
    Scene first(schema);
    first.run(0, insert_message);
    Scene second(schema);
    second.begin(0);
    second.run(0, insert_message);
    second.rollback(0);
    second.run(0, insert_message);
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

TEST_CASE("SQL hash: sessions in the places of others leave the state of these", "[fake]") {
    const Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    std::size_t waits = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Scene here(dialect);
        Scene there(dialect);
        here.run(0, "INSERT INTO account VALUES (1, 5), (2, 6)");
        there.run(0, "INSERT INTO account VALUES (1, 5), (2, 6)");
        for (int i = 0; i < 40; ++i) {
            const Step step{random.below(Scene::sessions), random.next() >> 32U};
            CAPTURE(seed, i, step.session, step.what);
            const std::string outcome = play(here, step);
            REQUIRE(play(there, {exchanged[step.session], step.what}) == outcome);
            REQUIRE(here.hash({.sessions = exchanged}) == there.hash());
            waits += outcome == "waits" ? 1 : 0;
        }
    }
    CHECK(waits > 100);
}

TEST_CASE(
    "SQL hash: a database that was hashed at every step hashes as one that never was", "[fake]"
) {
    const Dialect dialect = GENERATE(Dialect::postgres, Dialect::mysql);
    constexpr std::array<std::uint8_t, 3> callers{0, 2, 1};
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        Scene watched(dialect);
        Scene fresh(dialect);
        for (Scene* scene : {&watched, &fresh}) {
            scene->run(0, "INSERT INTO account VALUES (1, 5), (2, 6)");
            scene->run(0, "INSERT INTO claim (name, result) VALUES ('c', 'h1.1-1')");
        }
        for (int i = 0; i < 40; ++i) {
            const Step step{random.below(Scene::sessions), random.next() >> 32U};
            REQUIRE(play(watched, step) == play(fresh, step));
            watched.now += Duration(1);
            fresh.now += Duration(1);
            static_cast<void>(watched.hash());
            static_cast<void>(watched.hash({.sessions = exchanged, .callers = callers}));
        }
        CAPTURE(seed);
        REQUIRE(watched.hash() == fresh.hash());
        REQUIRE(
            watched.hash({.sessions = exchanged, .callers = callers}) ==
            fresh.hash({.sessions = exchanged, .callers = callers})
        );
    }
}

TEST_CASE("SQL hash: an id that orders rows or places is noticed", "[fake]") {
    constexpr std::array<std::uint8_t, 3> callers{0, 2, 1};
    const auto is_ordered = [&](const char* text, const char* id) {
        Scene scene;
        CHECK(scene.run(0, text, id) == "1");
        Hasher hasher;
        Naming naming({.callers = callers});
        scene.database.hash(hasher, scene.now, naming);
        return naming.ordered_by_id();
    };
    CHECK(is_ordered("INSERT INTO claim (name) VALUES ($1)", "h1.1-1"));
    CHECK_FALSE(is_ordered("INSERT INTO claim (name) VALUES ($1)", "pay-1"));
    CHECK_FALSE(is_ordered("INSERT INTO claim (name, result) VALUES ('a', $1)", "h1.1-1"));
    CHECK(is_ordered("INSERT INTO event (kind) VALUES ($1)", "h1.1-1"));
}

}  // namespace onceproof::fake
