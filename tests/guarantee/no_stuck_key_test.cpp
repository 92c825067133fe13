#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE("no_stuck_key: a key that no quiet retry got is stuck at the end", "[guarantee]") {
    const Book stuck{.effects = 1};
    CHECK(
        no_stuck_key(moment(When::ended, stuck)) ==
        "key pay-1 is stuck: no quiet retry succeeded, not even the last one (never)"
    );
    Moment end = moment(When::ended, stuck);
    end.horizon = "+25h";
    CHECK(
        no_stuck_key(end) ==
        "key pay-1 is stuck: no quiet retry succeeded, not even the last one after +25h (never)"
    );
    CHECK(no_stuck_key(moment(When::quiet, stuck)) == std::nullopt);
}

TEST_CASE("no_stuck_key: one quiet retry that was answered for good is enough", "[guarantee]") {
    const Book recovered{.recovered = true};
    CHECK(no_stuck_key(moment(When::ended, recovered)) == std::nullopt);
}

}  // namespace onceproof::guarantee
