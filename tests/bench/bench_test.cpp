#include "bench/bench.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "bench/subject.hpp"
#include "tests/bench/program.hpp"
#include "tests/support/catch.hpp"

// The built program's command `bench`, from outside.
namespace onceproof::bench {
namespace {

using namespace std::chrono_literals;

std::size_t occurrences(const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t place = text.find(word); place != std::string::npos;
         place = text.find(word, place + 1)) {
        ++count;
    }
    return count;
}

void check_nothing_left(const Ended& ended) {
    CHECK(ended.files_left == std::vector<std::string>{});
    CHECK(ended.processes_left == 0);
}

/// The lines of the group whose title that is.
std::string group_in(const std::string& output, const std::string& title) {
    const std::size_t start = output.find("\n" + title + "\n");
    if (start == std::string::npos) {
        return {};
    }
    // The next group's title, or an empty line, begins in the first column.
    std::size_t end = output.find("\n", start + 1);
    while (output.compare(end + 1, 1, " ") == 0) {
        end = output.find("\n", end + 1);
    }
    return output.substr(start, end + 1 - start);
}

TEST_CASE("onceproof bench: a smoke run fills the whole table and leaves nothing", "[bench]") {
    const Ended ended = run_program({"bench", "--smoke", "--no-fsync"});
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(ended.errors.empty());
    check_nothing_left(ended);
    for (const Database database : {Database::postgresql, Database::mariadb}) {
        const std::string group =
            group_in(ended.output, std::string(title_of(database)) + ", 2 threads");
        for (const std::string& name : subject_names()) {
            if (name.find('/') != std::string::npos) {
                CAPTURE(name_of(database), name);
                CHECK(occurrences(group, "\n  " + name + "\n    0 % ") == 1);
            }
        }
        for (const char* raw : {"raw-insert", "raw-set-nx-px", "raw-insert again"}) {
            CAPTURE(raw);
            CHECK(occurrences(group, "\n  " + std::string(raw) + "\n    0 % ") == 1);
        }
        CHECK(occurrences(group, "broke single_effect") == 1);
        CHECK(occurrences(group, "answered ") == 0);
    }
    CHECK(occurrences(ended.output, "commits are NOT durable") == 2);
    CHECK(occurrences(ended.output, ", ratio ") == 4);
}

TEST_CASE("onceproof bench: the baseline's repeats get a word, no figure", "[bench]") {
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--no-raw-limits",
         "--strategy",
         "no-guard",
         "--database",
         "postgresql",
         "--threads",
         "1"}
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(
        occurrences(
            ended.output,
            "    50 %          broke single_effect: 4 keys with more than one effect\n"
        ) == 1
    );
    CHECK(occurrences(ended.output, "fsync on, synchronous_commit on: commits are durable") == 1);
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: counts round trips exactly", "[bench]") {
    // By hand: BEGIN, SELECT, INSERT, INSERT payment, UPDATE, COMMIT; of a repeat BEGIN, SELECT,
    // COMMIT; half of each.
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--no-fsync",
         "--no-raw-limits",
         "--strategy",
         "dedup-table/published",
         "--threads",
         "2",
         "--hot",
         "--duplicates",
         "0,50,100",
         "--json",
         "figures.json"}
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    const std::vector<std::string> figures = ended.files_left;
    CHECK(figures == std::vector<std::string>{"figures.json"});
    for (const char* const title : {"PostgreSQL, 2 threads", "MariaDB, 2 threads"}) {
        std::istringstream lines(group_in(ended.output, title));
        std::vector<std::string> trips;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("    ") && line.size() > 85) {
                trips.push_back(line.substr(78, 7));
            }
        }
        // Raw insert, raw SET, five loads, raw insert again.
        CHECK(
            trips ==
            std::vector<std::string>{
                "      1",
                "      1",
                "      6",
                "    4.5",
                "    4.5",
                "      3",
                "      3",
                "      1"}
        );
    }
}

TEST_CASE("onceproof bench: effects outside are counted as well", "[bench]") {
    const std::string effect = GENERATE("external", "external-idempotent");
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--no-fsync",
         "--no-raw-limits",
         "--database",
         "postgresql",
         "--threads",
         "2",
         "--effect",
         effect,
         "--strategy",
         "no-guard",
         "--strategy",
         "dedup-table",
         "--strategy",
         "redis-key",
         "--strategy",
         "two-level"}
    );
    CAPTURE(effect, ended.output, ended.errors);
    CHECK(occurrences(ended.output, "(" + effect + ")") == 1);
    // An idempotent gateway makes even the baseline's effect once.
    CHECK(ended.status == 0);
    CHECK(occurrences(ended.output, "broke single_effect") == (effect == "external" ? 1U : 0U));
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: a rate above capacity gets words, one below a latency", "[bench]") {
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--no-raw-limits",
         "--database",
         "postgresql",
         "--strategy",
         "dedup-table/hardened",
         "--duplicates",
         "0",
         "--threads",
         "1",
         "--rate",
         "20",
         "--rate",
         "900000"}
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(occurrences(ended.output, "    0 % 20/s ") == 1);
    const std::size_t above = ended.output.find("    0 % 900000/s ");
    REQUIRE(above != std::string::npos);
    const std::string line = ended.output.substr(above, ended.output.find('\n', above) - above);
    CHECK(line.find(" offered    above capacity ") != std::string::npos);
}

TEST_CASE("onceproof bench: an interrupt ends it in order and leaves nothing", "[bench]") {
    const Ended ended = run_program(
        {"bench", "--no-fsync", "--database", "postgresql", "--strategy", "dedup-table"}, 3s
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 130);
    CHECK(ended.errors.find("onceproof: interrupted after ") != std::string::npos);
    CHECK(occurrences(ended.errors, "\n") == 1);
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: an interrupt between and within short runs ends it too", "[bench]") {
    // Some threads of a run have finished it and wait for the others, some have not begun.
    const auto moment = GENERATE(1700ms, 2000ms, 2300ms, 2600ms);
    const Ended ended = run_program(
        {"bench",
         "--no-fsync",
         "--no-raw-limits",
         "--database",
         "postgresql",
         "--strategy",
         "dedup-table",
         "--min-time",
         "20ms",
         "--threads",
         "4,3,4,3,4,3,4,3"},
        moment
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 130);
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: an interrupt while servers start leaves nothing", "[bench]") {
    const Ended ended = run_program({"bench", "--smoke"}, 300ms);
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 130);
    CHECK(ended.output.empty());
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: a server that is missing is named in one line, exit 69", "[bench]") {
    const auto [flag, value, text] = GENERATE(table<std::string, std::string, std::string>(
        {{"--postgres-bin", "/nowhere", "onceproof: postgres is not installed (see "},
         {"--redis-server", "/nowhere/redis", "onceproof: redis-server is not installed (see "},
         {"--redis-url", "unix:/nowhere", "onceproof: Redis cannot be reached: "},
         {"--mariadb-server", "/nowhere/mariadbd", "onceproof: mariadbd is not installed (see "},
         {"--redis-url",
          "http://x",
          "onceproof: no address of a Redis: http://x (see --redis-url)"},
         {"--mariadb-url", "db", "onceproof: no address of a MariaDB: db (see --mariadb-url)"},
         {"--mariadb-url", "unix:/nowhere", "onceproof: MariaDB cannot be reached: "},
         {"--postgres-url", "host=/nowhere", "onceproof: PostgreSQL cannot be reached: "}}
    ));
    const Ended ended = run_program({"bench", "--smoke", flag, value});
    CAPTURE(flag, value, ended.errors);
    CHECK(ended.status == 69);
    CHECK(ended.errors.starts_with(text));
    CHECK(occurrences(ended.errors, "\n") == 1);
    CHECK(ended.output.empty());
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: a wrong argument is told before anything starts", "[bench]") {
    const Ended ended = run_program({"bench", "--strategy", "dedup-tabel"});
    CHECK(ended.status == 64);
    CHECK(
        ended.errors ==
        "onceproof: unknown strategy \"dedup-tabel\"; did you mean \"dedup-table\"?\n"
    );
    CHECK(run_program({"bench", "--min-time", "soon"}).status == 64);
    CHECK(run_program({"bench", "--json", "/nowhere/x.json"}).status == 74);
    CHECK(run_program({"bench", "--postgres-url", "host=x options='-c a=b'"}).status == 64);
}

}  // namespace
}  // namespace onceproof::bench
