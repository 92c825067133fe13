#include "model/world/store_contents.hpp"

#include "model/fake/sql/layout.hpp"
#include "model/world/stores.hpp"

namespace onceproof::world {

StoreContents Stores::contents(Instant now) const {
    StoreContents contents{.at = now, .keys = redis_->describe(now), .ledger = gateway_->ledger()};
    for (const auto& table : schema_.tables) {
        contents.tables.push_back({table.name, database_->committed(table.name)});
    }
    if (broker_ != nullptr) {
        contents.messages.assign(broker_->messages().begin(), broker_->messages().end());
    }
    return contents;
}

}  // namespace onceproof::world
