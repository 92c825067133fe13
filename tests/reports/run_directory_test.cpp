#include "reports/run_directory.hpp"

#include <csignal>
#include <fstream>
#include <sstream>
#include <sys/resource.h>

#include <fmt/format.h>

#include "reports/junit.hpp"
#include "reports/run_json.hpp"
#include "reports/sarif.hpp"
#include "reports/summary.hpp"
#include "reports/violations.hpp"
#include "tests/reports/example_record.hpp"
#include "tests/reports/example_trace.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::reports {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

std::string content_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

RunDirectory created(const RunPlace& place) {
    auto result = RunDirectory::create(place, example_record());
    if (const auto* error = std::get_if<WriteError>(&result)) FAIL(error->text);
    return std::get<RunDirectory>(std::move(result));
}

/// Lets no file of this process grow beyond some bytes, as on a full disk, until the end of the
/// scope.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &old_limit_);
        rlimit limit = old_limit_;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }

private:
    rlimit old_limit_{};
    void (*old_handler_)(int);
};

TEST_CASE("RunDirectory: a finished run has its seven files and nothing else", "[reports]") {
    const TemporaryFolder folder;
    const RunRecord record = example_record();
    RunDirectory directory = created({folder.path("out"), ""});
    CHECK_FALSE(directory.finish(record).has_value());
    CHECK(
        names_in(directory.path()) ==
        std::vector<std::string>{
            "counterexamples.ndjson",
            "junit.xml",
            "report.html",
            "results.ndjson",
            "results.sarif",
            "run.json",
            "summary.md"}
    );
    CHECK(content_of(directory.path() / "junit.xml") == junit(record));
    CHECK(content_of(directory.path() / "summary.md") == summary(record));
    CHECK(content_of(directory.path() / "run.json") == manifest_json(record, true));
    CHECK(content_of(directory.path() / "results.sarif") == sarif(record));
}

TEST_CASE("RunDirectory: after each cell the file holds whole lines, all so far", "[reports]") {
    const TemporaryFolder folder;
    RunDirectory directory = created({folder.path("out"), ""});
    CHECK(content_of(directory.path() / "results.ndjson").empty());
    std::string expected;
    for (const CellResult& cell : example_record().cells) {
        expected += cell_json(cell);
        CHECK_FALSE(directory.append(cell).has_value());
        CHECK(content_of(directory.path() / "results.ndjson") == expected);
        CHECK(names_in(directory.path()) == std::vector<std::string>{"results.ndjson", "run.json"});
    }
    const auto read = read_run_directory(directory.path());
    REQUIRE(std::holds_alternative<RunRecord>(read));
    CHECK(std::get<RunRecord>(read).interrupted);
    CHECK(std::get<RunRecord>(read).unreadable.empty());
}

TEST_CASE(
    "RunDirectory: above a megabyte cells appear with the next flush at the latest", "[reports]"
) {
    const TemporaryFolder folder;
    RunDirectory directory = created({folder.path("out"), ""});
    CellResult large = example_record().cells[0];
    large.note.assign(std::size_t{2} << 20U, 'x');
    CHECK_FALSE(directory.append(large).has_value());
    CHECK_FALSE(directory.append(example_record().cells[1]).has_value());
    CHECK_FALSE(directory.flush().has_value());
    CHECK(
        content_of(directory.path() / "results.ndjson") ==
        cell_json(large) + cell_json(example_record().cells[1])
    );
}

TEST_CASE(
    "RunDirectory: by default the folder is named by time and latest points to it", "[reports]"
) {
    const TemporaryFolder folder;
    const std::string base = folder.path("base");
    const RunDirectory first = created({"", base});
    const RunDirectory second = created({"", base});
    CHECK(first.path().filename().string().starts_with("2026-11-30T06-41-07Z-"));
    CHECK(first.path().filename().string().size() == 25);
    CHECK(first.path() != second.path());
    CHECK(
        fs::read_symlink(fs::path(base) / "latest") == fs::path("runs") / second.path().filename()
    );
    CHECK(fs::exists(fs::path(base) / "latest" / "run.json"));
    CHECK(names_in(base) == std::vector<std::string>{"latest", "runs"});
}

TEST_CASE("RunDirectory: an earlier run's files in the folder go, other files stay", "[reports]") {
    const TemporaryFolder folder;
    folder.write("out/junit.xml", "old");
    folder.write("out/summary.md", "old");
    folder.write("out/notes.txt", "mine");
    const RunDirectory directory = created({folder.path("out"), ""});
    CHECK(
        names_in(directory.path()) ==
        std::vector<std::string>{"notes.txt", "results.ndjson", "run.json"}
    );
}

TEST_CASE(
    "RunDirectory: a place that cannot be written gives an error with its name", "[reports]"
) {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "");
    const auto result = RunDirectory::create({file + "/out", ""}, example_record());
    REQUIRE(std::holds_alternative<WriteError>(result));
    CHECK(std::get<WriteError>(result).text == file + "/out: Not a directory");
}

TEST_CASE("RunDirectory: a full disk changes nothing that was there", "[reports]") {
    const TemporaryFolder folder;
    RunDirectory directory = created({folder.path("out"), ""});
    const RunRecord record = example_record();
    CHECK_FALSE(directory.append(record.cells[0]).has_value());
    const std::string before = content_of(directory.path() / "results.ndjson");
    const std::string manifest = content_of(directory.path() / "run.json");
    {
        const FileSizeLimit full(before.size() + 100);
        const auto error = directory.append(record.cells[1]);
        REQUIRE(error.has_value());
        CHECK(error->text == folder.path("out/results.ndjson") + ": File too large");
        CHECK(directory.finish(record).has_value());
    }
    CHECK(content_of(directory.path() / "results.ndjson") == before);
    CHECK(content_of(directory.path() / "run.json") == manifest);
    CHECK(names_in(directory.path()) == std::vector<std::string>{"results.ndjson", "run.json"});
    CHECK_FALSE(directory.append(record.cells[2]).has_value());
    CHECK(
        content_of(directory.path() / "results.ndjson") ==
        before + cell_json(record.cells[1]) + cell_json(record.cells[2])
    );
}

TEST_CASE("read_run_directory: what a finished run wrote is read again", "[reports]") {
    const TemporaryFolder folder;
    auto directory = created({.out = folder.path("out")});
    REQUIRE_FALSE(directory.finish(example_record()).has_value());
    const auto read = read_run_directory(folder.path("out"));
    REQUIRE(std::holds_alternative<RunRecord>(read));
    CHECK(run_json(std::get<RunRecord>(read)) == run_json(example_record()));
}

TEST_CASE("RunDirectory: 2,000 cells, 500 of them violated in 40 ways", "[reports]") {
    const TemporaryFolder folder;
    RunRecord record = example_record();
    record.cells.clear();
    record.cells_planned = 2000;
    for (int i = 0; i < 2000; ++i) {
        GuaranteeResult result = result_of("single_effect", Verdict::proved);
        if (i % 4 == 0) {
            result = result_of("single_effect", Verdict::violated);
            result.expected = false;
            result.fingerprint = fmt::format("{:016x}", i / 4 % 40);
            result.token = "op1-" + result.fingerprint;
        }
        record.cells.push_back(
            cell_of(fmt::format("s{}", i / 20), fmt::format("a{}", i % 20 / 4), result)
        );
        record.cells.back().point = {{"p", std::to_string(i % 4)}};
    }
    for (int i = 0; i < 40; ++i) {
        record.counterexamples.push_back(
            {.token = "op1-" + fmt::format("{:016x}", i), .trace = example_trace()}
        );
    }
    auto directory = created({.out = folder.path("out")});
    REQUIRE_FALSE(directory.finish(record).has_value());
    const auto read = std::get<RunRecord>(read_run_directory(folder.path("out")));
    CHECK(read.cells.size() == 2000);
    CHECK(read.unreadable.empty());
    CHECK(sarif(read) == sarif(record));
    CHECK(summary(read) == summary(record));
    CHECK(distinct_violations(read).size() == 40);
    CHECK(names_in(directory.path() / "failures").size() == 40);
}

TEST_CASE("read_run_directory: counterexamples are read if the run has them", "[reports]") {
    const TemporaryFolder folder;
    auto directory = created({.out = folder.path("out")});
    RunRecord record = example_record();
    record.counterexamples = {{.token = "op1-AAAAA", .trace = example_trace()}};
    REQUIRE_FALSE(directory.finish(record).has_value());
    const auto read = std::get<RunRecord>(read_run_directory(folder.path("out")));
    REQUIRE(read.counterexamples.size() == 1);
    CHECK(read.counterexamples[0].trace == example_trace());
    fs::remove(folder.path("out/counterexamples.ndjson"));
    CHECK(std::get<RunRecord>(read_run_directory(folder.path("out"))).counterexamples.empty());
    folder.write("out/counterexamples.ndjson", "{\"token\": 1}\n");
    const auto broken = std::get<RunRecord>(read_run_directory(folder.path("out")));
    CHECK(broken.unreadable == std::vector<std::string>{"counterexamples.ndjson, 1 line"});
}

TEST_CASE("read_run_directory: results that are lost are named", "[reports]") {
    const TemporaryFolder folder;
    auto directory = created({.out = folder.path("out")});
    REQUIRE_FALSE(directory.finish(example_record()).has_value());
    fs::remove(directory.path() / "results.ndjson");
    const auto read = std::get<RunRecord>(read_run_directory(folder.path("out")));
    CHECK(read.unreadable == std::vector<std::string>{"results.ndjson"});
    CHECK(read.seed == example_record().seed);
}

TEST_CASE(
    "read_run_directory: a missing file is told apart from one of something else", "[reports]"
) {
    const TemporaryFolder folder;
    const auto missing = read_run_directory(folder.path("none"));
    REQUIRE(std::holds_alternative<ReadError>(missing));
    CHECK(std::get<ReadError>(missing).missing);
    CHECK(std::get<ReadError>(missing).text == folder.path("none") + "/run.json: cannot be read");
    fs::create_directory(folder.path("other"));
    std::ofstream(folder.path("other") + "/run.json") << "{}";
    std::ofstream(folder.path("other") + "/results.ndjson") << "";
    const auto other = read_run_directory(folder.path("other"));
    REQUIRE(std::holds_alternative<ReadError>(other));
    CHECK_FALSE(std::get<ReadError>(other).missing);
}

}  // namespace
}  // namespace onceproof::reports
