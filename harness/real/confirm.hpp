#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/real/logged_run.hpp"
#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// What became of a run that was played on real servers.
struct Confirmation {
    enum class Outcome : std::uint8_t {
        confirmed,        ///< every result and all contents were those of the run
        differs,          ///< a server did something else
        not_confirmable,  ///< something in the run has no counterpart on a server
        failed,           ///< a server is missing, would not start, or has died
    };
    Outcome outcome = Outcome::confirmed;
    std::string servers = {};    ///< "PostgreSQL 15.14 + Redis 7.0.15"; empty: the run needs none
    std::size_t operations = 0;  ///< how many of them the run has
    Obstacle obstacle = {};      ///< unless it is confirmed

    /// One line, without a line end.
    [[nodiscard]] std::string text() const;
};

/// The real servers that runs are played on: each starts with the first run that needs it, serves
/// all that come, and ends with this object.
class RealServers {
public:
    RealServers();

    Confirmation confirm(const world::Config& config, const LoggedRun& run);

    /// All that were used so far, in the order of their names.
    [[nodiscard]] std::vector<std::string> versions() const {
        return {versions_.begin(), versions_.end()};
    }

private:
    std::unique_ptr<RealStore> postgres_;
    std::unique_ptr<RealStore> mysql_;
    std::unique_ptr<RealStore> redis_;
    std::unique_ptr<RealStore> broker_;
    std::unique_ptr<RealStore> gateway_;
    std::set<std::string> versions_;
};

}  // namespace onceproof::harness
