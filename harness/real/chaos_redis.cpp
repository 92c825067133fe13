#include "harness/real/chaos_redis.hpp"

#include <array>
#include <chrono>
#include <span>
#include <thread>
#include <unistd.h>
#include <utility>

#include "harness/real/chaos_database.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;
using backend::RedisServer;

constexpr auto patience = 2s;
constexpr int link_rounds_max = 500;

using Words = std::initializer_list<std::string_view>;

/// Asks a server itself, past all relays.
std::optional<std::string> tell(const RedisServer& server, Words words) {
    backend::RedisKv client({.socket = server.socket()}, patience);
    const auto answer = client.command(std::span(words.begin(), words.size()));
    if (!answer.ok()) {
        return std::nullopt;
    }
    return answer->value_or("");
}

/// "7.0.15" of "redis_version:7.0.15\r\n" in the text of INFO.
std::string field_of(const std::string& info, const std::string& field) {
    const std::size_t place = info.find(field + ":");
    if (place == std::string::npos) {
        return {};
    }
    const std::size_t start = place + field.size() + 1;
    return info.substr(start, info.find_first_of("\r\n", start) - start);
}

std::unique_ptr<RedisServer> start_one(backend::AppendOnly append_only, std::string& trouble) {
    auto started = RedisServer::start({.append_only = append_only, .base = fast_folder()});
    if (started.error) {
        trouble = started.error->message.substr(0, started.error->message.find('\n'));
    }
    return std::move(started.server);
}

std::optional<std::string> not_back(const backend::StartError& error) {
    return "Redis does not come back: " + error.message.substr(0, error.message.find('\n'));
}

}  // namespace

std::unique_ptr<ChaosRedis> ChaosRedis::start(
    const std::string& persistence, bool replica, std::string& trouble
) {
    const auto kept = persistence == "none"     ? backend::AppendOnly::off
                      : persistence == "always" ? backend::AppendOnly::always
                                                : backend::AppendOnly::everysec;
    auto primary = start_one(kept, trouble);
    auto second = primary != nullptr && replica ? start_one(kept, trouble) : nullptr;
    if (primary == nullptr || (replica && second == nullptr)) {
        return nullptr;
    }
    auto folder = backend::TempFolder::create(fast_folder(), "relay", geteuid(), getegid());
    if (!folder) {
        trouble = "no temporary folder can be made (see TMPDIR)";
        return nullptr;
    }
    std::unique_ptr<ChaosRedis> redis(
        new ChaosRedis(std::move(primary), std::move(second), std::move(*folder))
    );
    if (replica) {
        if (const auto problem = redis->follow()) {
            trouble = *problem;
            return nullptr;
        }
    }
    return redis;
}

ChaosRedis::ChaosRedis(
    std::unique_ptr<RedisServer> primary,
    std::unique_ptr<RedisServer> replica,
    backend::TempFolder folder
)
    : primary_(std::move(primary)), replica_(std::move(replica)), folder_(std::move(folder)) {
    name_ = "Redis " + field_of(tell(*primary_, {"INFO", "server"}).value_or(""), "redis_version");
    accept();
}

ChaosRedis::~ChaosRedis() = default;

backend::RedisAddress ChaosRedis::address() const {
    return {.socket = folder_.path() + "/redis.sock"};
}

void ChaosRedis::accept() {
    relay_ = std::make_unique<backend::TcpRelay>(
        backend::RelayEnd{.socket = address().socket},
        backend::RelayEnd{.socket = primary_->socket()}
    );
}

void ChaosRedis::read_only(bool on) {
    // More replicas than there can be: NOREPLICAS for every write.
    tell(*primary_, {"CONFIG", "SET", "min-replicas-to-write", on ? "9" : "0"});
}

std::string ChaosRedis::evict(const std::string& prefix, std::uint64_t draw) {
    constexpr std::string_view script =
        "local keys = redis.call('KEYS', ARGV[1] .. '*') "
        "if #keys == 0 then return '' end "
        "local key = keys[1 + tonumber(ARGV[2]) % #keys] redis.call('DEL', key) return key";
    const std::string number = std::to_string(draw % 9973);
    return tell(*primary_, {"EVAL", script, "0", prefix, number}).value_or("");
}

std::optional<std::string> ChaosRedis::restart() {
    primary_->crash();
    if (const auto error = primary_->restart()) {
        return not_back(*error);
    }
    return std::nullopt;
}

std::optional<std::string> ChaosRedis::follow() {
    link_ = std::make_unique<backend::TcpRelay>(
        backend::RelayEnd{}, backend::RelayEnd{.socket = primary_->socket()}
    );
    const std::string port = std::to_string(link_->port());
    tell(*primary_, {"CONFIG", "SET", "repl-diskless-sync-delay", "0"});
    tell(*replica_, {"REPLICAOF", "127.0.0.1", port});
    for (int round = 0; round < link_rounds_max; ++round) {
        const auto info = tell(*replica_, {"INFO", "replication"});
        if (info.has_value() && field_of(*info, "master_link_status") == "up") {
            return std::nullopt;
        }
        std::this_thread::sleep_for(10ms);
    }
    return "the Redis replica does not reach its primary";
}

std::optional<std::string> ChaosRedis::fail_over(std::chrono::milliseconds lag) {
    ENSURE(replica_ != nullptr);
    link_->lose_replies();
    std::this_thread::sleep_for(lag);
    primary_->crash();
    link_.reset();
    tell(*replica_, {"REPLICAOF", "NO", "ONE"});
    std::swap(primary_, replica_);
    relay_.reset();
    accept();
    if (const auto error = replica_->restart()) {
        return not_back(*error);
    }
    return follow();
}

}  // namespace onceproof::harness
