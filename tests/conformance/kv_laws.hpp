#pragma once

#include <cstddef>
#include <string>

#include "tests/conformance/figures.hpp"
#include "tests/conformance/kv_arms.hpp"
#include "tests/conformance/kv_front.hpp"
#include "tests/conformance/sequences.hpp"
#include "tests/support/fake_kv.hpp"

namespace onceproof::conformance {

/// Sequences of commands and waits, with time moved by hand. What they need outlives the law.
Law commands_law(RealRedis& redis, const KvFront& front, Figures& figures);

/// Sequences of commands on a grid of real time.
Law real_expiry_law(RealRedis& redis, Figures& figures);

/// Sequences after which the server is killed and comes back.
Law crash_law(RealRedis& redis, fake::Persistence persistence, Figures& figures);

/// A server and a replica of it.
class RedisPair {
public:
    RedisPair();

    [[nodiscard]] RealRedis& primary() { return primary_; }
    [[nodiscard]] RealRedis& replica() { return replica_; }
    /// An empty server, and the replica in step with it.
    void begin();
    /// Lets the replica come into step, and no longer hear of what follows: it is a server of its
    /// own from now on.
    void cut();

private:
    RealRedis primary_{backend::AppendOnly::off};
    RealRedis replica_{backend::AppendOnly::off};
    std::string port_;
};

/// Sequences of which the replica has not got the newest writes when it takes over. The fake spares
/// so many of them: not 0 is an error of its.
Law fail_over_law(RedisPair& pair, Figures& figures, std::size_t spared);

}  // namespace onceproof::conformance
