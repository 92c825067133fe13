#pragma once

#include <cstddef>
#include <vector>

#include "model/base/hash.hpp"

namespace onceproof::explore {

/// The fingerprints that one thread has met last, in a place small enough to stay near the
/// processor.
///
/// Depth first, two orders of the same steps soon meet again: many of the steps that lead to a
/// state seen before are told here, without a look into the memory of a large set.
class Recent {
public:
    /// True if `print` was met before; false may mean that it has been forgotten.
    bool meets(const Fingerprint& print) {
        Fingerprint& place = prints_[print.low % size];
        if (place == print) {
            return !(print == Fingerprint{});
        }
        place = print;
        return false;
    }

private:
    static constexpr std::size_t size = 4096;

    std::vector<Fingerprint> prints_ = std::vector<Fingerprint>(size);
};

}  // namespace onceproof::explore
