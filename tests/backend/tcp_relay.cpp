#include "tests/backend/tcp_relay.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>

#include "impls/backend/loopback.hpp"

namespace onceproof::backend {

namespace {

constexpr int poll_ms = 2;

void send_all(int file, const char* bytes, ssize_t size) {
    while (size > 0) {
        const ssize_t sent = send(file, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        bytes += sent;
        size -= sent;
    }
}

}  // namespace

TcpRelay::TcpRelay(int target_port) : target_port_(target_port) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback_address(0);
    socklen_t size = sizeof address;
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (bind(listener_, raw, size) != 0 || listen(listener_, 16) != 0 ||
        getsockname(listener_, raw, &size) != 0) {
        throw std::runtime_error("the relay cannot listen");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

TcpRelay::~TcpRelay() {
    ended_ = true;
    thread_.join();
    close_all();
    close(listener_);
}

void TcpRelay::cut() {
    cut_asked_ = true;
    while (cut_asked_)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void TcpRelay::run() {
    while (!ended_) {
        if (cut_asked_) {
            close_all();
            cut_asked_ = false;
        }
        std::vector<pollfd> files{{.fd = listener_, .events = POLLIN, .revents = 0}};
        for (const Pair& pair : pairs_) {
            // poll passes over negative files.
            files.push_back(
                {.fd = requests_lost_ ? -1 : pair.client, .events = POLLIN, .revents = 0}
            );
            files.push_back({.fd = pair.server, .events = POLLIN, .revents = 0});
        }
        if (poll(files.data(), files.size(), poll_ms) <= 0) continue;
        for (std::size_t at = 1; at < files.size(); ++at) {
            if (files[at].revents != 0) serve((at - 1) / 2, at % 2 == 1);
        }
        if (files[0].revents != 0) accept_client();
    }
}

void TcpRelay::accept_client() {
    const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback_address(target_port_);
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(client);
        close(server);
        return;
    }
    pairs_.push_back({client, server});
}

void TcpRelay::serve(std::size_t number, bool from_client) {
    Pair& pair = pairs_[number];
    if (pair.client < 0) return;
    std::array<char, 65'536> bytes{};
    const ssize_t size =
        recv(from_client ? pair.client : pair.server, bytes.data(), bytes.size(), 0);
    if (size <= 0) {
        close(pair.client);
        close(pair.server);
        pair = {};
    } else if (from_client) {
        send_all(pair.server, bytes.data(), size);
    } else if (!replies_lost_) {
        send_all(pair.client, bytes.data(), size);
    }
}

void TcpRelay::close_all() {
    for (const Pair& pair : pairs_) {
        for (const int file : {pair.client, pair.server}) {
            if (file >= 0) close(file);
        }
    }
    pairs_.clear();
}

}  // namespace onceproof::backend
