#include "model/explore/run_tree.hpp"

#include "tests/support/catch.hpp"

using namespace onceproof::explore;

TEST_CASE("run tree: two runs share their beginning", "[explore]") {
    RunTree tree;
    const Taken first{{1, 2, 3, 0}, 0};
    const Taken left{{1, 3, 3, 0}, 0};
    const Taken right{{2, 3, 3, 1}, 4};
    const RunTree::Node trunk = tree.add(RunTree::root, first);
    const RunTree::Node left_end = tree.add(trunk, left);
    const RunTree::Node right_end = tree.add(trunk, right);
    CHECK(tree.schedule(left_end, 1) == Schedule{1, {first, left}});
    CHECK(tree.schedule(right_end, 2) == Schedule{2, {first, right}});
    CHECK(tree.schedule(RunTree::root, 0) == Schedule{});
    CHECK(tree.depth(right_end) == 2);
}
