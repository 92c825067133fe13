#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <signal.h>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::backend {

/// The program of server_parent.cpp in another process: `arguments` are the way in which it ends,
/// then the servers that it starts.
class ServerParent {
public:
    explicit ServerParent(std::vector<std::string> arguments) {
        std::array<int, 2> ends{};
        REQUIRE(pipe(ends.data()) == 0);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        std::string program =
            std::filesystem::read_symlink("/proc/self/exe").parent_path() / "server_parent";
        std::vector<char*> words{program.data()};
        for (std::string& argument : arguments)
            words.push_back(argument.data());
        words.push_back(nullptr);
        const int error =
            posix_spawn(&pid, program.c_str(), &actions, nullptr, words.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        ::close(ends[1]);
        REQUIRE(error == 0);
        FILE* output = fdopen(ends[0], "r");
        for (std::size_t server = 1; server < arguments.size(); ++server)
            folders.push_back(read_line(output));
        std::fclose(output);
    }
    ServerParent(const ServerParent&) = delete;
    ServerParent& operator=(const ServerParent&) = delete;
    ~ServerParent() {
        if (pid > 0) end_by(SIGKILL);
    }

    /// Sends a signal (0: none), waits for the end and returns the exit status, 128 + n if by
    /// signal n.
    int end_by(int number) {
        if (number != 0) ::kill(pid, number);
        int status = 0;
        waitpid(std::exchange(pid, 0), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

    pid_t pid = 0;
    std::vector<std::string> folders;  ///< in the order of the arguments; empty: not started

private:
    static std::string read_line(FILE* file) {
        std::array<char, 512> line{};
        if (std::fgets(line.data(), static_cast<int>(line.size()), file) == nullptr) return {};
        std::string text(line.data());
        if (text.ends_with('\n')) text.pop_back();
        return text;
    }
};

}  // namespace onceproof::backend
