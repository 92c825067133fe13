#include "impls/backend/child.hpp"

#include <chrono>
#include <signal.h>
#include <unistd.h>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

ChildSpec shell(const char* script) {
    return {
        .arguments = {"/bin/sh", "-c", script},
        .folder = "/",
        .log = "/dev/null",
        .death_signal = SIGKILL};
}

TEST_CASE("Child: wait gives the exit status, or 128 and the signal", "[backend]") {
    const auto exiting = Child::spawn(shell("exit 7"));
    REQUIRE(exiting.has_value());
    CHECK(exiting->wait(10s) == 7);
    const auto sleeping = Child::spawn(shell("exec sleep 60"));
    REQUIRE(sleeping.has_value());
    CHECK(sleeping->wait(0ms) == std::nullopt);
    sleeping->signal(SIGTERM);
    CHECK(sleeping->wait(10s) == 128 + SIGTERM);
}

TEST_CASE("Child: a program that is not there ends with status 127", "[backend]") {
    auto spec = shell("");
    spec.arguments = {"/nowhere/server"};
    const auto child = Child::spawn(spec);
    REQUIRE(child.has_value());
    CHECK(child->wait(10s) == 127);
}

TEST_CASE("Child: leads a session of its own, as the servers' user", "[backend]") {
    const auto child = Child::spawn(shell("test \"$(id -u)\" != 0 && exec sleep 60"));
    REQUIRE(child.has_value());
    CHECK(getsid(child->pid()) == child->pid());
    CHECK(child->wait(100ms) == std::nullopt);
}

TEST_CASE("Child: its end takes the rest of its group along", "[backend]") {
    pid_t group = 0;
    {
        const auto child = Child::spawn(shell("sleep 60 & sleep 60 & wait"));
        REQUIRE(child.has_value());
        CHECK(child->wait(50ms) == std::nullopt);
        group = child->pid();
        CHECK(::kill(-group, 0) == 0);
    }
    // Whoever adopts the orphans may take a moment to reap them.
    const auto deadline = std::chrono::steady_clock::now() + 10s;
    while (::kill(-group, 0) == 0 && std::chrono::steady_clock::now() < deadline)
        usleep(10'000);
    CHECK(::kill(-group, 0) != 0);
}

}  // namespace
}  // namespace onceproof::backend
