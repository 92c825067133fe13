#include "harness/leave_out.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

Node tree_of(const std::string& text) {
    const auto parsed = parse_toml(text, "s.toml");
    const auto* root = std::get_if<Node>(&parsed);
    REQUIRE(root != nullptr);
    return *root;
}

std::vector<std::string> keys_of(const Table& table) {
    std::vector<std::string> keys;
    for (const Entry& entry : table.entries) {
        keys.push_back(entry.key);
    }
    return keys;
}

TEST_CASE("leave out: these keys go, the others keep their order", "[harness]") {
    Node root = tree_of("a = 1\nb = 2\nc = 3\nd = 4\n");
    leave_out(*root.as<Table>(), {"d", "b", "none"});
    CHECK(keys_of(*root.as<Table>()) == std::vector<std::string>{"a", "c"});
}

TEST_CASE("leave out: a swept path is found, however its dots are written", "[harness]") {
    const std::string text = GENERATE(
        "\"a.b.c\" = [1]\n\"a.d\" = [2]\n",
        "a.b.c = [1]\na.d = [2]\n",
        "[sweep.a]\nb.c = [1]\nd = [2]\n"
    );
    Node root = tree_of("x = 1\n[sweep]\n" + text);
    std::vector<std::string> seen;
    sweep_no_more(root, [&](const std::string& path) {
        seen.push_back(path);
        return path == "a.b.c";
    });
    CHECK(std::ranges::find(seen, "a.d") != seen.end());
    const Table& sweep = *root.as<Table>()->find("sweep")->value.as<Table>();
    REQUIRE(sweep.entries.size() == 1);
    const Entry& left = sweep.entries.front();
    const auto* inner = left.value.as<Table>();
    CHECK(left.key + (inner == nullptr ? "" : "." + keys_of(*inner).front()) == "a.d");
    CHECK((inner == nullptr || inner->entries.size() == 1));
}

TEST_CASE("leave out: a scenario without a sweep stays as it is", "[harness]") {
    Node root = tree_of("a = 1\n");
    sweep_no_more(root, [](const std::string&) { return true; });
    CHECK(keys_of(*root.as<Table>()) == std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace onceproof::harness
