#include "impls/backend/temp_folder.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <signal.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "tests/backend/leftovers.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Makes a folder with a worker in it that has a session of its own and ignores all but SIGKILL,
/// tells the folder's path, and dies without a destructor.
[[noreturn]] void die_with_a_folder(int output) {
    const auto folder = TempFolder::create("", "unit", geteuid(), getegid());
    if (!folder) _exit(1);
    const std::string& path = folder->path();
    if (fork() == 0) {
        close(output);
        setsid();
        for (int number = 1; number < NSIG; ++number)
            signal(number, SIG_IGN);
        if (chdir(path.c_str()) == 0) execl("/bin/sleep", "sleep", "600", nullptr);
        _exit(1);
    }
    while (processes_in(path) == 0)
        usleep(1000);
    if (write(output, path.data(), path.size()) < 0) _exit(1);
    kill(getpid(), SIGKILL);
    _exit(1);
}

std::string text_from(int input) {
    std::array<char, 256> bytes{};
    const ssize_t count = read(input, bytes.data(), bytes.size());
    close(input);
    return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

TEST_CASE("TempFolder: exists as long as its object, with all that is in it", "[backend]") {
    std::string path;
    {
        const auto folder = TempFolder::create("", "unit", geteuid(), getegid());
        REQUIRE(folder.has_value());
        path = folder->path();
        CHECK(path.find("/onceproof-unit-") != std::string::npos);
        fs::create_directory(path + "/inner");
        std::ofstream(path + "/inner/file") << "x";
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("TempFolder: moves with its object", "[backend]") {
    auto first = TempFolder::create("", "unit", geteuid(), getegid());
    auto second = TempFolder::create("", "unit", geteuid(), getegid());
    REQUIRE(first.has_value());
    REQUIRE(second.has_value());
    const std::string kept = first->path();
    const std::string replaced = second->path();
    *second = std::move(*first);
    first.reset();
    CHECK(second->path() == kept);
    CHECK(fs::exists(kept));
    CHECK_FALSE(fs::exists(replaced));
}

TEST_CASE("TempFolder: goes after a SIGKILL, with a worker that ignores signals", "[backend]") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const pid_t maker = fork();
    if (maker == 0) die_with_a_folder(ends[1]);
    close(ends[1]);
    const std::string path = text_from(ends[0]);
    int status = 0;
    REQUIRE(waitpid(maker, &status, 0) == maker);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE_FALSE(path.empty());
    CHECK(gone_within(path, 60s));
}

TEST_CASE("TempFolder: no folder where none can be made", "[backend]") {
    CHECK_FALSE(TempFolder::create("/nowhere", "unit", geteuid(), getegid()).has_value());
}

}  // namespace
}  // namespace onceproof::backend
