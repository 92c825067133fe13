#include "model/base/naming.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include "tests/support/catch.hpp"

using namespace onceproof;

namespace {

Fingerprint print_of(std::string_view text, const Naming::Places& places) {
    Hasher hasher;
    Naming naming(places);
    naming.add(hasher, text);
    return hasher.finish();
}

/// The callers that ids in the text name.
std::vector<std::size_t> callers_in(std::string_view text) {
    std::vector<std::size_t> callers;
    std::size_t from = 0;
    while (const auto id = find_id(text, from)) {
        callers.push_back(id->caller);
        from = id->end;
    }
    return callers;
}

constexpr std::array<std::uint8_t, 3> as_they_are{0, 1, 2};
constexpr std::array<std::uint8_t, 3> exchanged{0, 2, 1};

}  // namespace

TEST_CASE("naming: ids of handlers and tasks are found wherever they stand in a text", "[base]") {
    CHECK(callers_in("h1.1-1") == std::vector<std::size_t>{1});
    CHECK(callers_in("t12.3-10") == std::vector<std::size_t>{12});
    CHECK(callers_in("h2.1b-1") == std::vector<std::size_t>{2});
    CHECK(callers_in("claimed|h1.2-1|h2.1-3|pay-1") == std::vector<std::size_t>{1, 2});
    for (const char* other : {"", "h", "hq-1", "h1", "h1.1", "h1-1", "h1.1-", "h1.-1", "h1.1c-1"}) {
        CHECK(callers_in(other).empty());
    }
    for (const char* other : {"pay-1", "xh1.1-1", "1h1.1-1", "h1234.1-1", "order-1.2-3"}) {
        CHECK(callers_in(other).empty());
    }
}

TEST_CASE("naming: a text with ids is that of the caller in whose place theirs stands", "[base]") {
    const Naming::Places here{.callers = as_they_are};
    const Naming::Places there{.callers = exchanged};
    CHECK(print_of("h1.1-1", there) == print_of("h2.1-1", here));
    CHECK(print_of("a h1.1-1 b t2.3b-4", there) == print_of("a h2.1-1 b t1.3b-4", here));
    CHECK(print_of("h1.1-1", there) != print_of("h1.1-1", here));
    CHECK(print_of("h1.1-1", here) != print_of("h1.2-1", here));
    CHECK(print_of("h1.1-1", here) != print_of("h1.1-2", here));
    // Of nobody who changes places.
    CHECK(print_of("h3.1-1", there) == print_of("h3.1-1", here));
    CHECK(print_of("pay-1", there) == print_of("pay-1", {}));
}

TEST_CASE("naming: it knows whether anybody was named, and what is ordered by an id", "[base]") {
    Hasher hasher;
    Naming naming({.sessions = exchanged, .callers = exchanged});
    CHECK(naming.looks_for_ids());
    naming.add(hasher, "pay-1");
    naming.ordered_by("pay-1");
    CHECK_FALSE(naming.named());
    CHECK_FALSE(naming.ordered_by_id());
    CHECK(naming.session(1) == 2);
    CHECK(naming.owner(1) == 1);
    CHECK(naming.named());
    Naming other({.callers = exchanged});
    other.add(hasher, "h1.1-1");
    CHECK(other.named());
    other.ordered_by("lock:h1.1-1");
    CHECK(other.ordered_by_id());
    Naming none;
    none.ordered_by("lock:h1.1-1");
    CHECK_FALSE(none.looks_for_ids());
    CHECK_FALSE(none.ordered_by_id());
}
