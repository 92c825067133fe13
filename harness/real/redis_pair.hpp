#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/local_server.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/tcp_relay.hpp"

namespace onceproof::harness {

/// A Redis, and a replica of it while one is needed, with all that can be done to them.
///
/// What it returns as a text is why something could not be done, in the server's own words; empty:
/// it was done. The primary writes its append-only file at each write, before it answers.
class RedisPair {
public:
    using Trouble = std::optional<std::string>;

    /// Brings up an empty primary without a replica, whatever there was before.
    Trouble begin();

    /// A client of the primary.
    [[nodiscard]] backend::RedisKv& client() { return *client_; }
    [[nodiscard]] std::string socket() const { return primary_->socket(); }
    [[nodiscard]] const std::string& folder() const { return primary_->folder(); }
    /// "7.0.15"; empty before the first `begin`.
    [[nodiscard]] const std::string& version() const { return version_; }
    /// Answers: it has not ended by itself.
    [[nodiscard]] bool is_up();

    /// Makes every script known to the primary, so that each call is one request.
    Trouble load_scripts();

    /// SIGKILL to the primary.
    void stop();
    /// Starts it again on its append-only file.
    Trouble start();
    /// Bytes of the append-only file.
    [[nodiscard]] std::uintmax_t file_size() const;
    /// While it is stopped: cuts the file back, as a power failure leaves it.
    void cut_file_back(std::uintmax_t size);
    /// While it is stopped: forgets all.
    void remove_file();

    /// The primary takes no writes (it wants replicas that are not there), or does again.
    Trouble set_read_only(bool on);
    /// The primary takes no new keys (it has too much in memory), or does again.
    Trouble set_full(bool on);

    Trouble remove(const std::string& key);

    /// Starts a replica that has all that the primary has.
    Trouble add_replica();
    /// Waits until the replica has all, then nothing more gets to it.
    Trouble cut_replica_off();
    /// The primary is killed, and the replica is the primary.
    Trouble fail_over();

private:
    using Server = std::unique_ptr<backend::RedisServer>;

    void connect();
    /// Waits until every write gets into the append-only file at once.
    Trouble wait_for_file();
    Trouble bring_up(Server& server);
    Trouble settle(backend::RedisServer& server);
    [[nodiscard]] std::filesystem::path append_only_file() const;

    Server primary_;
    Server replica_;
    std::unique_ptr<backend::TcpRelay> link_;  ///< the replica's way to its primary
    std::unique_ptr<backend::RedisKv> client_;
    std::string version_;
};

/// Runs a command given as words in one text; the answer, or why there is none.
struct CommandAnswer {
    std::string text = {};
    std::optional<std::string> trouble = {};
};
CommandAnswer command(backend::RedisKv& client, std::string_view words);

}  // namespace onceproof::harness
