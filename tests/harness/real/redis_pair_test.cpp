#include "harness/real/redis_pair.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

struct Running {
    Running() { REQUIRE_FALSE(pair.begin().has_value()); }

    std::string ask(const std::string& words) { return command(pair.client(), words).text; }

    RedisPair pair;
};

TEST_CASE_METHOD(Running, "RedisPair: begins empty each time, and in order", "[real]") {
    CHECK(pair.version().starts_with("7."));
    ask("SET a 1");
    CHECK_FALSE(pair.set_read_only(true).has_value());
    CHECK(command(pair.client(), "SET a 2").trouble.has_value());
    CHECK_FALSE(pair.begin().has_value());
    CHECK(ask("GET a").empty());
    CHECK(ask("SET a 2") == "OK");
    pair.stop();
    CHECK_FALSE(pair.is_up());
    CHECK_FALSE(pair.begin().has_value());
    CHECK(ask("GET a").empty());
}

TEST_CASE_METHOD(Running, "RedisPair: its file has each write at once, and can be cut", "[real]") {
    ask("SET a 1");
    const auto first = pair.file_size();
    ask("SET a 2");
    CHECK(pair.file_size() > first);
    pair.stop();
    pair.cut_file_back(first);
    CHECK_FALSE(pair.start().has_value());
    CHECK(ask("GET a") == "1");
    pair.stop();
    pair.remove_file();
    CHECK_FALSE(pair.start().has_value());
    CHECK(ask("GET a").empty());
}

TEST_CASE_METHOD(Running, "RedisPair: a replica has what came before it was cut off", "[real]") {
    ask("SET a 1");
    CHECK_FALSE(pair.add_replica().has_value());
    ask("SET a 2");
    CHECK_FALSE(pair.cut_replica_off().has_value());
    ask("SET a 3");
    CHECK_FALSE(pair.fail_over().has_value());
    CHECK(ask("GET a") == "2");
    CHECK(ask("SET a 4") == "OK");
}

TEST_CASE_METHOD(Running, "RedisPair: a command that is refused says why", "[real]") {
    const CommandAnswer answer = command(pair.client(), "NONSENSE a b");
    REQUIRE(answer.trouble.has_value());
    CHECK(answer.trouble->starts_with("NONSENSE: ERR unknown command"));
}

}  // namespace
}  // namespace onceproof::harness
