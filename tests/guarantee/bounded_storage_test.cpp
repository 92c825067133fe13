#include "tests/guarantee/moment.hpp"

namespace onceproof::guarantee {

TEST_CASE(
    "bounded_storage: whatever is left over at the end breaks it, and is named", "[guarantee]"
) {
    const Book book{};
    const std::vector<std::string> left{"redis lock:pay-1", "2 row(s) of t"};
    Moment end = moment(When::ended, book);
    CHECK(bounded_storage(end) == std::nullopt);
    end.left_over = left;
    CHECK(
        bounded_storage(end) ==
        "still stored after the retention time and a clean-up: redis lock:pay-1, 2 row(s) of t"
    );
}

TEST_CASE("bounded_storage: before the end nothing is judged", "[guarantee]") {
    const Book book{};
    const std::vector<std::string> left{"redis lock:pay-1"};
    Moment quiet = moment(When::quiet, book);
    quiet.left_over = left;
    CHECK(bounded_storage(quiet) == std::nullopt);
}

}  // namespace onceproof::guarantee
