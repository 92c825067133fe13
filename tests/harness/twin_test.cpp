#include "harness/twin.hpp"

#include <array>
#include <chrono>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

struct SocketPair {
    SocketPair() { REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0); }
    ~SocketPair() {
        close(ends[0]);
        close(ends[1]);
    }
    std::array<int, 2> ends{};
};

bool never() {
    return false;
}

}  // namespace

TEST_CASE("twin: messages arrive whole and in order, however long", "[harness]") {
    const SocketPair pair;
    const std::string large(3'000'000, 'x');
    std::jthread sender([&] {
        CHECK(send_message(pair.ends[0], "one"));
        CHECK(send_message(pair.ends[0], ""));
        CHECK(send_message(pair.ends[0], large));
        shutdown(pair.ends[0], SHUT_WR);
    });
    CHECK(receive_message(pair.ends[1]) == "one");
    CHECK(receive_message(pair.ends[1]) == "");
    CHECK(receive_message(pair.ends[1]) == large);
    CHECK_FALSE(receive_message(pair.ends[1]).has_value());
}

TEST_CASE("twin: a message that ends too early is none", "[harness]") {
    const SocketPair pair;
    const std::array<char, 12> cut{100};
    REQUIRE(write(pair.ends[0], cut.data(), cut.size()) == 12);
    shutdown(pair.ends[0], SHUT_WR);
    CHECK_FALSE(receive_message(pair.ends[1]).has_value());
}

// This program's own command line is Catch2's: it lists something and ends, and a list is no
// message.
TEST_CASE(
    "twin: one that ends without an answer is noticed, and sending to it fails", "[harness]"
) {
    const auto twin = Twin::start({"--list-reporters"});
    REQUIRE(twin != nullptr);
    bool sent = true;
    for (int i = 0; i < 1000 && sent; ++i) {
        sent = twin->send(std::string(100'000, 'x'), never);
    }
    CHECK_FALSE(sent);
    CHECK_FALSE(twin->answer(never).has_value());
}

TEST_CASE("twin: one that never answers is given up", "[harness]") {
    // A child that waits to be debugged for as long as its tests take: it runs none and waits.
    const auto twin = Twin::start({"twin: this one only waits"});
    REQUIRE(twin != nullptr);
    const auto start = std::chrono::steady_clock::now();
    const auto soon = [&] {
        return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(300);
    };
    CHECK_FALSE(twin->answer(soon).has_value());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

// Hidden: what the twin of the case above runs.
TEST_CASE("twin: this one only waits", "[.]") {
    std::this_thread::sleep_for(std::chrono::seconds(30));
}

}  // namespace onceproof::harness
