#include "tests/bench/program.hpp"

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "tests/support/catch.hpp"

namespace onceproof::bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr auto patience = 180s;

/// Living processes that work in `folder`: the program itself, its guards, and the servers, whose
/// folders are in it.
int processes_in(const std::string& folder) {
    int count = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const fs::path home = fs::read_symlink(entry.path() / "cwd", ignored);
        count += home.string().starts_with(folder) ? 1 : 0;
    }
    return count;
}

pid_t spawn(std::vector<std::string> words, const std::string& folder, const std::string& base) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    const int flags = O_WRONLY | O_CREAT;
    posix_spawn_file_actions_addopen(&actions, 1, (base + "/output").c_str(), flags, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, (base + "/errors").c_str(), flags, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    std::array<std::string, 2> variables{"PATH=/usr/bin:/bin", "TMPDIR=" + folder};
    const std::array<char*, 3> environment{variables[0].data(), variables[1].data(), nullptr};
    pid_t process = 0;
    const int error = posix_spawn(
        &process, words[0].c_str(), &actions, &attributes, arguments.data(), environment.data()
    );
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE(error == 0);
    return process;
}

}  // namespace

std::string content_of(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

Ended run_program(
    const std::vector<std::string>& arguments,
    std::optional<std::chrono::milliseconds> interrupt_after
) {
    const testing::TemporaryFolder base;
    const std::string folder = base.path("tmp");
    fs::create_directory(folder);
    // Servers run as another user where we are root.
    fs::permissions(
        base.path(""), fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec
    );
    std::vector<std::string> words{ONCEPROOF_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Clock::time_point start = Clock::now();
    const pid_t process = spawn(std::move(words), folder, base.path("."));
    bool interrupted = false;
    int status = 0;
    Ended ended{.status = -1};
    while (ended.status < 0 && Clock::now() - start < patience) {
        if (interrupt_after && !interrupted && Clock::now() - start > *interrupt_after) {
            ::kill(-process, SIGINT);
            interrupted = true;
        }
        if (waitpid(process, &status, WNOHANG) == process) {
            ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        }
        std::this_thread::sleep_for(10ms);
    }
    ended.processes_left = processes_in(folder) + (::kill(-process, 0) == 0 ? 1 : 0);
    for (const auto& entry : fs::directory_iterator(folder)) {
        ended.files_left.push_back(entry.path().filename());
    }
    if (ended.status < 0) {
        ::kill(-process, SIGKILL);
        waitpid(process, &status, 0);
    }
    ended.output = content_of(base.path("output"));
    ended.errors = content_of(base.path("errors"));
    return ended;
}

}  // namespace onceproof::bench
