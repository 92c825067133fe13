#pragma once

#include <cstddef>

#include "model/fake/sql/store.hpp"

namespace onceproof::fake {

/// The session's transaction has ended: nobody waits for it any longer.
void release_waiters(Store& store, std::size_t session);

/// Sessions that have been released but meet new holders of what they want wait for those.
void renew_waits(Store& store);

/// True if the session waits, directly or through others, for itself.
bool waits_in_cycle(const Store& store, std::size_t session);

}  // namespace onceproof::fake
