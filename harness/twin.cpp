#include "harness/twin.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace onceproof::harness {
namespace {

using GiveUp = std::function<bool()>;

constexpr std::size_t message_max = std::size_t{1} << 30U;

/// True if the last call only ran out of its 100 ms, or was interrupted, and may be tried again.
bool may_go_on(const GiveUp& give_up) {
    const bool passing = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    return passing && !(give_up && give_up());
}

bool send_all(int socket, const char* data, std::size_t size, const GiveUp& give_up) {
    while (size > 0) {
        const ssize_t sent = send(socket, data, size, MSG_NOSIGNAL);
        if (sent > 0) {
            data += sent;
            size -= static_cast<std::size_t>(sent);
        } else if (sent == 0 || !may_go_on(give_up)) {
            return false;
        }
    }
    return true;
}

bool receive_all(int socket, char* data, std::size_t size, const GiveUp& give_up) {
    while (size > 0) {
        const ssize_t got = recv(socket, data, size, 0);
        if (got > 0) {
            data += got;
            size -= static_cast<std::size_t>(got);
        } else if (got == 0 || !may_go_on(give_up)) {
            return false;
        }
    }
    return true;
}

bool send_one(int socket, std::string_view bytes, const GiveUp& give_up) {
    std::array<char, sizeof(std::uint64_t)> head{};
    const std::uint64_t size = bytes.size();
    std::memcpy(head.data(), &size, sizeof size);
    return send_all(socket, head.data(), head.size(), give_up) &&
           send_all(socket, bytes.data(), bytes.size(), give_up);
}

std::optional<std::string> receive_one(int socket, const GiveUp& give_up) {
    std::array<char, sizeof(std::uint64_t)> head{};
    if (!receive_all(socket, head.data(), head.size(), give_up)) {
        return std::nullopt;
    }
    std::uint64_t size = 0;
    std::memcpy(&size, head.data(), sizeof size);
    if (size > message_max) {
        return std::nullopt;
    }
    std::string bytes(size, '\0');
    const bool whole = receive_all(socket, bytes.data(), bytes.size(), give_up);
    return whole ? std::optional(std::move(bytes)) : std::nullopt;
}

/// Calls on the socket come back after 100 ms, so that somebody can be asked whether to give up.
void bound_waits(int socket) {
    const timeval bound{0, 100'000};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof bound);
}

}  // namespace

bool send_message(int socket, std::string_view bytes) {
    return send_one(socket, bytes, {});
}

std::optional<std::string> receive_message(int socket) {
    return receive_one(socket, {});
}

std::unique_ptr<Twin> Twin::start(const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return nullptr;
    }
    std::string name = "onceproof";
    std::vector<std::string> words = arguments;
    std::vector<char*> pointers{name.data()};
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    pid_t process = 0;
    // The kernel's name of the running program: the same one even if its file was replaced.
    const int failed =
        posix_spawn(&process, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed != 0) {
        close(ends[0]);
        return nullptr;
    }
    bound_waits(ends[0]);
    return std::unique_ptr<Twin>(new Twin(ends[0], process));
}

Twin::~Twin() {
    close(socket_);
    kill(process_, SIGKILL);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

bool Twin::send(std::string_view bytes, const GiveUp& give_up) {
    return send_one(socket_, bytes, give_up);
}

std::optional<std::string> Twin::answer(const GiveUp& give_up) {
    shutdown(socket_, SHUT_WR);
    return receive_one(socket_, give_up);
}

}  // namespace onceproof::harness
