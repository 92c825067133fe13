#include "tests/conformance/kv_arms.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "impls/backend/loopback.hpp"

namespace onceproof::conformance {

using namespace std::chrono_literals;

const KvAlphabet kv_by_hand{
    .keys = {"lock:1", "dedup:1", std::string("\0\r\n", 3)},
    .values = {"", "w1", "w2", std::string("a\0b\n", 4)},
    .ttls = {10'500ms, 20'500ms, 3'600'500ms},
    .waits = {1s, 4s, 11s, 30s}};

const KvAlphabet kv_on_a_grid{
    .keys = {"lock:1", "dedup:1"},
    .values = {"w1", "w2"},
    .ttls = {50ms, 150ms, 250ms},
    .waits = {100ms}};

RealRedis::RealRedis(backend::AppendOnly append_only) {
    auto started = backend::RedisServer::start({.append_only = append_only});
    if (started.error) throw std::runtime_error(started.error->message);
    server_ = std::move(started.server);
    kv_ = std::make_unique<backend::RedisKv>(*backend::parse_redis_url(server_->url()), 5s);
}

std::string RealRedis::command(std::span<const std::string_view> arguments) {
    const auto answer = kv_->command(arguments);
    return answer ? answer->value_or("nil") : std::string(name_of(answer.error().kind));
}

void RealRedis::move_time(const std::vector<std::string>& keys, Duration time) {
    bool some_end = false;
    for (const std::string& key : keys) {
        const auto left = kv_->ttl(key);
        RC_ASSERT(left.ok());
        if (!*left || **left == Duration::max()) continue;
        const bool ends = **left <= time;
        some_end = some_end || ends;
        RC_ASSERT(*kv_->expire(key, ends ? Duration(1ms) : **left - time));
    }
    if (some_end) std::this_thread::sleep_for(3ms);
}

std::string RealRedis::version() {
    constexpr std::string_view before = "redis_version:";
    const std::string info = admin("INFO", "server");
    const std::size_t start = info.find(before) + before.size();
    return info.substr(start, info.find('\r', start) - start);
}

std::string RealRedis::open_port() {
    const std::vector<int> ports = backend::free_ports(1);
    if (ports.empty()) throw std::runtime_error("no free port");
    std::string port = std::to_string(ports.front());
    const std::string answer = admin("CONFIG", "SET", "port", port);
    if (answer != "OK") throw std::runtime_error("CONFIG SET port: " + answer);
    return port;
}

void KvArms::expect_agreement(const KvCommand& command) const {
    const KvOutcome predicted = run(command, fake);
    const KvOutcome seen = run(command, real);
    ++figures.calls;
    RC_PRE(Steady::now() - start < tolerance);
    RC_LOG() << command << " -> fake " << predicted << ", real " << seen << "\n";
    RC_ASSERT(predicted.text == seen.text);
    RC_ASSERT(predicted.ttl_left.has_value() == seen.ttl_left.has_value());
    if (predicted.ttl_left) {
        RC_ASSERT(std::chrono::abs(*predicted.ttl_left - *seen.ttl_left) <= tolerance);
    }
}

void KvArms::expect_equal_contents(const std::vector<std::string>& keys) const {
    for (const std::string& key : keys) {
        expect_agreement({.verb = KvVerb::get, .key = key});
        expect_agreement({.verb = KvVerb::ttl, .key = key});
    }
}

}  // namespace onceproof::conformance
