#include "harness/decode_parts.hpp"
#include "tests/harness/example_vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("timed order: without a latency it is refused", "[harness]") {
    CHECK(
        messages_for("[explore]\nmode = \"timed\"\n") ==
        R"(s.toml:5:8: error: timed order without any latency: nothing takes time
    5 | mode = "timed"
      |        ^~~~~~~   write: [latency] network, redis, database, gateway, broker
)"
    );
    CHECK(decoded("explore.mode = \"timed\"\nlatency.network = \"1ms\"\n").ok());
}

TEST_CASE("timed order: a fault without a rate is refused, one without a budget not", "[harness]") {
    const std::string timed = "explore.mode = \"timed\"\nlatency.network = \"1ms\"\n[[fault]]\n";
    CHECK(
        messages_for(timed + "kind = \"reply-lost\"\n") ==
        R"(s.toml:7:8: error: in timed order a fault without "rate" never strikes
    7 | kind = "reply-lost"
      |        ^~~~~~~~~~~~   write: rate = 0.01, a probability per call, or per run where it comes by itself
)"
    );
    CHECK(decoded(timed + "kind = \"reply-lost\"\nrate = 0.5\n").ok());
    CHECK(
        messages_for(timed + "kind = \"reply-lost\"\nrate = 1.5\n") ==
        R"(s.toml:8:8: error: "rate" is from 0 to 1, not 1.5
    8 | rate = 1.5
      |        ^~~
)"
    );
}

TEST_CASE("timed order: other modes need neither", "[harness]") {
    CHECK(decoded("faults.budget = 1\n[[fault]]\nkind = \"reply-lost\"\n").ok());
}

}  // namespace
}  // namespace onceproof::harness
