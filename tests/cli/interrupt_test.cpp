#include "cli/interrupt.hpp"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// A quick cell, and one that takes minutes.
std::string long_scenario(const TemporaryFolder& folder) {
    return folder.write(
        "long.toml",
        "onceproof = 1\n"
        "[scenario]\nid = \"long\"\ntitle = \"Long\"\n"
        "[workload]\ncallers = 4\nattempts = 3\neffect = \"in-transaction\"\n"
        "[strategies]\nuse = [\"no-guard\", \"table-lock/hardened\"]\n"
        "[guarantees]\ncheck = [\"single_effect\"]\n"
        "[faults]\nbudget = 3\n"
        "[[fault]]\nkind = \"crash-before\"\nmax = 3\n"
        "[[fault]]\nkind = \"reply-lost\"\nmax = 3\n"
        "[[expect]]\nstrategy = \"no-guard\"\nverdict = \"violated\"\n"
        "[explore]\nlimit = { states = 100_000_000, time = \"10m\" }\n"
    );
}

/// How a process ends that catches interrupts and gets so many: 1 if it saw one and went on, 2 if
/// it saw none.
int exit_code_after(int interrupts) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        catch_interrupts();
        for (int number = 0; number < interrupts; ++number) {
            raise(SIGINT);
        }
        _exit(interrupted() ? 1 : 2);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    return WEXITSTATUS(status);
}

TEST_CASE("interrupt: the first is only noted, the second ends the program at once", "[cli]") {
    CHECK(exit_code_after(0) == 2);
    CHECK(exit_code_after(1) == 1);
    CHECK(exit_code_after(2) == 130);
}

TEST_CASE("interrupt: the first one keeps the results so far (exit 130)", "[cli]") {
    const TemporaryFolder folder;
    const Finished run = onceproof(
        {"run", long_scenario(folder), "-j", "1", "-o", folder.path("out")},
        {.interrupt_after_ms = 700}
    );
    CAPTURE(run.out, run.err);
    CHECK(run.exit_code == 130);
    CHECK(run.out.find("interrupted") != std::string::npos);
    const std::string results = content_of(folder.path("out/results.ndjson"));
    CHECK(results.find("\"no-guard/baseline\"") != std::string::npos);
    CHECK(results.ends_with("\n"));
}

}  // namespace
}  // namespace onceproof::cli
