#pragma once

#include "harness/decode.hpp"
#include "harness/vocabulary.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {

/// A small vocabulary with one of everything, independent of the product's catalogs.
inline Vocabulary example_vocabulary() {
    using std::chrono::milliseconds;
    Vocabulary vocabulary;
    vocabulary.strategies = {
        {"dedup-table", {}, {}, "a table"},
        {"redis-key",
         {"published", "hardened"},
         {{"ttl", OptionType::duration, {}, Duration(milliseconds(300)), "of the claim", 1000},
          {"release", OptionType::word, {"delete", "compare"}, std::string("delete"), "how"},
          {"tries", OptionType::number, {}, std::int64_t{3}, "at most", 1, 9},
          {"renew", OptionType::flag, {}, false, "while the effect runs"}},
         "one key"},
        {"two-level", {"naive", "hardened"}, {}, "a gate before a table"},
    };
    vocabulary.faults = {
        {.name = "stall", .duration = true},
        {.name = "reply-lost"},
        {.name = "crash-after", .points = {"kv.set", "sql.commit"}},
        {.name = "redis-failover", .at = false, .lose = true},
        {.name = "redis-eviction", .at = false, .key = true},
    };
    vocabulary.points = {"kv.set", "kv.get", "sql.commit", "gateway.charge"};
    vocabulary.guarantees = {"single_effect", "no_lost_request", "right_result"};
    vocabulary.windows = {"Z1", "Z2"};
    return vocabulary;
}

/// The smallest scenario with `more` behind it.
inline std::string minimal_with(const std::string& more) {
    return "onceproof = 1\nscenario.id = \"s\"\nstrategies.use = [\"redis-key\"]\n" + more;
}

/// That scenario, decoded.
inline Decoded decoded(const std::string& more) {
    return decode_text(minimal_with(more), "s.toml", example_vocabulary());
}

/// The messages for the smallest scenario with `more` from line 4 on; there must be some.
inline std::string messages_for(const std::string& more) {
    const Decoded result = decoded(more);
    CHECK(result.scenarios.empty());
    for (const Diagnostic& diagnostic : result.diagnostics) {
        CHECK(diagnostic.trouble == Trouble::data);
    }
    return render(result.diagnostics);
}

}  // namespace onceproof::harness
