#include "impls/backend/loopback.hpp"

#include <algorithm>
#include <random>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

#include "impls/backend/timeval.hpp"

namespace onceproof::backend {

namespace {

constexpr int lowest_port = 10'000;
constexpr int highest_port = 32'767;
constexpr int tries_max = 1'000;
constexpr std::chrono::milliseconds patience{500};

/// A TCP socket that closes with this object.
class Socket {
public:
    Socket() : file_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {}
    Socket(Socket&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (file_ >= 0) close(file_);
    }
    [[nodiscard]] int file() const { return file_; }

private:
    int file_;
};

bool bind_to(const Socket& socket, int port) {
    const sockaddr_in address = loopback_address(port);
    return bind(socket.file(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

}  // namespace

sockaddr_in loopback_address(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

std::vector<int> free_ports(std::size_t count) {
    std::random_device random;
    std::vector<Socket> held;  // until all are found, so that all are different
    std::vector<int> ports;
    for (int tries = 0; tries < tries_max && ports.size() < count; ++tries) {
        constexpr unsigned span = highest_port - lowest_port + 1;
        const int port = lowest_port + static_cast<int>(random() % span);
        Socket socket;
        if (!bind_to(socket, port)) continue;
        held.push_back(std::move(socket));
        ports.push_back(port);
    }
    if (ports.size() < count) ports.clear();
    return ports;
}

std::optional<unsigned char> first_byte_from(int port, std::string_view question) {
    const Socket socket;
    const timeval limit = timeval_of(patience);
    for (const int direction : {SO_SNDTIMEO, SO_RCVTIMEO}) {
        if (setsockopt(socket.file(), SOL_SOCKET, direction, &limit, sizeof limit) != 0) return {};
    }
    const sockaddr_in address = loopback_address(port);
    if (connect(socket.file(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        return std::nullopt;
    }
    const auto sent = send(socket.file(), question.data(), question.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(question.size())) return std::nullopt;
    unsigned char first = 0;
    if (recv(socket.file(), &first, 1, 0) != 1) return std::nullopt;
    return first;
}

}  // namespace onceproof::backend
