#include "model/explore/extent.hpp"

#include "tests/litmus/line.hpp"
#include "tests/litmus/tasks.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof;
using namespace onceproof::litmus;
using explore::Extent;
using explore::measure_extent;

namespace {

/// One actor that takes three steps, and three more for each fault that strikes one of them.
struct Resumed {
    using State = std::uint8_t;  // steps left

    [[nodiscard]] State start() const { return 3; }

    void options(const State& state, std::size_t faults_left, OptionList& list) const {
        if (state > 0) {
            list.add({0, 0, 0, 0});
            if (faults_left > 0) {
                list.add({0, 0, 0, 1});
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& /*violations*/
    ) const {
        state = static_cast<State>(state - 1 + 3 * option.outcome);
    }

    void hash(const State& state, Hasher& hasher) const { hasher.add(state); }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        return option.outcome == 0 ? "a:step" : "a:step:struck";
    }
};

}  // namespace

TEST_CASE("extent: actors, steps and places of runs that are all alike", "[explore]") {
    Machine<Line> line({.length = 20});
    CHECK(measure_extent(line, 1, 0, {}) == Extent{1, 20, 0});
    CHECK(measure_extent(line, 1, 1, {}) == Extent{1, 20, 20});
    CHECK(measure_extent(line, 1, 3, {}) == Extent{1, 20, 20});
    Machine<TwoTasks> tasks({.steps = 4});
    CHECK(measure_extent(tasks, 1, 2, {}) == Extent{2, 8, 0});
}

TEST_CASE("extent: no run counts beyond the most steps", "[explore]") {
    Machine<Line> line({.length = 20});
    CHECK(measure_extent(line, 1, 1, {.steps_max = 5}) == Extent{1, 5, 5});
}

TEST_CASE("extent: longer runs behind a fault count where another one may follow", "[explore]") {
    Machine<Resumed> system({});
    CHECK(measure_extent(system, 1, 0, {}) == Extent{1, 3, 0});
    CHECK(measure_extent(system, 1, 1, {}) == Extent{1, 3, 3});
    CHECK(measure_extent(system, 1, 2, {}) == Extent{1, 6, 6});
}

TEST_CASE("extent: nothing is known when asked to stop", "[explore]") {
    Machine<Line> line({.length = 20});
    CHECK_FALSE(measure_extent(
                    line,
                    1,
                    1,
                    {.should_stop =
                         [] {
                             return true;
                         }}
    ).has_value());
}
