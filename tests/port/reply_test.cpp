#include "model/port/reply.hpp"

#include "tests/support/catch.hpp"

namespace onceproof {

TEST_CASE("reply: names are those of traces", "[port]") {
    using enum ReplyKind;
    CHECK(name_of(done) == "done");
    CHECK(name_of(duplicate) == "duplicate");
    CHECK(name_of(in_progress) == "in_progress");
    CHECK(name_of(busy) == "busy");
    CHECK(name_of(mismatch) == "mismatch");
    CHECK(name_of(declined) == "declined");
    CHECK(name_of(error) == "error");
    CHECK(name_of(static_cast<ReplyKind>(99)) == "unknown");
}

TEST_CASE("reply: done and duplicate tell success, nothing else does", "[port]") {
    using enum ReplyKind;
    for (const ReplyKind kind : {done, duplicate}) {
        CHECK(tells_success(kind));
    }
    for (const ReplyKind kind : {in_progress, busy, mismatch, declined, error}) {
        CHECK_FALSE(tells_success(kind));
    }
}

}  // namespace onceproof
