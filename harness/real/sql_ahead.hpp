#pragma once

#include <cstddef>
#include <vector>

#include "model/world/store_log.hpp"

namespace onceproof::harness {

/// What the rest of a log says of a database: some of what happens later has to be arranged on
/// a server before. Every event that is asked about is an element of the log.
class SqlAhead {
public:
    explicit SqlAhead(const world::StoreLog& log);

    /// True if the database has anything to do.
    [[nodiscard]] bool any() const;

    /// How many sessions there are: one more than the highest number.
    [[nodiscard]] std::size_t sessions() const;

    /// True if some transaction is ended as a deadlock's victim.
    [[nodiscard]] bool has_victims() const;

    /// True if the transaction that `event` begins ends so.
    [[nodiscard]] bool falls_victim(const world::StoreEvent& event) const;

    /// True if the statement of `event`, which waits, gives up with `lock_timeout`.
    [[nodiscard]] bool gives_up(const world::StoreEvent& event) const;

    /// True if `event` makes the first of the commits that a failover will forget.
    [[nodiscard]] bool is_first_forgotten(const world::StoreEvent& event) const;

private:
    const world::StoreLog& log_;
    std::vector<const world::StoreEvent*> first_forgotten_;
};

}  // namespace onceproof::harness
