#include "harness/states_file.hpp"

#include <map>
#include <utility>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

constexpr explore::SeenState state(std::uint64_t number, std::uint16_t menu) {
    return {{number, ~number}, menu};
}

/// A state of menu 0 is an end, and one of menu n has n options.
SeenStates seen(std::map<std::size_t, std::vector<explore::SeenState>> states) {
    return {{{}, {0}, {0, 7}, {0, 7, 7}}, std::move(states)};
}

TEST_CASE("states file: its bytes are the documented ones", "[harness]") {
    const SeenStates one{{{0, 9}}, {{1, {{{0x0102, 3}, 0}}}}};
    const std::string bytes = states_bytes(one);
    const std::string head = "onceproof-states 1\n";
    REQUIRE(bytes.size() == head.size() + 18 + 16 + 18);
    CHECK(bytes.starts_with(head));
    const std::string rest = bytes.substr(head.size());
    CHECK(rest.substr(0, 18) == std::string("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0\x9", 18));
    CHECK(rest.substr(18, 16) == std::string("\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16));
    CHECK(rest.substr(34) == std::string("\2\1\0\0\0\0\0\0\3\0\0\0\0\0\0\0\0\0", 18));
}

TEST_CASE("states file: a state of several files, or twice in one, counts once", "[harness]") {
    const testing::TemporaryFolder folder;
    const std::vector<std::string> files{
        folder.write(
            "1",
            states_bytes(seen({{0, {state(5, 2)}}, {1, {state(9, 1), state(5, 2), state(9, 1)}}}))
        ),
        // With menus of its own.
        folder.write(
            "2",
            states_bytes(
                {{{0, 7, 7}, {0, 7}}, {{0, {state(5, 1)}}, {1, {state(5, 1), state(7, 0)}}}}
            )
        ),
        folder.write("3", states_bytes(seen({{0, {}}})))};
    const auto all = united(files);
    REQUIRE(std::holds_alternative<std::vector<UnitedBudget>>(all));
    const auto& budgets = std::get<std::vector<UnitedBudget>>(all);
    REQUIRE(budgets.size() == 2);
    CHECK(budgets[0].states == 1);
    CHECK(budgets[0].transitions == 2);
    CHECK(budgets[1].fault_budget == 1);
    CHECK(budgets[1].states == 3);
    CHECK(budgets[1].transitions == 6);
    CHECK(budgets[1].outcomes[0] == 3);
    CHECK(budgets[1].outcomes[7] == 3);
}

TEST_CASE("states file: whatever is cut off, not in order or not there is named", "[harness]") {
    const testing::TemporaryFolder folder;
    const SeenStates two{{{0}}, {{0, {state(5, 0), state(6, 0)}}, {1, {state(5, 0)}}}};
    const std::string whole = states_bytes(two);
    constexpr std::size_t menus = 19 + 8 + 9;
    constexpr std::size_t first = menus + 16 + 2 * 18;
    REQUIRE(whole.size() == first + 16 + 18);
    std::string swapped = whole;
    swapped[menus + 16] = '\7';  // the first state is behind the second
    std::string unknown = whole;
    unknown[whole.size() - 1] = '\1';  // no such menu
    std::vector<std::string> wrong{
        swapped, unknown, "", whole.substr(40), states_bytes({{}, {{1, {}}}})};
    for (std::size_t size = 1; size < whole.size(); size += 5) {
        // Behind a whole budget there may be none.
        if (size != menus && size != first) wrong.push_back(whole.substr(0, size));
    }
    for (const std::string& content : wrong) {
        const std::vector<std::string> files{folder.write("x", content)};
        const auto all = united(files);
        REQUIRE(std::holds_alternative<std::string>(all));
        CHECK(std::get<std::string>(all) == files[0] + ": no file of a shard's states");
    }
    const std::vector<std::string> none{folder.path("none")};
    CHECK(std::holds_alternative<std::string>(united(none)));
}

}  // namespace
}  // namespace onceproof::harness
