#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/local_server.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/tcp_relay.hpp"
#include "impls/backend/temp_folder.hpp"

namespace onceproof::harness {

/// A Redis of our own behind a relay, with an asynchronous replica if it is to fail over.
class ChaosRedis {
public:
    /// `persistence`: none, everysec or always. Null with `trouble`, one line, if it does not
    /// start.
    static std::unique_ptr<ChaosRedis> start(
        const std::string& persistence, bool replica, std::string& trouble
    );

    ~ChaosRedis();
    ChaosRedis(const ChaosRedis&) = delete;
    ChaosRedis& operator=(const ChaosRedis&) = delete;

    /// "Redis 7.0.15".
    [[nodiscard]] const std::string& name() const { return name_; }

    /// The service's address; it stays the same whoever is the primary.
    [[nodiscard]] backend::RedisAddress address() const;

    /// Cuts every connection of the service.
    void cut() { relay_->cut(); }
    /// Nobody gets through any longer, and then again.
    void refuse() { relay_.reset(); }
    void accept();
    /// SIGSTOP and SIGCONT to the primary.
    void pause() { primary_->pause(); }
    void resume() { primary_->resume(); }
    /// It answers every write with an error, or no longer does.
    void read_only(bool on);
    /// Drops a key whose name begins so, by `draw`; returns it, "" if there is none.
    std::string evict(const std::string& prefix, std::uint64_t draw);
    /// SIGKILL, and started again. One line of trouble if it does not come back.
    [[nodiscard]] std::optional<std::string> restart();

    /// The replica gets nothing more for `lag`; then the primary is killed and the replica
    /// promoted; the old one comes back as its replica. There must be one.
    [[nodiscard]] std::optional<std::string> fail_over(std::chrono::milliseconds lag);

private:
    ChaosRedis(
        std::unique_ptr<backend::RedisServer> primary,
        std::unique_ptr<backend::RedisServer> replica,
        backend::TempFolder folder
    );

    [[nodiscard]] std::optional<std::string> follow();

    std::unique_ptr<backend::RedisServer> primary_;
    std::unique_ptr<backend::RedisServer> replica_;
    backend::TempFolder folder_;
    std::unique_ptr<backend::TcpRelay> relay_;  ///< the service's way to the primary
    std::unique_ptr<backend::TcpRelay> link_;   ///< the replica's
    std::string name_;
};

}  // namespace onceproof::harness
