#include "reports/frontier_read.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

const std::string frontier = R"({
  "format": "onceproof-frontier", "version": 1, "arguments": ["frontier", "a.toml"],
  "parameters": [{"path": "ttl", "lowest": "1ms", "highest": "9ms", "steps": 8}],
  "fault_budget": 1, "proved": true, "values": 5,
  "cells": [{"name": "a / b", "parts": [{"guarantee": "single_effect", "lines": [
    {"stretches": [{"fate": "safe", "first": 0, "last": 8, "from": "1ms", "to": "9ms"}]}]}]}]
})";

std::string with(const std::string& old, const std::string& now) {
    std::string text = frontier;
    text.replace(text.find(old), old.size(), now);
    return text;
}

TEST_CASE("compact_frontier: a frontier becomes one line with what the page needs", "[reports]") {
    const auto line = compact_frontier(with("\"values\": 5", "\"values\": 5, \"more\": 1"));
    REQUIRE(line.has_value());
    CHECK(
        *line ==
        R"({"arguments":["frontier","a.toml"],"cells":[{"name":"a / b","parts":[{"guarantee":)"
        R"("single_effect","lines":[{"at":"","stretches":[{"fate":"safe","first":0,"from":"1ms",)"
        R"("last":8,"to":"9ms"}]}]}]}],"fault_budget":1,"parameters":[{"highest":"9ms",)"
        R"("lowest":"1ms","path":"ttl","steps":8}],"proved":true,"values":5})"
    );
}

TEST_CASE("compact_frontier: what no `frontier --json` wrote is refused", "[reports]") {
    CHECK_FALSE(compact_frontier("").has_value());
    CHECK_FALSE(compact_frontier("[]").has_value());
    CHECK_FALSE(compact_frontier(frontier.substr(0, 200)).has_value());
    CHECK_FALSE(compact_frontier(with("\"version\": 1", "\"version\": 2")).has_value());
    CHECK_FALSE(compact_frontier(with("\"last\": 8", "\"last\": 9")).has_value());
    CHECK_FALSE(compact_frontier(with("\"steps\": 8", "\"steps\": 0")).has_value());
    CHECK_FALSE(compact_frontier(with("\"a / b\"", "7")).has_value());
}

}  // namespace
}  // namespace onceproof::reports
