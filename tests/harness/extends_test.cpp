#include "harness/decode.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

using testing::TemporaryFolder;

using namespace std::chrono_literals;

std::string messages_of(const std::string& file) {
    return render(decode_file(file, example_vocabulary()).diagnostics);
}

TEST_CASE("extends: tables merge deeply, this file wins, lists replace", "[harness]") {
    const TemporaryFolder folder;
    folder.write(
        "common/base.toml",
        "[workload]\ncallers = 3\nkeys = 2\nbackoff = [\"1s\", \"2s\"]\n"
        "[service]\ndatabase = { pool = 2, dialect = \"postgres\" }\n"
        "[faults]\nbudget = 2\n[[fault]]\nkind = \"reply-lost\"\n[[fault]]\nkind = "
        "\"crash-after\"\n"
    );
    folder.write("common/second.toml", "onceproof = 1\n[workload]\nkeys = 4\n");
    const std::string file = folder.write(
        "s.toml",
        "onceproof = 1\nextends = [\"common/base.toml\", \"common/second.toml\"]\n"
        "scenario.id = \"s\"\nstrategies.use = [\"dedup-table\"]\n"
        "workload.callers = 1\nworkload.backoff = [\"9s\"]\nservice.database.pool = 7\n"
        "[[fault]]\nkind = \"stall\"\nfor = \"1s\"\n"
    );
    const Decoded decoded = decode_file(file, example_vocabulary());
    CAPTURE(render(decoded.diagnostics));
    REQUIRE(decoded.scenarios.size() == 1);
    const Scenario& scenario = decoded.scenarios.front();
    CHECK(scenario.workload.callers == 1);
    CHECK(scenario.workload.keys == 4);
    CHECK(scenario.workload.backoff == std::vector<Duration>{9s});
    CHECK(scenario.service.pool == 7);
    CHECK(scenario.service.dialect == "postgres");
    CHECK(scenario.fault_budget == 2);
    REQUIRE(scenario.faults.size() == 1);
    CHECK(scenario.faults[0].kind == "stall");
}

TEST_CASE("extends: an error in the base is reported where it stands", "[harness]") {
    const TemporaryFolder folder;
    const std::string base = folder.write("common/base.toml", "[workload]\ncallers = 99\n");
    const std::string file =
        folder.write("s.toml", minimal_with("extends = [\"common/base.toml\"]\n"));
    CHECK(
        messages_of(file) == base +
                                 ":2:11: error: \"callers\" is from 1 to 16, not 99\n"
                                 "    2 | callers = 99\n"
                                 "      |           ^~\n"
    );
}

TEST_CASE("extends: a newer format version is refused before anything else", "[harness]") {
    const Decoded decoded =
        decode_text("onceproof = 2\nbananas = 1\n", "s.toml", example_vocabulary());
    CHECK(
        render(decoded.diagnostics) ==
        R"(s.toml:1:13: error: format version 2 is newer than this program
    1 | onceproof = 2
      |             ^   this program reads version 1; update onceproof
)"
    );
}

TEST_CASE("extends: a cycle is an error that names the chain", "[harness]") {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.toml", minimal_with("extends = [\"b.toml\"]\n"));
    const std::string b = folder.write("b.toml", "extends = [\"./sub/../a.toml\"]\n");
    CHECK(
        messages_of(a) == b + ":1:12: error: extends itself: " + a + " -> " + b + " -> " + a +
                              "\n"
                              "    1 | extends = [\"./sub/../a.toml\"]\n"
                              "      |            ^~~~~~~~~~~~~~~~~\n"
    );
}

TEST_CASE("extends: one base reached twice is no cycle", "[harness]") {
    const TemporaryFolder folder;
    folder.write("base.toml", "workload.keys = 3\n");
    folder.write("left.toml", "extends = [\"base.toml\"]\n");
    folder.write("right.toml", "extends = [\"base.toml\"]\n");
    const std::string file =
        folder.write("s.toml", minimal_with("extends = [\"left.toml\", \"right.toml\"]\n"));
    const Decoded decoded = decode_file(file, example_vocabulary());
    REQUIRE(decoded.ok());
    CHECK(decoded.scenarios.front().workload.keys == 3);
}

TEST_CASE("extends: a base that cannot be read is trouble of the io kind", "[harness]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("s.toml", minimal_with("extends = [\"no.toml\"]\n"));
    const Decoded decoded = decode_file(file, example_vocabulary());
    REQUIRE(decoded.diagnostics.size() == 1);
    CHECK(decoded.diagnostics.front().trouble == Trouble::io);
    CHECK(
        render(decoded.diagnostics) == file + ":4:12: error: \"" + folder.path("no.toml") +
                                           "\" cannot be read: No such file or directory\n"
                                           "    4 | extends = [\"no.toml\"]\n"
                                           "      |            ^~~~~~~~~\n"
    );
}

TEST_CASE("decode_file: a missing file is trouble of the io kind without a line", "[harness]") {
    const Decoded decoded = decode_file("no/such.toml", example_vocabulary());
    REQUIRE(decoded.diagnostics.size() == 1);
    CHECK(decoded.diagnostics.front().trouble == Trouble::io);
    CHECK(
        render(decoded.diagnostics) ==
        "no/such.toml: error: cannot be read: No such file or directory\n"
    );
}

TEST_CASE("decode_files: two files with one scenario id are an error", "[harness]") {
    const TemporaryFolder folder;
    const std::vector<std::string> files{
        folder.write("a.toml", minimal_with("")), folder.write("b.toml", minimal_with(""))};
    CHECK(
        render(decode_files(files, example_vocabulary()).diagnostics) ==
        files[1] + ": error: scenario id \"s\" is taken by " + files[0] + "\n"
    );
}

}  // namespace
}  // namespace onceproof::harness
