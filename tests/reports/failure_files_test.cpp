#include "reports/failure_files.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/run_directory.hpp"
#include "reports/trace_json.hpp"
#include "tests/reports/example_failures.hpp"
#include "tests/reports/golden.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::reports {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

void write_run(const std::string& folder, const RunRecord& record) {
    auto created = RunDirectory::create({.out = folder}, record);
    REQUIRE(std::holds_alternative<RunDirectory>(created));
    REQUIRE_FALSE(std::get<RunDirectory>(created).finish(record).has_value());
}

TEST_CASE("failure_files: a folder per distinct failure whose case is known", "[reports]") {
    const auto files = failure_files(example_failures());
    REQUIRE(files.size() == 4);
    const fs::path folder = "failures/00000000000000bb";
    CHECK(files[0].file == folder / "case.json");
    CHECK(files[1].content == trace_json(example_trace()));
    for (const FileContent& file : files) {
        if (file.file.filename() == "trace.json") continue;
        check_golden("failure-" + file.file.filename().string(), file.content);
    }
}

TEST_CASE("failure_files: an earlier run's go, other files stay", "[reports]") {
    const TemporaryFolder folder;
    write_run(folder.path("run"), example_failures());
    folder.write("run/failures/notes.txt", "mine");
    write_run(folder.path("run"), example_record());
    CHECK_FALSE(fs::exists(folder.path("run/failures/00000000000000bb")));
    CHECK(fs::exists(folder.path("run/failures/notes.txt")));
}

TEST_CASE("failure_files: a name that could lead elsewhere is never a path", "[reports]") {
    RunRecord record = example_failures();
    for (CellResult& cell : record.cells) {
        for (GuaranteeResult& result : cell.guarantees) {
            if (!result.fingerprint.empty()) result.fingerprint = "../../../../etc1";
        }
    }
    CHECK(failure_files(record).empty());
}

TEST_CASE("read_case: a later version is told apart from something else", "[reports]") {
    const auto trouble = [](const std::string& text) {
        const auto read = read_case(text);
        return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : "";
    };
    const std::string json = failure_files(example_failures())[0].content;
    CHECK(trouble(json).empty());
    CHECK(std::get<FailureCase>(read_case(json)).token == "op1-CCCCC");
    CHECK(std::get<FailureCase>(read_case(json)).scenario == "onceproof = 1\n");
    std::string later = json;
    later.replace(later.find("\"version\": 1"), 12, "\"version\": 9");
    CHECK(trouble(later) == "written in version 9 of its format, and this program reads version 1");
    CHECK(trouble("{}") == "not a recorded failure");
    CHECK(trouble(json.substr(0, 50)) == "not a recorded failure");
}

TEST_CASE("failure_files: hostile texts command no terminal", "[reports]") {
    const auto files = failure_files(hostile_record());
    REQUIRE(files.size() == 4);
    for (const FileContent& file : files) {
        INFO(file.file.string());
        CHECK_FALSE(commands_a_terminal(file.content));
        if (file.file.extension() == ".md") CHECK_FALSE(has_markup(file.content));
    }
}

}  // namespace
}  // namespace onceproof::reports
