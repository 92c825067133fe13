#include "harness/real/request_trap.hpp"

#include <stdexcept>

#include "impls/backend/redis_kv.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

TEST_CASE("RequestTrap: a client gives up, and what it sent is there", "[real]") {
    const testing::TemporaryFolder folder;
    RequestTrap trap(folder.path("trap"));
    backend::RedisKv client({.socket = trap.path()}, 5ms);
    const auto answer = client.get("k");
    REQUIRE_FALSE(answer.ok());
    CHECK(answer.error() == Error{ErrorKind::timeout, Certainty::indefinite});
    CHECK(trap.caught() == "*2\r\n$3\r\nGET\r\n$1\r\nk\r\n");
}

TEST_CASE("RequestTrap: two cannot have one place, and nobody answers for a third", "[real]") {
    const testing::TemporaryFolder folder;
    const std::string path = folder.path("trap");
    {
        const RequestTrap trap(path);
        CHECK_THROWS_AS(RequestTrap(path), std::runtime_error);
        CHECK_FALSE(answer_of(path, "PING\r\n", 5ms).has_value());
    }
    CHECK_FALSE(answer_of(path, "PING\r\n", 5ms).has_value());
}

}  // namespace
}  // namespace onceproof::harness
