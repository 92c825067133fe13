#include "impls/backend/redis_kv.hpp"

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "impls/backend/local_server.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;

constexpr Error refused_before_sending{ErrorKind::unavailable, Certainty::definite};
constexpr Error lost_under_way{ErrorKind::connection_lost, Certainty::indefinite};

std::unique_ptr<RedisServer> start(const RedisServerOptions& options) {
    auto started = RedisServer::start(options);
    if (started.error) FAIL(started.error->message);
    return std::move(started.server);
}

RedisServer& server() {
    static const auto shared = start({.append_only = AppendOnly::off});
    return *shared;
}

RedisKv client(Duration timeout) {
    return RedisKv(*parse_redis_url(server().url()), timeout);
}

template <class... Words>
Result<std::optional<std::string>> send(RedisKv& kv, Words... words) {
    const std::array<std::string_view, sizeof...(Words)> arguments{words...};
    return kv.command(arguments);
}

TEST_CASE(
    "parse_redis_url: reads sockets and hosts with port, database and password", "[backend]"
) {
    CHECK(parse_redis_url("unix:/run/r.sock")->socket == "/run/r.sock");
    CHECK(parse_redis_url("unix:///run/r.sock")->socket == "/run/r.sock");
    CHECK(parse_redis_url("/run/r.sock")->socket == "/run/r.sock");
    const auto full = parse_redis_url("redis://:secret@cache.local:7001/3");
    REQUIRE(full.has_value());
    CHECK(full->socket.empty());
    CHECK(full->host == "cache.local");
    CHECK(full->port == 7001);
    CHECK(full->database == 3);
    CHECK(full->password == "secret");
    CHECK(parse_redis_url("redis://localhost")->port == 6379);
}

TEST_CASE("parse_redis_url: refuses what is no address", "[backend]") {
    for (const auto* text :
         {"",
          "localhost",
          "http://x",
          "redis://",
          "redis://h:port",
          "redis://h:70000",
          "redis://h/x",
          "redis://user@h",
          "unix:relative"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_redis_url(text).has_value());
    }
}

TEST_CASE("scripts: each SHA-1 is the one that the server computes", "[backend]") {
    auto kv = client(1s);
    for (const Script& script :
         {compare_and_delete_script, compare_and_expire_script, compare_and_set_script}) {
        CHECK(send(kv, "SCRIPT", "LOAD", script.text)->value() == script.sha1);
    }
}

TEST_CASE("RedisKv: Redis has no sessions, so an ephemeral key is refused", "[backend]") {
    RedisKv kv = client(std::chrono::seconds(1));
    const SetOptions ephemeral{.when = SetWhen::always, .ttl = {}, .ephemeral = true};
    const Error rejected{ErrorKind::rejected, Certainty::definite};
    CHECK(kv.set("of-a-session", "1", ephemeral) == Result<bool>(rejected));
    CHECK(kv.get("of-a-session") == Result<std::optional<std::string>>(std::nullopt));
}

TEST_CASE("RedisKv: each command is one round trip", "[backend]") {
    auto kv = client(1s);
    CHECK(kv.set("trip", "1", {SetWhen::always, 10s}).ok());
    CHECK(kv.get("trip").ok());
    CHECK(kv.ttl("trip").ok());
    CHECK(kv.expire("trip", 20s).ok());
    CHECK(kv.del("trip").ok());
    CHECK(kv.round_trips() == 5);
}

TEST_CASE("RedisKv: a fraction of a millisecond is rounded up", "[backend]") {
    auto kv = client(1s);
    CHECK(kv.set("round", "1", {SetWhen::always, 10'000'001us}).ok());
    CHECK(send(kv, "PEXPIRETIME", "round").ok());
    CHECK(**kv.ttl("round") <= Duration(10'001ms));
    CHECK(**kv.ttl("round") > Duration(9'900ms));
}

TEST_CASE("RedisKv: no server is unavailable, definite", "[backend]") {
    RedisKv kv(RedisAddress{.socket = "/nowhere/redis.sock"}, 1s);
    CHECK(kv.get("a") == Result<std::optional<std::string>>(refused_before_sending));
    CHECK(kv.round_trips() == 0);
    CHECK_FALSE(kv.last_message().empty());
    RedisKv tcp(RedisAddress{.host = "127.0.0.1", .port = 1}, 1s);
    CHECK(tcp.set("a", "1", {}) == Result<bool>(refused_before_sending));
}

TEST_CASE(
    "RedisKv: a connection killed between calls is definite, the next call works", "[backend]"
) {
    auto kv = client(1s);
    auto admin = client(1s);
    CHECK(kv.set("killed", "1", {}).ok());
    CHECK(send(admin, "CLIENT", "KILL", "TYPE", "normal").ok());
    CHECK(kv.set("killed", "2", {}) == Result<bool>(refused_before_sending));
    CHECK(kv.get("killed") == Result<std::optional<std::string>>("1"));
}

TEST_CASE("RedisKv: a connection killed under way is indefinite", "[backend]") {
    auto kv = client(10s);
    auto admin = client(10s);
    CHECK(kv.set("paused", "1", {}).ok());
    CHECK(send(admin, "CLIENT", "PAUSE", "10000", "WRITE").ok());
    std::jthread killer([&admin] {
        std::this_thread::sleep_for(100ms);
        static_cast<void>(send(admin, "CLIENT", "KILL", "TYPE", "normal"));
        static_cast<void>(send(admin, "CLIENT", "UNPAUSE"));
    });
    CHECK(kv.set("paused", "2", {}) == Result<bool>(lost_under_way));
}

TEST_CASE("RedisKv: a late reply is a time-out, and never answers the next call", "[backend]") {
    auto kv = client(50ms);
    auto admin = client(1s);
    CHECK(kv.set("late", "1", {}).ok());
    CHECK(send(admin, "CLIENT", "PAUSE", "200", "WRITE").ok());
    const Error late{ErrorKind::timeout, Certainty::indefinite};
    CHECK(kv.compare_and_set("late", "1", "2", 10s) == Result<bool>(late));
    CHECK(kv.get("late") == Result<std::optional<std::string>>("1"));
    CHECK(send(admin, "CLIENT", "UNPAUSE").ok());
}

TEST_CASE("RedisKv: a full store is out_of_memory, definite, also in scripts", "[backend]") {
    const auto full = start({.append_only = AppendOnly::off});
    RedisKv kv(*parse_redis_url(full->url()), 1s);
    CHECK(kv.set("a", "1", {}).ok());
    CHECK(send(kv, "CONFIG", "SET", "maxmemory", "1").ok());
    const Result<bool> error(Error{ErrorKind::out_of_memory, Certainty::definite});
    CHECK(kv.set("b", "1", {}) == error);
    CHECK(kv.compare_and_set("a", "1", "2", 1s) == error);
    CHECK(kv.get("a") == Result<std::optional<std::string>>("1"));
    CHECK(kv.del("a") == Result<bool>(true));
}

TEST_CASE("RedisKv: a replica refuses writes as unavailable, definite", "[backend]") {
    const auto replica = start({.append_only = AppendOnly::off});
    RedisKv kv(*parse_redis_url(replica->url()), 1s);
    CHECK(send(kv, "REPLICAOF", "127.0.0.1", "1").ok());
    CHECK(kv.set("a", "1", {}) == Result<bool>(refused_before_sending));
    CHECK(kv.last_message().starts_with("READONLY"));
}

TEST_CASE("RedisKv: an unknown command is rejected, definite", "[backend]") {
    auto kv = client(1s);
    CHECK(send(kv, "NONSENSE").error() == Error{ErrorKind::rejected, Certainty::definite});
}

}  // namespace
}  // namespace onceproof::backend
