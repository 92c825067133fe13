#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/fake/sql/store.hpp"

/// Small steps that the parts of serializable.hpp share.
namespace onceproof::fake {

using Ids = std::vector<std::uint64_t>;

inline bool applies(const Store& store, std::size_t session) {
    return store.sessions[session].isolation == Isolation::serializable && !store.is_mysql();
}

inline Party& find_id(Store& store, std::uint64_t id) {
    auto& parties = store.serializable.parties;
    const auto found = std::find_if(parties.begin(), parties.end(), [id](const Party& party) {
        return party.id == id;
    });
    ENSURE(found != parties.end());
    return *found;
}

inline Party* find_open(Store& store, std::size_t session) {
    for (Party& party : store.serializable.parties) {
        if (!party.committed && party.session == session) return &party;
    }
    return nullptr;
}

inline Party* find_commit(Store& store, CommitNumber commit) {
    for (Party& party : store.serializable.parties) {
        if (party.committed && party.commit == commit) return &party;
    }
    return nullptr;
}

inline bool contains(const Ids& ids, std::uint64_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

inline void erase(Ids& ids, std::uint64_t id) {
    ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
}

}  // namespace onceproof::fake
