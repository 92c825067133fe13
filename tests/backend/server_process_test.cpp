#include "impls/backend/server_process.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

/// A "server" that is a shell script; it is ready once the file `ready` is in its folder.
ServerRecipe recipe(const std::string& script) {
    const ServerUser user = server_user();
    auto folder = TempFolder::create("", "unit", user.uid, user.gid);
    REQUIRE(folder.has_value());
    const std::string file = folder->path() + "/ready";
    return {
        .folder = std::move(*folder),
        .arguments = {"/bin/sh", "-c", script},
        .socket = "/tmp/s",
        .stop_signal = SIGTERM,
        .death_signal = SIGKILL,
        .ready = [file] { return std::filesystem::exists(file); },
        .ready_max = 300ms};
}

TEST_CASE("ServerProcess: start returns once it is ready, stop lets it end orderly", "[backend]") {
    ServerProcess server(
        recipe("trap 'echo bye; exit 0' TERM; : > ready; while :; do sleep 0.02; done")
    );
    REQUIRE_FALSE(server.start().has_value());
    CHECK(server.pid() > 0);
    server.stop();
    CHECK(server.pid() == 0);
    CHECK(last_lines(server.folder() + "/log", 1) == "\n  bye");
}

TEST_CASE("ServerProcess: a server that ends at once is an error with its log", "[backend]") {
    ServerProcess server(recipe("echo no such option; exit 3"));
    const auto error = server.start();
    REQUIRE(error.has_value());
    CHECK(error->problem == StartProblem::start_failed);
    CHECK(error->message == "/bin/sh: ended with status 3\n  no such option");
    CHECK(server.pid() == 0);
}

TEST_CASE("ServerProcess: a log that says \"in use\" is an address in use", "[backend]") {
    ServerProcess server(recipe("echo bind: Address already in use; exit 1"));
    CHECK(server.start()->problem == StartProblem::address_in_use);
}

TEST_CASE("ServerProcess: a server that never answers is stopped", "[backend]") {
    ServerProcess server(recipe("exec sleep 60"));
    const auto error = server.start();
    REQUIRE(error.has_value());
    CHECK(error->message == "/bin/sh: did not answer in time");
    CHECK(server.pid() == 0);
}

TEST_CASE("last_lines: gives the end of a file", "[backend]") {
    const auto folder = TempFolder::create("", "unit", geteuid(), getegid());
    REQUIRE(folder.has_value());
    const std::string file = folder->path() + "/log";
    std::ofstream(file) << "1\n2\n3\n";
    CHECK(last_lines(file, 2) == "\n  2\n  3");
    CHECK(last_lines("/nowhere", 2).empty());
}

/// The letter in /proc that tells what a process does: 'T' is stopped.
char state_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(')');
    return name_end == std::string::npos ? ' ' : text.at(name_end + 2);
}

bool comes_to(pid_t process, bool stopped) {
    for (int round = 0; round < 500; ++round) {
        if ((state_of(process) == 'T') == stopped) return true;
        std::this_thread::sleep_for(10ms);
    }
    return false;
}

TEST_CASE("ServerProcess: a paused one stops with its children, and ends orderly", "[backend]") {
    // It waits in the shell itself: a shell that is just starting a program (vfork) hangs in the
    // kernel, and never counts as stopped, while the half-started child is the one that stands.
    ServerProcess server(recipe(
        "sleep 600 & echo $! > child; trap 'kill %1; echo bye; exit 0' TERM; : > ready; wait"
    ));
    REQUIRE_FALSE(server.start().has_value());
    pid_t child = 0;
    std::ifstream(server.folder() + "/child") >> child;
    REQUIRE(child > 0);
    server.pause();
    CHECK(comes_to(server.pid(), true));
    CHECK(comes_to(child, true));
    server.resume();
    CHECK(comes_to(server.pid(), false));
    CHECK(comes_to(child, false));
    server.pause();
    server.stop();
    CHECK(last_lines(server.folder() + "/log", 1).find("bye") != std::string::npos);
    CHECK(server.pid() == 0);
}

TEST_CASE("ServerProcess: a paused one crashes like any other", "[backend]") {
    ServerProcess server(recipe(": > ready; sleep 600"));
    REQUIRE_FALSE(server.start().has_value());
    server.pause();
    server.crash();
    CHECK(server.pid() == 0);
    REQUIRE_FALSE(server.start().has_value());
    CHECK(state_of(server.pid()) != 'T');
}

}  // namespace
}  // namespace onceproof::backend
