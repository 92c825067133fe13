#include "impls/backend/mariadb_values.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

TEST_CASE("mysql_time_of, instant_of: an instant comes back to the microsecond", "[backend]") {
    const std::int64_t microseconds =
        GENERATE(0, 1, 1'704'067'199'123'456, -62'135'596'800'000'000);
    const Instant instant{Duration(microseconds)};
    CHECK(instant_of(mysql_time_of(instant)) == instant);
}

TEST_CASE("mysql_time_of: the parts of a date and a time", "[backend]") {
    const MYSQL_TIME time = mysql_time_of(Instant(Duration(1'704'067'199'123'456)));
    CHECK(time.year == 2023);
    CHECK(time.month == 12);
    CHECK(time.day == 31);
    CHECK(time.hour == 23);
    CHECK(time.minute == 59);
    CHECK(time.second == 59);
    CHECK(time.second_part == 123'456);
}

TEST_CASE("MariadbParameters: one for each question mark, in the text's order", "[backend]") {
    const MariadbText text{"? ? ?", {1, 0, 1}};
    const std::vector<Value> values{std::string("a"), std::int64_t{7}};
    MariadbParameters parameters(text, values);
    CHECK(parameters.binds()[0].buffer_type == MYSQL_TYPE_LONGLONG);
    CHECK(parameters.binds()[1].buffer_type == MYSQL_TYPE_STRING);
    CHECK(parameters.binds()[2].buffer == parameters.binds()[0].buffer);
}

}  // namespace
}  // namespace onceproof::backend
