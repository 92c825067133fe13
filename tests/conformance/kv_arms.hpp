#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/local_server.hpp"
#include "impls/backend/redis_kv.hpp"
#include "tests/conformance/figures.hpp"
#include "tests/support/kv_commands.hpp"

namespace onceproof::conformance {

/// A real server with a client of its own.
class RealRedis {
public:
    explicit RealRedis(backend::AppendOnly append_only);

    /// Runs any command and gives its reply as text.
    template <class... Words>
    std::string admin(const Words&... words) {
        const std::array<std::string_view, sizeof...(Words)> arguments{words...};
        return command(arguments);
    }

    /// Lets `time` pass for the keys; none of them may end within 2 ms of now.
    void move_time(const std::vector<std::string>& keys, Duration time);

    /// "7.0.15".
    std::string version();

    /// Listens on a port of 127.0.0.1 from now on as well; returns it.
    std::string open_port();

    [[nodiscard]] backend::RedisServer& server() { return *server_; }
    [[nodiscard]] backend::RedisKv& kv() { return *kv_; }

private:
    std::string command(std::span<const std::string_view> arguments);

    std::unique_ptr<backend::RedisServer> server_;
    std::unique_ptr<backend::RedisKv> kv_;
};

/// What commands over three keys are made of; no time to live ends within half a second of a wait.
extern const KvAlphabet kv_by_hand;

/// What commands are made of whose keys end in the middle between points 100 ms apart.
extern const KvAlphabet kv_on_a_grid;

using Steady = std::chrono::steady_clock;

/// Both arms of a comparison. The fake's clock stands still meanwhile.
struct KvArms {
    KeyValue& fake;
    KeyValue& real;
    Figures& figures;
    Duration tolerance{0};  ///< between times to live
    Steady::time_point start = Steady::now();

    /// The law itself: equal outcomes, times to live within the tolerance. Fails as RapidCheck
    /// does; what comes later than the tolerance allows is discarded, since the machine was too
    /// slow.
    void expect_agreement(const KvCommand& command) const;

    /// The same of what every key holds.
    void expect_equal_contents(const std::vector<std::string>& keys) const;
};

}  // namespace onceproof::conformance
