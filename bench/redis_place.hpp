#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/database.hpp"
#include "bench/server_options.hpp"
#include "impls/backend/local_server.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/secrets.hpp"

namespace onceproof::bench {

/// The oldest Redis that is measured: from 5.0 on a script may write after SCAN, as our clean-up
/// does.
inline constexpr std::string_view redis_least = "5.0";

/// A Redis with a key prefix of ours. Troubles are lines for people, with no password in them.
class RedisPlace {
public:
    /// Starts or reaches it. Null with `trouble`, one line, if that fails.
    static std::unique_ptr<RedisPlace> open(
        const ServerOptions& options, const std::string& name, std::string& trouble
    );

    /// Cleans up as far as that is possible, if `clean_up` was not called.
    ~RedisPlace();
    RedisPlace(const RedisPlace&) = delete;
    RedisPlace& operator=(const RedisPlace&) = delete;

    [[nodiscard]] const backend::RedisAddress& address() const { return address_; }
    [[nodiscard]] const ServerFacts& facts() const { return facts_; }
    /// Folder of a server of our own; empty: somebody else's.
    [[nodiscard]] std::string folder() const { return own_ ? own_->folder() : ""; }
    /// Unix socket of a server of our own; empty: somebody else's.
    [[nodiscard]] std::string socket() const { return own_ ? own_->socket() : ""; }

    /// Removes all keys of a server of our own; those of somebody else's stay until the end.
    [[nodiscard]] std::optional<std::string> empty();

    /// Memory that our keys take (MEMORY USAGE). Empty: it is somebody else's server, whose other
    /// keys would all be looked at, or it does not say.
    [[nodiscard]] std::optional<std::uint64_t> stored_bytes();

    [[nodiscard]] std::optional<std::string> unreachable();

    /// Removes the keys; one line about what could not be removed.
    [[nodiscard]] std::optional<std::string> clean_up();

private:
    explicit RedisPlace(std::string name);

    std::optional<std::string> start(const ServerOptions& options);
    std::optional<std::string> connect(const ServerOptions& options);
    std::optional<std::string> learn_facts(bool synced);
    [[nodiscard]] std::string trouble(std::string_view what) const;

    std::string name_;
    backend::Secrets secrets_;
    std::unique_ptr<backend::RedisServer> own_;
    backend::RedisAddress address_;
    ServerFacts facts_;
    std::unique_ptr<backend::RedisKv> kv_;  ///< for what is not measured
    bool has_keys_ = false;
};

}  // namespace onceproof::bench
