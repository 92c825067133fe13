#pragma once

#include <cstdint>
#include <string>

namespace onceproof {

/// One logical request: what a caller wants done once.
struct Request {
    std::string key;          ///< the idempotency key, chosen by the caller
    std::string order;        ///< what is paid
    std::int64_t amount = 0;  ///< how much, in the smallest unit
    std::string user;         ///< on whose behalf

    friend bool operator==(const Request&, const Request&) = default;
};

/// The result text of a successful charge for `request`; the seed of the right_result guarantee.
std::string receipt_for(const Request& request);

}  // namespace onceproof
