#include "impls/backend/tcp_relay.hpp"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include "impls/backend/loopback.hpp"

namespace onceproof::backend {

namespace {

constexpr int poll_ms = 2;
constexpr int waiting_max = 128;  // connections that are not yet accepted

void send_all(int file, const char* bytes, ssize_t size) {
    while (size > 0) {
        const ssize_t sent = send(file, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        bytes += sent;
        size -= sent;
    }
}

bool is_six(const RelayEnd& end) {
    return end.address.find(':') != std::string::npos;
}

/// Calls `use` with the address and its size.
template <class Use>
int with_address(const RelayEnd& end, Use use) {
    if (is_six(end)) {
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        address.sin6_port = htons(static_cast<in_port_t>(end.port));
        inet_pton(AF_INET6, end.address.c_str(), &address.sin6_addr);
        return use(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    if (end.socket.empty() && !end.address.empty()) {
        sockaddr_in address = loopback_address(end.port);
        inet_pton(AF_INET, end.address.c_str(), &address.sin_addr);
        return use(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    if (end.socket.empty()) {
        const sockaddr_in address = loopback_address(end.port);
        return use(reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    end.socket.copy(address.sun_path, sizeof address.sun_path - 1);
    return use(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

int stream_socket(const RelayEnd& end) {
    const int family = is_six(end) ? AF_INET6 : AF_INET;
    return socket(end.socket.empty() ? family : AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

}  // namespace

TcpRelay::TcpRelay(const RelayEnd& from, RelayEnd to) : to_(std::move(to)), file_(from.socket) {
    listen_at(from);
    thread_ = std::thread([this] { run(); });
}

void TcpRelay::listen_at(const RelayEnd& from) {
    listener_ = stream_socket(from);
    if (!file_.empty()) unlink(file_.c_str());
    const int bound = with_address(from, [this](const sockaddr* address, socklen_t size) {
        return bind(listener_, address, size);
    });
    if (bound != 0 || listen(listener_, waiting_max) != 0) {
        close(listener_);
        throw std::runtime_error("the relay cannot listen");
    }
    if (!file_.empty()) return;
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
}

TcpRelay::~TcpRelay() {
    ended_ = true;
    thread_.join();
    close_all();
    close(listener_);
    if (!file_.empty()) unlink(file_.c_str());
}

void TcpRelay::cut() {
    cut_asked_ = true;
    while (cut_asked_)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void TcpRelay::run() {
    while (!ended_) {
        std::erase_if(pairs_, [](const Pair& pair) { return pair.client < 0; });
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
    const int server = stream_socket(to_);
    const int connected = with_address(to_, [server](const sockaddr* address, socklen_t size) {
        return connect(server, address, size);
    });
    if (client < 0 || connected != 0) {
        if (client >= 0) close(client);
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
    } else {
        reply_has_come_ = true;
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
