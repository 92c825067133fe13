#include "tests/tidy/includes.hpp"

#include <string>

#include "tests/support/catch.hpp"
#include "tests/tidy/tables.hpp"

namespace onceproof::tidy {
namespace {

Findings arrows(const std::string& path, const std::string& text) {
    return check_arrows(source_file(path, text), include_table);
}

Findings libraries(const std::string& path, const std::string& text) {
    return check_libraries(source_file(path, text), library_table);
}

TEST_CASE("includes_of: reads both kinds with their lines, and no comment", "[tidy]") {
    const SourceFile file =
        source_file("a.cpp", "#include <map>\n// #include \"no.hpp\"\n#include \"model/x.hpp\"\n");
    const auto includes = includes_of(file);
    REQUIRE(includes.size() == 2);
    CHECK(includes[0].target == "map");
    CHECK_FALSE(includes[0].is_own);
    CHECK(includes[1].target == "model/x.hpp");
    CHECK(includes[1].is_own);
    CHECK(includes[1].line == 3);
}

TEST_CASE("check_arrows: names the arrow, the file and the line", "[tidy]") {
    const Findings expected{
        {"model/explore/random.cpp",
         2,
         "arrow model/explore -> model/port is not in the include table: \"model/port/kv.hpp\""}};
    CHECK(
        arrows("model/explore/random.cpp", "#include <map>\n#include \"model/port/kv.hpp\"\n") ==
        expected
    );
}

TEST_CASE("check_arrows: an explorer may see the base, and the world one header of it", "[tidy]") {
    CHECK(arrows("model/explore/random.cpp", "#include \"model/base/hash.hpp\"\n").empty());
    const std::string seam = "#include \"model/explore/transition_system.hpp\"\n";
    CHECK(arrows("model/world/world.hpp", seam).empty());
    CHECK(arrows("model/world/world.hpp", "#include \"model/explore/random.hpp\"\n").size() == 1);
}

TEST_CASE("check_arrows: the directions that the design forbids are refused", "[tidy]") {
    CHECK(arrows("model/base/text.cpp", "#include \"model/port/kv.hpp\"\n").size() == 1);
    CHECK(arrows("impls/strategy/lock.cpp", "#include \"model/fake/redis.hpp\"\n").size() == 1);
    CHECK(
        arrows("impls/backend/redis_kv.cpp", "#include \"impls/strategy/lock.hpp\"\n").size() == 1
    );
    CHECK(arrows("reports/matrix.cpp", "#include \"harness/scenario.hpp\"\n").size() == 1);
    CHECK(arrows("harness/campaign.cpp", "#include \"reports/matrix.hpp\"\n").size() == 1);
    CHECK(arrows("harness/campaign.cpp", "#include \"reports/record.hpp\"\n").empty());
    CHECK(arrows("cli/main.cpp", "#include \"tests/support/catch.hpp\"\n").size() == 1);
}

TEST_CASE("check_arrows: a file outside of the table's folders is reported", "[tidy]") {
    const Findings expected{{"extra/a.cpp", 0, "no row of the include table covers this file"}};
    CHECK(arrows("extra/a.cpp", "") == expected);
}

TEST_CASE("check_targets: an include that names no file from the root is reported", "[tidy]") {
    const std::vector<SourceFile> tree{
        source_file("model/base/a.hpp", ""),
        source_file("model/base/a.cpp", "#include \"a.hpp\"\n")};
    const Findings expected{
        {"model/base/a.cpp", 1, "no file of the tree (from its root): \"a.hpp\""}};
    CHECK(check_targets(tree[1], tree) == expected);
}

TEST_CASE("check_libraries: a library outside of its places is reported", "[tidy]") {
    const Findings expected{
        {"impls/strategy/lock.cpp",
         1,
         "<hiredis/hiredis.h> belongs only in: impls/backend tests/backend tests/conformance"}};
    CHECK(libraries("impls/strategy/lock.cpp", "#include <hiredis/hiredis.h>\n") == expected);
    CHECK(libraries("impls/backend/redis_kv.cpp", "#include <hiredis/hiredis.h>\n").empty());
    CHECK(libraries("harness/stage.cpp", "#include <boost/fiber/fiber.hpp>\n").size() == 1);
    CHECK(libraries("model/port/kv.hpp", "#include <unistd.h>\n").size() == 1);
    CHECK(libraries("model/port/kv.hpp", "#include <string_view>\n").empty());
}

TEST_CASE("check_libraries: a library that the table does not know is reported", "[tidy]") {
    const Findings expected{
        {"harness/stage.cpp", 1, "no row of the library table: <sodium/core.h>"}};
    CHECK(libraries("harness/stage.cpp", "#include <sodium/core.h>\n") == expected);
}

TEST_CASE("check_table: a circle is named with its folders", "[tidy]") {
    const std::vector<IncludeRow> table{{"a", "b"}, {"b", "c/x.hpp"}, {"c", "a"}};
    const Findings expected{{"a", 0, "the include table has a circle: a -> b -> c -> a"}};
    CHECK(check_table(table) == expected);
}

TEST_CASE("check_pragma_once: only comments may stand before it", "[tidy]") {
    CHECK(check_pragma_once(source_file("a.hpp", "// What it is.\n\n#pragma once\n")).empty());
    CHECK(check_pragma_once(source_file("a.cpp", "int x;\n")).empty());
    const Findings expected{{"a.hpp", 2, "a header starts with #pragma once"}};
    CHECK(check_pragma_once(source_file("a.hpp", "\n#include <map>\n#pragma once\n")) == expected);
    CHECK(check_pragma_once(source_file("a.hpp", "// #pragma once\n")).size() == 1);
}

}  // namespace
}  // namespace onceproof::tidy
