#include "harness/probe/counter.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/probe/pointed.hpp"

extern char** environ;

namespace onceproof::probe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds look_pause{2};

/// What a shell command printed, and how it ended.
struct Printed {
    std::string text{};
    std::string trouble{};
};

/// Starts `command` in a process group of its own, writing to `out`; -1: it cannot be started.
pid_t started(const std::string& command, const Fresh& fresh, int out) {
    std::vector<std::string> texts{"ONCEPROOF_KEY=" + fresh.key, "ONCEPROOF_FRESH=" + fresh.value};
    std::vector<char*> environment;
    for (char** each = environ; *each != nullptr; ++each) {
        environment.push_back(*each);
    }
    for (std::string& text : texts) {
        environment.push_back(text.data());
    }
    environment.push_back(nullptr);
    std::array<std::string, 3> words{"sh", "-c", command};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    const int failed =
        posix_spawn(&child, "/bin/sh", &files, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return failed == 0 ? child : -1;
}

/// Reads what is there without waiting; false at the end.
bool drain(int file, std::string& text) {
    std::array<char, 4096> bytes{};
    ssize_t size = read(file, bytes.data(), bytes.size());
    for (; size > 0 && text.size() < body_max; size = read(file, bytes.data(), bytes.size())) {
        text.append(bytes.data(), static_cast<std::size_t>(size));
    }
    return size < 0;
}

Printed printed_by(const std::string& command, const Fresh& fresh, Milliseconds timeout) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return {.trouble = "no pipe for the count's command"};
    }
    // The command's own end may block.
    fcntl(ends[1], F_SETFL, 0);
    const pid_t child = started(command, fresh, ends[1]);
    close(ends[1]);
    Printed printed;
    const Clock::time_point end = Clock::now() + timeout;
    int status = 0;
    bool ended = child < 0;
    while (!ended && Clock::now() < end && printed.text.size() < body_max) {
        drain(ends[0], printed.text);
        ended = waitpid(child, &status, WNOHANG) == child;
        if (!ended) {
            std::this_thread::sleep_for(look_pause);
        }
    }
    if (!ended) {
        kill(-child, SIGKILL);
        waitpid(child, &status, 0);
        printed.trouble = "the count's command did not end in time";
    } else if (child < 0) {
        printed.trouble = "the count's command could not be started";
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printed.trouble = WIFEXITED(status)
                              ? fmt::format("the count's command exited {}", WEXITSTATUS(status))
                              : "the count's command was killed";
    }
    drain(ends[0], printed.text);
    close(ends[0]);
    return printed;
}

Count number_in(const std::string& text, const std::string& pointer) {
    Count count{.number = number_at(text, pointer)};
    if (!count.number.has_value()) {
        count.trouble = pointer.empty()
                            ? "the count is not a whole number (--count-pointer names one in JSON)"
                            : fmt::format("there is no whole number at {} in the count", pointer);
    }
    return count;
}

}  // namespace

Counter::Counter(const Settings& settings, Route route)
    : settings_(settings), route_(std::move(route)) {
    const auto count = parse_address(settings.count_url);
    const auto service = parse_address(settings.url);
    same_origin_ = count && service && count->origin == service->origin;
}

Count Counter::read(const Fresh& fresh) const {
    return settings_.count_url.empty() ? from_command(fresh) : from_url(fresh);
}

Count Counter::from_url(const Fresh& fresh) const {
    const Answer answer = send(
        {.url = filled(settings_.count_url, fresh),
         .headers = same_origin_ ? settings_.headers : std::vector<std::string>{},
         .route = route_,
         .ca_file = settings_.ca_file,
         .timeout = settings_.timeout}
    );
    if (answer.status == 0) {
        return {.trouble = "the count's URL: " + answer.trouble};
    }
    if (answer.status != 200) {
        return {.trouble = fmt::format("the count's URL answers {}", answer.status)};
    }
    return number_in(answer.body, settings_.count_pointer);
}

Count Counter::from_command(const Fresh& fresh) const {
    Printed printed = printed_by(settings_.count_command, fresh, settings_.timeout);
    if (!printed.trouble.empty()) {
        return {.trouble = std::move(printed.trouble)};
    }
    return number_in(printed.text, settings_.count_pointer);
}

}  // namespace onceproof::probe
