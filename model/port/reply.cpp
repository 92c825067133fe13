#include "model/port/reply.hpp"

namespace onceproof {

std::string_view name_of(ReplyKind kind) {
    switch (kind) {
        using enum ReplyKind;
        case done:
            return "done";
        case duplicate:
            return "duplicate";
        case in_progress:
            return "in_progress";
        case busy:
            return "busy";
        case mismatch:
            return "mismatch";
        case declined:
            return "declined";
        case error:
            return "error";
    }
    return "unknown";
}

}  // namespace onceproof
