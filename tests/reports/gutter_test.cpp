#include "reports/gutter.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

const std::vector<std::string> names{"c1", "w1", "gateway"};

history::Step step_between(std::size_t from, std::size_t to) {
    history::Step step;
    step.from = from;
    step.to = to;
    return step;
}

TEST_CASE("Gutter: arrows run both ways and cross the lanes between", "[reports]") {
    const TextStyle style;
    const Gutter gutter(names, style, 30);
    CHECK(gutter.head() == "c1      w1      gateway ");
    CHECK(gutter.key().empty());
    CHECK(gutter.row(step_between(0, 2)) == "  ●───────┼───────▶");
    CHECK(gutter.row(step_between(1, 0)) == "  ◀───────●       │");
    CHECK(gutter.row(step_between(1, 1)) == "  │       ●       │");
    CHECK(gutter.plain_row(false) == "  │       │       │");
    CHECK(gutter.plain_row(true) == "  ┊       ┊       ┊");
    CHECK(gutter.columns() == 19);
}

TEST_CASE("Gutter: the gravest thing that happened is the mark", "[reports]") {
    const TextStyle style{80, true, false};
    const Gutter gutter(names, style, 30);
    history::Step step = step_between(0, 0);
    step.mark = history::Mark::timeout;
    CHECK(gutter.row(step) == "  t       |       |");
    step.mark = history::Mark::effect;
    CHECK(gutter.row(step) == "  *       |       |");
    step.fault = "reply-lost";
    CHECK(gutter.row(step) == "  !       |       |");
    step.violations = {"g: broken"};
    CHECK(gutter.row(step) == "  X       |       |");
}

TEST_CASE("Gutter: lanes without room for their names are numbered", "[reports]") {
    const TextStyle style{40, true, false};
    const Gutter gutter(names, style, 30);
    CHECK(gutter.head() == "  1   2   3   ");
    CHECK(gutter.key() == "lanes: 1 c1, 2 w1, 3 gateway");
    CHECK(gutter.row(step_between(0, 2)) == "  o---+--->");
}

}  // namespace
}  // namespace onceproof::reports
