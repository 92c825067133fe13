#include "impls/strategy/key_record.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::strategy {

TEST_CASE("key-record: what is written is read again, in every state", "[strategy]") {
    for (const KeyState state : {KeyState::claimed, KeyState::unknown, KeyState::done}) {
        const KeyRecord record{state, "owner", "order-1/100/user-1", "paid\nwith a second line"};
        CHECK(record_of(text_of(record)) == record);
    }
    CHECK(text_of({KeyState::done, "", "p", "r"}) == "done\n\np\nr");
}

TEST_CASE("key-record: anything else is none", "[strategy]") {
    for (const auto* text : {"", "processing", "1", "done\n\np", "finished\na\nb\nc"}) {
        CAPTURE(text);
        CHECK_FALSE(record_of(text).has_value());
    }
}

}  // namespace onceproof::strategy
