#include "harness/probe/counter.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

Count counted_by(const std::string& command, const std::string& pointer = "") {
    const Settings settings{
        .count_command = command, .count_pointer = pointer, .timeout = Milliseconds(2'000)};
    return Counter(settings, {}).read({.key = "key-1", .value = "42"});
}

TEST_CASE("counter: a command prints the number", "[probe]") {
    CHECK(counted_by("echo 3").number == 3);
    CHECK(counted_by("echo '{\"n\": 4}'", "/n").number == 4);
}

TEST_CASE("counter: a command knows the request by its environment", "[probe]") {
    CHECK(counted_by("test $ONCEPROOF_KEY = key-1 && echo $ONCEPROOF_FRESH").number == 42);
}

TEST_CASE("counter: what it cannot read is told without a word of it", "[probe]") {
    const Count count = counted_by("echo hidden; echo hidden >&2");
    CHECK_FALSE(count.number.has_value());
    CHECK(count.trouble == "the count is not a whole number (--count-pointer names one in JSON)");
    CHECK(counted_by("echo 1; exit 3").trouble == "the count's command exited 3");
    CHECK(counted_by("kill -9 $$").trouble == "the count's command was killed");
    CHECK(counted_by("echo 1", "/n").trouble == "there is no whole number at /n in the count");
}

TEST_CASE("counter: a command that does not end is ended, with its children", "[probe]") {
    const Settings settings{.count_command = "sleep 30 & sleep 30", .timeout = Milliseconds(50)};
    CHECK(Counter(settings, {}).read({}).trouble == "the count's command did not end in time");
}

}  // namespace
}  // namespace onceproof::probe
