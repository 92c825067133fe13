#include "model/port/result.hpp"

namespace onceproof {

std::string_view name_of(ErrorKind kind) {
    switch (kind) {
        using enum ErrorKind;
        case timeout:
            return "timeout";
        case unavailable:
            return "unavailable";
        case connection_lost:
            return "connection_lost";
        case unique_violation:
            return "unique_violation";
        case serialization_failure:
            return "serialization_failure";
        case deadlock:
            return "deadlock";
        case lock_timeout:
            return "lock_timeout";
        case in_failed_transaction:
            return "in_failed_transaction";
        case out_of_memory:
            return "out_of_memory";
        case declined:
            return "declined";
        case cancelled:
            return "cancelled";
        case rejected:
            return "rejected";
    }
    return "unknown";
}

}  // namespace onceproof
