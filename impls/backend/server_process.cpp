#include "impls/backend/server_process.hpp"

#include <deque>
#include <fstream>
#include <signal.h>
#include <sys/un.h>
#include <thread>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr std::chrono::seconds stop_max{10};
constexpr std::chrono::milliseconds poll_period{10};
constexpr std::size_t log_lines_max = 8;

/// Direct children of a process, as the kernel lists them.
std::vector<pid_t> children_of(pid_t process) {
    const std::string number = std::to_string(process);
    std::ifstream list("/proc/" + number + "/task/" + number + "/children");
    std::vector<pid_t> children;
    for (pid_t child = 0; list >> child;)
        children.push_back(child);
    return children;
}

}  // namespace

std::string last_lines(const std::string& file, std::size_t lines_max) {
    std::ifstream log(file);
    std::deque<std::string> lines;
    for (std::string line; std::getline(log, line);) {
        lines.push_back(line);
        if (lines.size() > lines_max) lines.pop_front();
    }
    std::string text;
    for (const std::string& line : lines)
        text += "\n  " + line;
    return text;
}

StartError ServerProcess::failure(const std::string& what) const {
    const std::string log = last_lines(folder() + "/log", log_lines_max);
    const bool in_use =
        log.find("in use") != std::string::npos || log.find("eaddrinuse") != std::string::npos;
    return {
        in_use ? StartProblem::address_in_use : StartProblem::start_failed,
        recipe_.arguments.front() + ": " + what + log};
}

std::optional<StartError> ServerProcess::start() {
    ENSURE(!child_.has_value());
    if (recipe_.socket.size() >= sizeof(sockaddr_un::sun_path)) {
        return StartError{
            StartProblem::path_too_long,
            "the socket's path has more than 107 bytes: " + recipe_.socket};
    }
    child_ = Child::spawn(
        {.arguments = recipe_.arguments,
         .environment = recipe_.environment,
         .folder = folder(),
         .log = folder() + "/log",
         .death_signal = recipe_.death_signal}
    );
    if (!child_) return failure("could not be started");
    const auto deadline = std::chrono::steady_clock::now() + recipe_.ready_max;
    while (!recipe_.ready()) {
        if (const auto status = child_->wait(poll_period)) {
            StartError error = failure("ended with status " + std::to_string(*status));
            stop();
            return error;
        }
        if (std::chrono::steady_clock::now() > deadline) {
            StartError error = failure("did not answer in time");
            stop();
            return error;
        }
    }
    return std::nullopt;
}

void ServerProcess::stop() {
    if (!child_) return;
    resume();
    child_->signal(recipe_.stop_signal);
    if (!child_->wait(stop_max)) child_->kill();
    child_.reset();
}

void ServerProcess::pause() {
    if (!child_) return;
    // First itself: then it gets no further children.
    child_->signal(SIGSTOP);
    paused_ = children_of(child_->pid());
    for (const pid_t child : paused_)
        ::kill(child, SIGSTOP);
    is_paused_ = true;
}

void ServerProcess::resume() {
    if (!is_paused_ || !child_) return;
    for (const pid_t child : paused_)
        ::kill(child, SIGCONT);
    paused_.clear();
    child_->signal(SIGCONT);
    is_paused_ = false;
}

void ServerProcess::crash() {
    if (!child_) return;
    // A server's own children may have sessions of their own; a crashed machine has none of them
    // left.
    const std::vector<pid_t> children = children_of(child_->pid());
    is_paused_ = false;
    child_->kill();
    child_.reset();
    for (const pid_t child : children)
        ::kill(child, SIGKILL);
    const auto deadline = std::chrono::steady_clock::now() + stop_max;
    for (const pid_t child : children) {
        while (::kill(child, 0) == 0 && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(poll_period);
        }
    }
}

}  // namespace onceproof::backend
