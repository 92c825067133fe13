#include "harness/real/play.hpp"

#include <array>
#include <vector>

#include "tests/harness/real/kv_script.hpp"

namespace onceproof::harness {
namespace {

/// A store that says what it is told to say.
class TestStore final : public RealStore {
public:
    [[nodiscard]] std::string version() const override { return "Test 1.0"; }
    std::optional<Obstacle> begin(
        const world::Config&, const world::StoreLog&, const RealTime& time
    ) override {
        patiences.push_back(time.patience);
        return at_begin;
    }
    std::optional<Obstacle> play(const world::StoreEvent& event) override {
        steps.push_back(event.step);
        return event.step == bad_step ? std::optional(bad) : std::nullopt;
    }
    std::optional<Obstacle> compare(const world::StoreContents&) override {
        ++compared;
        return at_end;
    }

    std::optional<Obstacle> at_begin;
    std::size_t bad_step = 99;
    Obstacle bad;
    std::optional<Obstacle> at_end;
    std::vector<unsigned> patiences;
    std::vector<std::size_t> steps;
    std::size_t compared = 0;
};

struct Played {
    std::optional<Obstacle> run() {
        KvScript script;
        script.set("a", "1");
        script.get("a");
        const std::array<RealStore*, 2> stores{&first, &second};
        return play(script.config(), script.end(), stores);
    }

    TestStore first;
    TestStore second;
};

TEST_CASE_METHOD(Played, "play: every store gets every event, then its contents count", "[real]") {
    CHECK_FALSE(run().has_value());
    CHECK(first.steps == std::vector<std::size_t>{1, 2, 2});
    CHECK(second.steps == first.steps);
    CHECK(first.compared == 1);
    CHECK(first.patiences == std::vector<unsigned>{1});
}

TEST_CASE_METHOD(Played, "play: the first obstacle ends it, with its step and server", "[real]") {
    second.bad_step = 1;
    const auto obstacle = run();
    REQUIRE(obstacle.has_value());
    CHECK(obstacle->step == 1);
    CHECK(obstacle->server == "Test 1.0");
    CHECK(first.steps == std::vector<std::size_t>{1});
    CHECK(first.compared == 0);
}

TEST_CASE_METHOD(Played, "play: contents that differ belong to the last step", "[real]") {
    first.at_end = Obstacle{};
    const auto obstacle = run();
    REQUIRE(obstacle.has_value());
    CHECK(obstacle->step == 2);
}

TEST_CASE_METHOD(Played, "play: a machine that is too slow gets more time, twice", "[real]") {
    first.bad_step = 2;
    first.bad.kind = Obstacle::Kind::too_slow;
    const auto obstacle = run();
    REQUIRE(obstacle.has_value());
    CHECK(obstacle->kind == Obstacle::Kind::too_slow);
    CHECK(first.patiences == std::vector<unsigned>{1, 3, 9});
}

TEST_CASE_METHOD(Played, "play: what cannot begin is not begun again", "[real]") {
    first.at_begin = Obstacle{.kind = Obstacle::Kind::no_counterpart};
    CHECK(run().has_value());
    CHECK(first.patiences.size() == 1);
    CHECK(first.steps.empty());
}

}  // namespace
}  // namespace onceproof::harness
