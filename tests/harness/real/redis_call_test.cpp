#include "harness/real/redis_call.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using world::KvCall;
using world::OpCode;

KvCall call_of(OpCode code) {
    return {.code = code, .key = "k", .value = "v"};
}

TEST_CASE("redis_call: what a Redis answers is read as the port would give it", "[real]") {
    CHECK(read_answer("+OK\r\n", call_of(OpCode::kv_set))->flag);
    CHECK_FALSE(read_answer("$-1\r\n", call_of(OpCode::kv_set))->flag);
    CHECK(read_answer(":1\r\n", call_of(OpCode::kv_del))->flag);
    CHECK_FALSE(read_answer(":0\r\n", call_of(OpCode::kv_compare_and_delete))->flag);
    CHECK(read_answer("$5\r\na\r\nbc\r\n", call_of(OpCode::kv_get))->text == "a\r\nbc");
    CHECK_FALSE(read_answer("$-1\r\n", call_of(OpCode::kv_get))->text.has_value());
    CHECK(read_answer(":1500\r\n", call_of(OpCode::kv_ttl))->left == 1500ms);
    CHECK(read_answer(":-1\r\n", call_of(OpCode::kv_ttl))->left == Duration::max());
    CHECK_FALSE(read_answer(":-2\r\n", call_of(OpCode::kv_ttl))->left.has_value());
}

TEST_CASE("redis_call: an error or half an answer is rejected", "[real]") {
    for (const char* bytes : {"", "-ERR wrong\r\n", ":\r\n", ":1x\r\n", "$4", "?"}) {
        CAPTURE(bytes);
        const KvAnswer answer = read_answer(bytes, call_of(OpCode::kv_get));
        REQUIRE_FALSE(answer.ok());
        CHECK(answer.error().kind == ErrorKind::rejected);
    }
}

TEST_CASE("redis_call: of a time to live it counts whether there is one", "[real]") {
    const auto left = [](std::optional<Duration> duration) -> KvAnswer {
        return world::KvOperation::Answer{.flag = false, .text = {}, .left = duration};
    };
    CHECK(same(left(5s), left(70ms)));
    CHECK_FALSE(same(left(5s), left(Duration::max())));
    CHECK_FALSE(same(left(5s), left({})));
    CHECK_FALSE(same(left(5s), Error{}));
    CHECK(same(Error{}, Error{}));
}

TEST_CASE("redis_call: a difference names the command and both answers", "[real]") {
    const KvAnswer yes = world::KvOperation::Answer{.flag = true, .text = {}, .left = {}};
    const KvAnswer no = world::KvOperation::Answer{};
    CHECK_FALSE(difference(call_of(OpCode::kv_del), yes, yes).has_value());
    const auto obstacle = difference(call_of(OpCode::kv_del), yes, no);
    REQUIRE(obstacle.has_value());
    CHECK(obstacle->what == "del k");
    CHECK(obstacle->simulated == "yes");
    CHECK(obstacle->real == "no");
}

TEST_CASE("redis_call: only a command that was applied and says yes has written", "[real]") {
    KvCall call = call_of(OpCode::kv_set);
    call.result = world::KvOperation::Answer{.flag = true, .text = {}, .left = {}};
    CHECK(has_written(call));
    call.passage.reach = world::Reach::lost;
    CHECK_FALSE(has_written(call));
    call.passage.reach = world::Reach::applied;
    call.code = OpCode::kv_get;
    CHECK_FALSE(has_written(call));
}

}  // namespace
}  // namespace onceproof::harness
