#include "tests/harness/cause_suite.hpp"

namespace onceproof::harness {

TEST_CASE("why: no violation of the suite has a fault that it does not need", "[harness]") {
    CHECK(check_causes_in({"scenarios"}) > 100);
}

}  // namespace onceproof::harness
