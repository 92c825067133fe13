#pragma once

#include <memory>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// A RabbitMQ, for runs with a broker.
std::unique_ptr<RealStore> real_broker();

}  // namespace onceproof::harness
