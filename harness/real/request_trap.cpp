#include "harness/real/request_trap.hpp"

#include <array>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace onceproof::harness {
namespace {

/// Patience with a client that has gone by all we know.
constexpr std::chrono::milliseconds hang_up_max{200};

/// A file descriptor that is closed with it.
class File {
public:
    explicit File(int number) : number_(number) {}
    ~File() {
        if (number_ >= 0) {
            close(number_);
        }
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

void set_patience(int file, std::chrono::milliseconds patience) {
    const timeval time{
        .tv_sec = patience.count() / 1'000, .tv_usec = patience.count() % 1'000 * 1'000};
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
}

}  // namespace

RequestTrap::RequestTrap(std::string path) : path_(std::move(path)) {
    const sockaddr_un address = address_of(path_);
    listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        listen(listener_, 1) != 0) {
        close(listener_);
        throw std::runtime_error("cannot listen on " + path_);
    }
    // For `caught`: a client that came is waiting to be accepted.
    set_patience(listener_, hang_up_max);
}

RequestTrap::~RequestTrap() {
    close(listener_);
    unlink(path_.c_str());
}

std::string RequestTrap::caught() {
    const File client(accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    set_patience(client.number(), hang_up_max);
    std::string bytes;
    std::array<char, 4'096> part{};
    for (;;) {
        const ssize_t size =
            client.number() < 0 ? 0 : recv(client.number(), part.data(), part.size(), 0);
        if (size <= 0) {
            return bytes;
        }
        bytes.append(part.data(), static_cast<std::size_t>(size));
    }
}

std::optional<std::string> answer_of(
    const std::string& socket_path, std::string_view request, std::chrono::milliseconds patience
) {
    const File server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_un address = address_of(socket_path);
    set_patience(server.number(), patience);
    std::array<char, 4'096> answer{};
    if (connect(server.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
            0 ||
        send(server.number(), request.data(), request.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(request.size())) {
        return std::nullopt;
    }
    const ssize_t size = recv(server.number(), answer.data(), answer.size(), 0);
    if (size <= 0) {
        return std::nullopt;
    }
    return std::string(answer.data(), static_cast<std::size_t>(size));
}

}  // namespace onceproof::harness
