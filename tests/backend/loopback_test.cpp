#include "impls/backend/loopback.hpp"

#include <array>
#include <chrono>
#include <future>
#include <set>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

TEST_CASE("free_ports: are different, and nobody listens there", "[backend]") {
    const auto ports = free_ports(20);
    REQUIRE(ports.size() == 20);
    CHECK(std::set(ports.begin(), ports.end()).size() == 20);
    for (const int port : ports) {
        CHECK(port >= 10'000);
        CHECK(port <= 32'767);
        CHECK(first_byte_from(port, "x") == std::nullopt);
    }
}

TEST_CASE("free_ports: none if there are not that many", "[backend]") {
    CHECK(free_ports(1'001).empty());
}

/// Listens on a port of 127.0.0.1 and says `answer` to the first client's first bytes.
class Listener {
public:
    explicit Listener(std::string answer) : answer_(std::move(answer)) {
        file_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address = loopback_address(0);
        socklen_t size = sizeof address;
        auto* const raw = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(bind(file_, raw, size) == 0);
        REQUIRE(listen(file_, 1) == 0);
        REQUIRE(getsockname(file_, raw, &size) == 0);
        port = ntohs(address.sin_port);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener() { close(file_); }

    /// What the client sent.
    std::string serve() const {
        const int client = accept(file_, nullptr, nullptr);
        std::array<char, 100> bytes{};
        const ssize_t size = recv(client, bytes.data(), bytes.size(), 0);
        send(client, answer_.data(), answer_.size(), MSG_NOSIGNAL);
        close(client);
        return {bytes.data(), static_cast<std::size_t>(size)};
    }

    int port = 0;

private:
    std::string answer_;
    int file_ = -1;
};

TEST_CASE("first_byte_from: asks the question and gives the answer's first byte", "[backend]") {
    const Listener listener("\x01rest");
    auto heard = std::async(std::launch::async, [&] { return listener.serve(); });
    CHECK(first_byte_from(listener.port, std::string_view("a\0b", 3)) == 1);
    CHECK(heard.get() == std::string("a\0b", 3));
}

TEST_CASE("first_byte_from: waits half a second for one who listens in silence", "[backend]") {
    const Listener silent("");
    const auto start = std::chrono::steady_clock::now();
    CHECK(first_byte_from(silent.port, "x") == std::nullopt);
    const auto passed = std::chrono::steady_clock::now() - start;
    CHECK(passed >= 400ms);
    CHECK(passed < 5s);
}

}  // namespace
}  // namespace onceproof::backend
