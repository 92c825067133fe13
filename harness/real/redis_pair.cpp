#include "harness/real/redis_pair.hpp"

#include <array>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include "impls/backend/loopback.hpp"
#include "impls/backend/scripts.hpp"

namespace onceproof::harness {
namespace {

using backend::RedisKv;
using backend::RedisServer;
using Trouble = RedisPair::Trouble;
using namespace std::chrono_literals;

constexpr std::chrono::seconds call_max{5};
constexpr std::chrono::seconds replica_max{20};
constexpr const char* file_folder = "appendonlydir";

RedisKv client_of(const RedisServer& server) {
    return RedisKv(backend::RedisAddress{.socket = server.socket()}, call_max);
}

/// The text behind `name` in what INFO says.
std::string field(std::string_view info, std::string_view name) {
    const std::string wanted = std::string(name) + ":";
    const std::size_t place = info.find("\n" + wanted);
    if (place == std::string_view::npos) {
        return "";
    }
    const std::size_t start = place + 1 + wanted.size();
    return std::string(info.substr(start, info.find('\r', start) - start));
}

std::string info(RedisKv& client, std::string_view name) {
    return field(command(client, "INFO").text, name);
}

Trouble wait_until(const std::function<bool()>& done, const std::string& otherwise) {
    const auto deadline = std::chrono::steady_clock::now() + replica_max;
    while (!done()) {
        if (std::chrono::steady_clock::now() > deadline) {
            return otherwise;
        }
        std::this_thread::sleep_for(5ms);
    }
    return std::nullopt;
}

}  // namespace

CommandAnswer command(RedisKv& client, std::string_view words) {
    std::vector<std::string_view> parts;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        parts.push_back(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    const auto answer = client.command(parts);
    if (answer.ok()) {
        return {.text = answer->value_or("")};
    }
    const std::string& message = client.last_message();
    return {
        .trouble = std::string(parts.front()) + ": " +
                   (message.empty() ? std::string(name_of(answer.error().kind)) : message)};
}

Trouble RedisPair::begin() {
    link_.reset();
    if (Trouble trouble = bring_up(primary_)) {
        return trouble;
    }
    connect();
    if (Trouble trouble = wait_for_file()) {
        return trouble;
    }
    for (const char* words :
         {"REPLICAOF NO ONE",
          "CONFIG SET min-replicas-to-write 0",
          "CONFIG SET maxmemory 0",
          "FLUSHALL"}) {
        if (Trouble trouble = command(*client_, words).trouble) {
            return trouble;
        }
    }
    version_ = info(*client_, "redis_version");
    return std::nullopt;
}

Trouble RedisPair::bring_up(Server& server) {
    if (server == nullptr) {
        auto started = RedisServer::start({});
        if (started.error.has_value()) {
            return started.error->message;
        }
        server = std::move(started.server);
    } else if (server->pid() == 0) {
        if (const auto error = server->restart()) {
            return error->message;
        }
    }
    return settle(*server);
}

Trouble RedisPair::settle(RedisServer& server) {
    RedisKv client = client_of(server);
    // The file has every write before its answer is out, unless a sync is under way: so none is.
    for (const char* words :
         {"CONFIG SET appendfsync no", "CONFIG SET repl-diskless-sync-delay 0"}) {
        if (Trouble trouble = command(client, words).trouble) {
            return trouble;
        }
    }
    return std::nullopt;
}

bool RedisPair::is_up() {
    RedisKv client = client_of(*primary_);
    return !command(client, "PING").trouble.has_value();
}

Trouble RedisPair::load_scripts() {
    for (const backend::Script& script :
         {backend::compare_and_delete_script,
          backend::compare_and_expire_script,
          backend::compare_and_set_script}) {
        const std::array<std::string_view, 3> words{"SCRIPT", "LOAD", script.text};
        if (!client_->command(words).ok()) {
            return "SCRIPT LOAD: " + client_->last_message();
        }
    }
    return std::nullopt;
}

void RedisPair::stop() {
    primary_->crash();
}

Trouble RedisPair::start() {
    connect();
    return bring_up(primary_);
}

void RedisPair::connect() {
    client_ =
        std::make_unique<RedisKv>(backend::RedisAddress{.socket = primary_->socket()}, call_max);
}

std::filesystem::path RedisPair::append_only_file() const {
    std::error_code missing;
    const std::filesystem::path folder = primary_->folder() + "/" + file_folder;
    std::filesystem::path newest;
    const auto key = [](const std::filesystem::path& path) {
        return std::pair(path.native().size(), path);  // numbers in names have no leading zeros
    };
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
        const bool grows = entry.path().native().ends_with(".incr.aof");
        if (grows && key(newest) < key(entry.path())) {
            newest = entry.path();
        }
    }
    return newest;
}

std::uintmax_t RedisPair::file_size() const {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(append_only_file(), missing);
    return missing ? 0 : size;
}

void RedisPair::cut_file_back(std::uintmax_t size) {
    if (size < file_size()) {
        std::filesystem::resize_file(append_only_file(), size);
    }
}

void RedisPair::remove_file() {
    std::filesystem::remove_all(primary_->folder() + "/" + file_folder);
}

Trouble RedisPair::set_read_only(bool on) {
    return command(
               *client_,
               on ? "CONFIG SET min-replicas-to-write 9" : "CONFIG SET min-replicas-to-write 0"
    )
        .trouble;
}

Trouble RedisPair::set_full(bool on) {
    return command(*client_, on ? "CONFIG SET maxmemory 1" : "CONFIG SET maxmemory 0").trouble;
}

Trouble RedisPair::remove(const std::string& key) {
    const Result<bool> removed = client_->del(key);
    return removed.ok() ? std::nullopt : Trouble("DEL: " + client_->last_message());
}

Trouble RedisPair::add_replica() {
    if (replica_ != nullptr && replica_->pid() == 0) {
        // A dead primary of before comes back with nothing.
        std::filesystem::remove_all(replica_->folder() + "/" + file_folder);
    }
    if (Trouble trouble = bring_up(replica_)) {
        return trouble;
    }
    // Replication knows no unix sockets.
    const std::vector<int> ports = backend::free_ports(1);
    if (ports.empty()) {
        return "there is no free port";
    }
    for (const std::string& words :
         {std::string("CONFIG SET bind 127.0.0.1"),
          "CONFIG SET port " + std::to_string(ports.front())}) {
        if (Trouble trouble = command(*client_, words).trouble) {
            return trouble;
        }
    }
    link_ = std::make_unique<backend::TcpRelay>(ports.front());
    RedisKv replica = client_of(*replica_);
    const std::string words = "REPLICAOF 127.0.0.1 " + std::to_string(link_->port());
    if (Trouble trouble = command(replica, words).trouble) {
        return trouble;
    }
    return wait_until(
        [&] { return info(replica, "master_link_status") == "up"; },
        "the replica does not get its primary's data"
    );
}

Trouble RedisPair::cut_replica_off() {
    RedisKv replica = client_of(*replica_);
    const std::string written = info(*client_, "master_repl_offset");
    Trouble trouble = wait_until(
        [&] { return info(replica, "slave_repl_offset") == written; },
        "the replica does not keep up with its primary"
    );
    link_->lose_replies();
    return trouble;
}

Trouble RedisPair::fail_over() {
    primary_->crash();
    link_.reset();
    std::swap(primary_, replica_);
    connect();
    if (Trouble trouble = command(*client_, "REPLICAOF NO ONE").trouble) {
        return trouble;
    }
    return wait_for_file();
}

Trouble RedisPair::wait_for_file() {
    // A replica that has got everything anew writes its file anew, behind our back.
    return wait_until(
        [this] {
            return info(*client_, "aof_rewrite_in_progress") == "0" &&
                   info(*client_, "aof_rewrite_scheduled") == "0";
        },
        "the append-only file does not get written"
    );
}

}  // namespace onceproof::harness
