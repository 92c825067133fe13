#include "harness/decode.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

using testing::TemporaryFolder;

using Names = std::vector<std::string>;

TEST_CASE("find_scenarios: a directory gives its own toml files by name, each once", "[harness]") {
    const TemporaryFolder folder;
    const std::string b = folder.write("b.toml", "");
    const std::string a = folder.write("a.toml", "");
    folder.write("notes.md", "");
    folder.write("common/base.toml", "");
    const Names arguments{b, folder.path(""), folder.path("[ab].toml")};
    const Found found = find_scenarios(arguments);
    CHECK(found.diagnostics.empty());
    CHECK(found.files == Names{b, a});
}

TEST_CASE("find_scenarios: what gives no file is an error of its kind", "[harness]") {
    const TemporaryFolder folder;
    folder.write("empty/notes.md", "");
    const Names arguments{folder.path("empty"), folder.path("*.toml"), folder.path("no.toml")};
    const Found found = find_scenarios(arguments);
    CHECK(found.files.empty());
    REQUIRE(found.diagnostics.size() == 3);
    CHECK(
        render(found.diagnostics[0]) ==
        arguments[0] + ": error: no scenario (*.toml) in this directory\n"
    );
    CHECK(found.diagnostics[0].trouble == Trouble::data);
    CHECK(render(found.diagnostics[1]) == arguments[1] + ": error: no file matches\n");
    CHECK(
        render(found.diagnostics[2]) ==
        arguments[2] + ": error: cannot be read: No such file or directory\n"
    );
    CHECK(found.diagnostics[2].trouble == Trouble::io);
}

}  // namespace
}  // namespace onceproof::harness
