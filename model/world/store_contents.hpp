#pragma once

#include <string>
#include <vector>

#include "model/base/time.hpp"
#include "model/fake/broker.hpp"
#include "model/fake/gateway.hpp"
#include "model/fake/redis.hpp"
#include "model/port/sql.hpp"

namespace onceproof::world {

/// What the stores hold at one moment, for a comparison with others.
struct StoreContents {
    /// The committed rows of one table, in an order that does not depend on history.
    struct Table {
        std::string name;
        std::vector<std::vector<Value>> rows;
    };

    Instant at{};
    std::vector<fake::Redis::Line> keys = {};          ///< that live
    std::vector<Table> tables = {};                    ///< all of the schema
    std::vector<fake::Broker::Message> messages = {};  ///< ever taken in
    std::vector<fake::Gateway::Entry> ledger = {};
};

}  // namespace onceproof::world
