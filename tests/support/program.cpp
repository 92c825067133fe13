#include "tests/support/program.hpp"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/base/ensure.hpp"

namespace onceproof::testing {
namespace {

struct Pipe {
    Pipe() { ENSURE(pipe2(ends.data(), O_CLOEXEC) == 0); }
    std::array<int, 2> ends{};
};

[[noreturn]] void become(
    const std::vector<std::string>& arguments, const RunLimits& limits, int out, int err
) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (limits.no_file_growth) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit none{0, 0};
        setrlimit(RLIMIT_FSIZE, &none);
    }
    std::vector<char*> words;
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str()));
    }
    words.push_back(nullptr);
    execv(words[0], words.data());
    _exit(127);
}

/// Reads what is there; false at the end.
bool drain(int file, std::string& text) {
    std::array<char, 4096> buffer{};
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count > 0) {
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return count > 0;
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments, const RunLimits& limits) {
    Pipe out;
    Pipe err;
    const pid_t child = fork();
    ENSURE(child >= 0);
    if (child == 0) {
        become(arguments, limits, out.ends[1], err.ends[1]);
    }
    close(out.ends[1]);
    close(err.ends[1]);
    Finished finished;
    const auto start = std::chrono::steady_clock::now();
    std::array<pollfd, 2> files{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
    int sent = 0;
    while (files[0].fd >= 0 || files[1].fd >= 0) {
        poll(files.data(), files.size(), 20);
        const auto passed = std::chrono::steady_clock::now() - start;
        const auto due = std::chrono::milliseconds(limits.interrupt_after_ms + 100 * sent);
        if (limits.interrupt_after_ms > 0 && sent < limits.interrupts && passed >= due) {
            kill(child, SIGINT);
            ++sent;
        }
        if (passed >= std::chrono::seconds(limits.patience_s)) {
            kill(child, SIGKILL);
        }
        for (std::size_t i = 0; i < files.size(); ++i) {
            const bool readable = (files[i].revents & (POLLIN | POLLHUP)) != 0;
            if (readable && !drain(files[i].fd, i == 0 ? finished.out : finished.err)) {
                close(files[i].fd);
                files[i].fd = -1;
            }
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    finished.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return finished;
}

}  // namespace onceproof::testing
