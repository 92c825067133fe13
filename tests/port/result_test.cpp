#include "model/port/result.hpp"

#include <set>
#include <string>
#include <string_view>

#include "tests/support/catch.hpp"

namespace onceproof {

TEST_CASE("result: it holds a value or an error", "[port]") {
    const Result<int> value(7);
    CHECK(value.ok());
    CHECK(*value == 7);
    const Result<int> failed(Error{ErrorKind::deadlock, Certainty::definite});
    CHECK_FALSE(failed.ok());
    CHECK(failed.error() == Error{ErrorKind::deadlock, Certainty::definite});
    CHECK_FALSE(failed == value);
}

TEST_CASE("result: an error is indefinite unless it says otherwise", "[port]") {
    CHECK(Error{}.kind == ErrorKind::timeout);
    CHECK(Error{}.certainty == Certainty::indefinite);
}

TEST_CASE("result: every kind of error has a name of its own", "[port]") {
    std::set<std::string_view> names;
    constexpr int kinds = static_cast<int>(ErrorKind::rejected) + 1;
    for (int kind = 0; kind < kinds; ++kind) {
        names.insert(name_of(static_cast<ErrorKind>(kind)));
    }
    CHECK(names.size() == kinds);
    CHECK_FALSE(names.contains("unknown"));
    CHECK(name_of(ErrorKind::unique_violation) == "unique_violation");
    CHECK(name_of(static_cast<ErrorKind>(99)) == "unknown");
}

}  // namespace onceproof
