#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "impls/backend/temp_folder.hpp"
#include "model/port/sql.hpp"

namespace onceproof::harness {

/// Where throw-away servers keep their data: TMPDIR if it is set; else a file system in memory,
/// where syncing costs nothing and a killed server loses nothing either; else /tmp.
std::string fast_folder();

/// A database server of our own behind a relay, for a service to work on and for faults to strike.
class ChaosDatabase {
public:
    /// Starts a server of the dialect ("postgres" or "mysql") and makes the tables. Null with
    /// `trouble`, one line, if that fails.
    static std::unique_ptr<ChaosDatabase> start(
        const std::string& dialect, const std::string& schema, std::string& trouble
    );

    ChaosDatabase() = default;
    virtual ~ChaosDatabase() = default;
    ChaosDatabase(const ChaosDatabase&) = delete;
    ChaosDatabase& operator=(const ChaosDatabase&) = delete;

    /// "PostgreSQL 15.14".
    [[nodiscard]] virtual std::string name() const = 0;

    /// A pool of so many connections through the relay; statements end after `timeout`.
    [[nodiscard]] virtual std::unique_ptr<Sql> pool(std::size_t size, Duration timeout) const = 0;

    /// Asks the server itself.
    virtual Result<Rows> ask(std::string_view text) = 0;

    /// Cuts every connection of the service.
    virtual void cut() = 0;
    /// Nobody gets through any longer (all connections are cut), and then again.
    virtual void refuse() = 0;
    virtual void accept() = 0;
    /// SIGSTOP and SIGCONT to the server and its children.
    virtual void pause() = 0;
    virtual void resume() = 0;
    /// The server ends one connection of the service, if there is one: one in a transaction rather
    /// than an idle one.
    virtual bool kill_one() = 0;
    /// SIGKILL, and started again. One line of trouble if it does not come back.
    [[nodiscard]] virtual std::optional<std::string> restart() = 0;
};

}  // namespace onceproof::harness
