#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <spawn.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tests/backend/leftovers.hpp"
#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

// `onceproof run --on real` and `doctor`, as a user starts them.
namespace onceproof::cli {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A folder that servers of another user can use, as TMPDIR of the programs that are started.
class Workplace {
public:
    Workplace() {
        chmod(folder_.path("").c_str(), 0755);
        fs::create_directory(tmp());
        chmod(tmp().c_str(), 0777);
        setenv("TMPDIR", tmp().c_str(), 1);
        setenv("COLUMNS", "200", 1);  // no sentence is broken
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    ~Workplace() {
        unsetenv("TMPDIR");
        unsetenv("COLUMNS");
    }

    [[nodiscard]] std::string tmp() const { return folder_.path("t"); }
    [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

    /// No server's folder, and no process in one.
    [[nodiscard]] bool is_clean() const {
        return fs::is_empty(tmp()) && backend::processes_in(tmp()) == 0;
    }
    [[nodiscard]] bool gets_clean(std::chrono::seconds patience) const {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (!is_clean() && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(50ms);
        }
        return is_clean();
    }

private:
    TemporaryFolder folder_;
};

/// All that strikes servers, on both of them, with a replica.
std::string rough_scenario(const Workplace& place) {
    return place.folder().write(
        "rough.toml",
        "onceproof = 1\n"
        "[scenario]\nid = \"rough\"\ntitle = \"Rough\"\n"
        "[workload]\ncallers = 2\nattempts = 3\neffect = \"in-transaction\"\n"
        "[service]\nredis = { replica = true }\n"
        "[strategies]\nuse = [\"no-guard\", \"table-lock/hardened\"]\n"
        "[guarantees]\ncheck = [\"single_effect\"]\n"
        "[settle]\nretries = [\"0s\"]\n"
        "[faults]\nbudget = 1\n"
        "[[fault]]\nkind = \"reply-lost\"\n"
        "[[fault]]\nkind = \"redis-failover\"\n"
        "[[fault]]\nkind = \"connection-killed\"\n"
        "[[expect]]\nstrategy = \"no-guard\"\nverdict = \"violated\"\n"
    );
}

TEST_CASE("run --on real: tells what it did and found, keeps it, and leaves nothing", "[backend]") {
    const Workplace place;
    const Finished run = onceproof(
        {"run",
         rough_scenario(place),
         "--on",
         "real",
         "--for",
         "2s",
         "--seed",
         "7",
         "-o",
         place.folder().path("out")},
        {}
    );
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 0);
    for (const char* part :
         {"seed 7",
          "2 cells on real servers, 2s each",
          "PostgreSQL 1",
          "Redis ",
          "all durations 1/20",
          "(the ledger says the same)",
          "single_effect violated, as expected",
          "single_effect held",
          " ms  c1 call.send"}) {
        INFO(part);
        CHECK(run.out.find(part) != std::string::npos);
    }
    const std::string results = content_of(place.folder().path("out/results.ndjson"));
    CHECK(results.find("\"real\"") != std::string::npos);
    CHECK(
        content_of(place.folder().path("out/chaos.txt")).find("rough / no-guard") !=
        std::string::npos
    );
    CHECK(place.is_clean());
}

TEST_CASE("run --on real: an interrupt ends it early, with all that it found so far", "[backend]") {
    const Workplace place;
    const Finished run = onceproof(
        {"run",
         rough_scenario(place),
         "--on",
         "real",
         "--for",
         "60s",
         "-o",
         place.folder().path("out")},
        {.interrupt_after_ms = 6000}
    );
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 130);
    CHECK(run.out.find("interrupted") != std::string::npos);
    CHECK(run.out.find("single_effect") != std::string::npos);
    CHECK(content_of(place.folder().path("out/results.ndjson")).ends_with("\n"));
    CHECK(place.is_clean());
}

TEST_CASE(
    "run --on real: killed in the middle of a fault, it leaves no server and no file", "[backend]"
) {
    const Workplace place;
    std::vector<std::string> words{
        ONCEPROOF_PROGRAM,
        "run",
        rough_scenario(place),
        "-f",
        "strategy:table-lock/*",
        "--on",
        "real",
        "--for",
        "60s",
        "--no-progress",
        "-o",
        place.folder().path("out")};
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    pid_t program = 0;
    REQUIRE(
        posix_spawn(&program, words[0].c_str(), nullptr, nullptr, arguments.data(), environ) == 0
    );
    // Two Redis, a PostgreSQL and two relays: then callers call and faults strike.
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    const auto folders = [&] {
        return std::distance(fs::directory_iterator(place.tmp()), fs::directory_iterator());
    };
    while (folders() < 5 && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(20ms);
    }
    CHECK(folders() == 5);
    std::this_thread::sleep_for(1500ms);
    kill(program, SIGKILL);
    int status = 0;
    REQUIRE(waitpid(program, &status, 0) == program);
    CHECK(WIFSIGNALED(status));
    CHECK(place.gets_clean(60s));
}

TEST_CASE("run --on real: a duration that is none is a wrong flag", "[backend]") {
    CHECK(onceproof({"run", "--on", "real", "--for", "soon"}).exit_code == 64);
    CHECK(onceproof({"run", "--for", "3s"}).exit_code == 64);
}

TEST_CASE(
    "doctor: all is there, and a URL where nobody listens fails without its password", "[backend]"
) {
    const Finished fine = onceproof({"doctor"});
    CAPTURE(fine.out, fine.err);
    CHECK(fine.exit_code == 0);
    for (const char* part :
         {"PostgreSQL", "Redis", "MariaDB", "RabbitMQ", "clock", "cores", "self-test"}) {
        INFO(part);
        CHECK(fine.out.find(part) != std::string::npos);
    }
    setenv("ONCEPROOF_REDIS_URL", "redis://:hush-hush@127.0.0.1:1/0", 1);
    setenv("ONCEPROOF_POSTGRES_URL", "postgresql://me:hush-hush@127.0.0.1:1/db", 1);
    const Finished unreachable = onceproof({"doctor"});
    setenv("ONCEPROOF_REDIS_URL", "redis://:hush-hush@127.0.0.1:port", 1);
    setenv("ONCEPROOF_POSTGRES_URL", "host=127.0.0.1 port=1 password=hush-hush nonsense", 1);
    const Finished malformed = onceproof({"doctor"});
    unsetenv("ONCEPROOF_REDIS_URL");
    unsetenv("ONCEPROOF_POSTGRES_URL");
    for (const Finished* finished : {&unreachable, &malformed}) {
        CAPTURE(finished->out, finished->err);
        CHECK(finished->exit_code == 69);
        CHECK(finished->out.find("FAILED") != std::string::npos);
        CHECK((finished->out + finished->err).find("hush") == std::string::npos);
    }
}

}  // namespace
}  // namespace onceproof::cli
