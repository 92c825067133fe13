#include "impls/backend/tcp_relay.hpp"

#include <array>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include "impls/backend/loopback.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::backend {
namespace {

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
}

/// Answers each byte with itself on a unix socket, until it goes.
class Echo {
public:
    explicit Echo(const std::string& path) {
        const sockaddr_un address = address_of(path);
        REQUIRE(bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        REQUIRE(listen(listener_, 8) == 0);
        thread_ = std::thread([this] { run(); });
    }
    Echo(const Echo&) = delete;
    Echo& operator=(const Echo&) = delete;
    ~Echo() {
        shutdown(listener_, SHUT_RDWR);
        thread_.join();
        close(listener_);
    }

private:
    void run() const {
        for (int client = accept(listener_, nullptr, nullptr); client >= 0;
             client = accept(listener_, nullptr, nullptr)) {
            char byte = 0;
            while (recv(client, &byte, 1, 0) == 1)
                send(client, &byte, 1, MSG_NOSIGNAL);
            close(client);
        }
    }

    int listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
    std::thread thread_;
};

int connected(const std::string& path) {
    const int file = socket(AF_UNIX, SOCK_STREAM, 0);
    const sockaddr_un address = address_of(path);
    if (connect(file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return file;
    close(file);
    return -1;
}

/// What comes back for one byte: the byte, 0 for the connection's end, '?' for nothing.
char answer_to(int file, char byte) {
    send(file, &byte, 1, MSG_NOSIGNAL);
    pollfd readable{.fd = file, .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, 200) == 0) return '?';
    char answer = 0;
    return recv(file, &answer, 1, 0) == 1 ? answer : '\0';
}

TEST_CASE("TcpRelay: passes bytes from a unix socket to one, until it is cut", "[backend]") {
    const testing::TemporaryFolder folder;
    const Echo echo(folder.path("server"));
    {
        TcpRelay relay({.socket = folder.path("relay")}, {.socket = folder.path("server")});
        const int first = connected(folder.path("relay"));
        REQUIRE(first >= 0);
        CHECK(answer_to(first, 'a') == 'a');
        relay.cut();
        CHECK(answer_to(first, 'b') == '\0');
        close(first);
        const int second = connected(folder.path("relay"));
        REQUIRE(second >= 0);
        CHECK(answer_to(second, 'c') == 'c');
        relay.lose_replies();
        CHECK_FALSE(relay.has_lost_reply());
        CHECK(answer_to(second, 'd') == '?');
        CHECK(relay.has_lost_reply());
        close(second);
    }
    CHECK(connected(folder.path("relay")) == -1);
    CHECK(access(folder.path("relay").c_str(), F_OK) != 0);
}

TEST_CASE("TcpRelay: a socket file that was left there is replaced", "[backend]") {
    const testing::TemporaryFolder folder;
    folder.write("relay", "left");
    const Echo echo(folder.path("server"));
    const TcpRelay relay({.socket = folder.path("relay")}, {.socket = folder.path("server")});
    const int file = connected(folder.path("relay"));
    REQUIRE(file >= 0);
    CHECK(answer_to(file, 'a') == 'a');
    close(file);
}

TEST_CASE("TcpRelay: from a port to a unix socket; to nobody is a cut connection", "[backend]") {
    const testing::TemporaryFolder folder;
    const TcpRelay relay({}, {.socket = folder.path("server")});
    CHECK(relay.port() > 0);
    CHECK_FALSE(first_byte_from(relay.port(), "x").has_value());
    const Echo echo(folder.path("server"));
    CHECK(first_byte_from(relay.port(), "x") == static_cast<unsigned char>('x'));
}

TEST_CASE("TcpRelay: to a server by its address", "[backend]") {
    const testing::TemporaryFolder folder;
    const Echo echo(folder.path("server"));
    const TcpRelay server({}, {.socket = folder.path("server")});
    const TcpRelay relay({}, {.port = server.port(), .address = "127.0.0.1"});
    CHECK(first_byte_from(relay.port(), "x") == static_cast<unsigned char>('x'));
    const TcpRelay elsewhere({}, {.port = server.port(), .address = "127.0.0.2"});
    CHECK_FALSE(first_byte_from(elsewhere.port(), "x").has_value());
    const TcpRelay six({}, {.port = server.port(), .address = "::1"});
    CHECK_FALSE(first_byte_from(six.port(), "x").has_value());
}

}  // namespace
}  // namespace onceproof::backend
