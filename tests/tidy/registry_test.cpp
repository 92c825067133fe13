#include "tests/tidy/registry.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::tidy {
namespace {

using Tree = std::vector<SourceFile>;

Tree tree_of(const std::vector<std::pair<std::string, std::string>>& files) {
    Tree tree;
    for (const auto& [path, text] : files) {
        tree.push_back(source_file(path, text));
    }
    return tree;
}

TEST_CASE(
    "check_registered: a source counts where the build rules name it from their folder", "[tidy]"
) {
    const Tree tree = tree_of({
        {"model/CMakeLists.txt", "add(one SOURCES\n    base/a.cpp)\n"},
        {"model/base/a.cpp", ""},
        {"model/port/a.cpp", ""},
    });
    const Findings expected{{"model/port/a.cpp", 0, "no CMakeLists.txt names this source"}};
    CHECK(check_registered(tree) == expected);
}

TEST_CASE("check_registered: a header that nothing includes is reported", "[tidy]") {
    const Tree tree = tree_of({
        {"a.hpp", ""},
        {"b.hpp", "#include \"a.hpp\"\n// #include \"b.hpp\"\n"},
    });
    CHECK(check_registered(tree) == Findings{{"b.hpp", 0, "nothing includes this header"}});
}

TEST_CASE("check_registered: schemas and scenarios elsewhere need a name in the code", "[tidy]") {
    const Tree tree = tree_of({
        {"cmake/CMakeLists.txt", "a.cpp"},
        {"cmake/a.cpp", "load(\"used.sql\"); load(\"used.toml\");"},
        {"scenarios/any.toml", ""},
        {"schema/dead.sql", ""},
        {"schema/used.sql", ""},
        {"tests/dead.toml", ""},
        {"tests/used.toml", ""},
    });
    const Findings expected{
        {"schema/dead.sql", 0, "nothing names this schema"},
        {"tests/dead.toml", 0, "outside of scenarios/, and nothing names it"}};
    CHECK(check_registered(tree) == expected);
}

TEST_CASE("mirror_of: tests mirror the tree", "[tidy]") {
    const auto mirror = [](const std::string& path) {
        return mirror_of(source_file(path, ""), {});
    };
    CHECK(mirror("model/fake/redis.cpp") == "tests/fake/redis_test.cpp");
    CHECK(mirror("impls/strategy/lock.cpp") == "tests/strategy/lock_test.cpp");
    CHECK(mirror("harness/stage/build.cpp") == "tests/harness/stage/build_test.cpp");
    CHECK(mirror("reports/matrix.cpp") == "tests/reports/matrix_test.cpp");
    CHECK(mirror("cli/main.cpp").empty());
    CHECK(mirror("model/fake/redis.hpp").empty());
}

TEST_CASE("mirror_of: a further part of a header is tested with it", "[tidy]") {
    const Tree tree = tree_of({
        {"harness/decode.hpp", ""},
        {"harness/decode_names.cpp", "#include \"harness/decode.hpp\"\n"},
        {"harness/names.cpp", "#include \"model/base/text.hpp\"\n"},
    });
    CHECK(mirror_of(tree[1], tree) == "tests/harness/decode_test.cpp");
    CHECK(mirror_of(tree[2], tree) == "tests/harness/names_test.cpp");
}

TEST_CASE("check_mirrors: a missing test is named", "[tidy]") {
    const Tree tree =
        tree_of({{"model/fake/a.cpp", ""}, {"model/fake/b.cpp", ""}, {"tests/fake/a_test.cpp", ""}}
        );
    const Findings expected{{"model/fake/b.cpp", 0, "its test is missing: tests/fake/b_test.cpp"}};
    CHECK(check_mirrors(tree, {}) == expected);
}

TEST_CASE("check_mirrors: an exception excuses, and is reported once it has no use", "[tidy]") {
    const std::array<MirrorException, 1> exceptions{
        {{"model/a/b.cpp", "tests/a/c_test.cpp", "why"}}};
    const Tree excused = tree_of({{"model/a/b.cpp", ""}, {"tests/a/c_test.cpp", ""}});
    CHECK(check_mirrors(excused, exceptions).empty());

    const Tree no_use = tree_of({
        {"model/a/b.cpp", ""},
        {"tests/a/b_test.cpp", ""},
        {"tests/a/c_test.cpp", ""},
    });
    const Findings useless{
        {"model/a/b.cpp", 0, "the exception excuses nothing: there is tests/a/b_test.cpp"}};
    CHECK(check_mirrors(no_use, exceptions) == useless);

    const Findings dangling{
        {"tests/a/c_test.cpp", 0, "an exception names it, and it is not there"}};
    CHECK(check_mirrors(tree_of({{"model/a/b.cpp", ""}}), exceptions) == dangling);
}

}  // namespace
}  // namespace onceproof::tidy
