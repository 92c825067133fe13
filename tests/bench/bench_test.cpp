#include "bench/bench.hpp"

#include <algorithm>
#include <filesystem>

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

TEST_CASE("onceproof bench: a smoke run fills the whole table and leaves nothing", "[bench]") {
    const Ended ended = run_program({"bench", "--smoke"});
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(ended.errors.empty());
    check_nothing_left(ended);
    const std::size_t thread_counts = parameters(true).threads.size();
    std::vector<Subject> subjects = strategy_subjects({}, Effect::in_transaction);
    for (const Subject& subject : subjects) {
        CAPTURE(subject.name);
        CHECK(occurrences(ended.output, "  " + subject.name + " ") == thread_counts);
    }
    for (const char* raw : {"raw-insert", "raw-set-nx-px", "raw-insert again"}) {
        CAPTURE(raw);
        CHECK(occurrences(ended.output, "  " + std::string(raw) + "  ") == thread_counts);
    }
    const auto repeats = static_cast<std::size_t>(std::ranges::count(
        subjects, std::size_t{2}, [](const Subject& subject) { return subject.streams.size(); }
    ));
    CHECK(occurrences(ended.output, " duplicate  ") == thread_counts * repeats);
    CHECK(occurrences(ended.output, "fsync on, synchronous_commit on") == 1);
}

TEST_CASE("onceproof bench: the baseline's duplicates get a word, no figure", "[bench]") {
    const Ended ended =
        run_program({"bench", "--smoke", "--no-fsync", "--strategy", "no-guard", "--threads", "1"});
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    CHECK(
        occurrences(
            ended.output, "duplicate  broke single_effect: 4 keys with more than one effect\n"
        ) == 1
    );
    CHECK(occurrences(ended.output, "commits are NOT durable") == 1);
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: counts round trips exactly", "[bench]") {
    // By hand: BEGIN, SELECT, INSERT, INSERT payment, UPDATE, COMMIT; of a duplicate BEGIN, SELECT,
    // COMMIT.
    const Ended ended = run_program(
        {"bench", "--smoke", "--no-fsync", "--strategy", "dedup-table/published", "--threads", "2"}
    );
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 0);
    const std::size_t first = ended.output.find("dedup-table/published");
    REQUIRE(first != std::string::npos);
    const std::size_t second = ended.output.find('\n', first) + 1;
    CHECK(ended.output.substr(first, second - first).ends_with("   6\n"));
    const std::string duplicate =
        ended.output.substr(second, ended.output.find('\n', second) + 1 - second);
    CHECK(duplicate.ends_with("   3\n"));
}

TEST_CASE("onceproof bench: effects outside are counted as well", "[bench]") {
    const std::string effect = GENERATE("external", "external-idempotent");
    const Ended ended =
        run_program({"bench", "--smoke", "--no-fsync", "--threads", "2", "--effect", effect});
    CAPTURE(effect, ended.output, ended.errors);
    CHECK(occurrences(ended.output, "(" + effect + ")") == 1);
    // An idempotent gateway makes even the baseline's effect once.
    CHECK(ended.status == 0);
    CHECK(occurrences(ended.output, "broke single_effect") == (effect == "external" ? 1U : 0U));
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: an interrupt ends it in order and leaves nothing", "[bench]") {
    const Ended ended = run_program({"bench", "--no-fsync"}, 3s);
    CAPTURE(ended.output, ended.errors);
    CHECK(ended.status == 130);
    CHECK(ended.errors.starts_with("onceproof: interrupted after "));
    CHECK(occurrences(ended.errors, "\n") == 1);
    check_nothing_left(ended);
}

TEST_CASE("onceproof bench: an interrupt between and within short runs ends it too", "[bench]") {
    // Some threads of a run have finished it and wait for the others, some have not begun.
    const auto moment = GENERATE(1700ms, 2000ms, 2300ms, 2600ms);
    const Ended ended = run_program(
        {"bench", "--no-fsync", "--min-time", "20ms", "--threads", "4,3,4,3,4,3,4,3"}, moment
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
         {"--redis-url", "http://x", "onceproof: no address of a Redis: http://x"},
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
