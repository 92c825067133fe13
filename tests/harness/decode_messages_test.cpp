#include "tests/harness/example_vocabulary.hpp"

namespace onceproof::harness {
namespace {

/// The example's strategies, one of which consumes, and one of which is nothing without a broker.
Vocabulary with_consumers() {
    Vocabulary vocabulary = example_vocabulary();
    vocabulary.strategies[0].consumes = true;
    vocabulary.strategies[2].consumes = true;
    vocabulary.strategies[2].needs_broker = true;
    vocabulary.strategies[2].relays = true;
    return vocabulary;
}

/// What is wrong with `strategy` under the workload `load`, "" if nothing is.
std::string trouble(const std::string& strategy, const std::string& load) {
    const std::string text = "onceproof = 1\nscenario.id = \"s\"\nstrategies.use = [\"" + strategy +
                             "\"]\n[workload]\n" + load;
    return render(decode_text(text, "s.toml", with_consumers()).diagnostics);
}

}  // namespace

TEST_CASE("messages: a strategy with a consumer lives with them", "[harness]") {
    CHECK(trouble("dedup-table", "load = \"messages\"\nconsumers = 2\n").empty());
    CHECK(trouble("dedup-table", "consumers = 2\n").empty());
    CHECK(trouble("dedup-table", "").empty());
    CHECK(trouble("two-level/naive", "consumers = 1\nrelays = 1\n").empty());
}

TEST_CASE("messages: a strategy without a consumer is refused, with place and rule", "[harness]") {
    CHECK(
        trouble("redis-key", "load = \"messages\"\nconsumers = 1\n") ==
        R"(s.toml:3:19: error: strategy "redis-key" has no consumer, but workload.load is "messages"
    3 | strategies.use = ["redis-key"]
      |                   ^~~~~~~~~~~   where the load is messages or there are consumers, every strategy has a consumer of its own
)"
    );
    CHECK(trouble("redis-key", "consumers = 2\n")
              .starts_with("s.toml:3:19: error: strategy \"redis-key\" has no consumer, but "
                           "workload.consumers is 2\n"));
}

TEST_CASE("messages: a strategy that needs a broker or a relay is refused without", "[harness]") {
    CHECK(
        trouble("two-level/naive", "relays = 1\n") ==
        R"(s.toml:3:19: error: strategy "two-level" needs a broker, but workload.consumers is 0
    3 | strategies.use = ["two-level/naive"]
      |                   ^~~~~~~~~~~~~~~~~   write: workload.consumers and workload.relays, each at least 1
)"
    );
    CHECK(trouble("two-level/naive", "consumers = 1\n")
              .starts_with("s.toml:3:19: error: strategy \"two-level\" needs a relay, but "
                           "workload.relays is 0\n"));
}

TEST_CASE("messages: somebody has to consume them", "[harness]") {
    CHECK(
        trouble("dedup-table", "load = \"messages\"\n") ==
        R"(s.toml:5:8: error: messages that nobody consumes: workload.consumers is 0
    5 | load = "messages"
      |        ^~~~~~~~~~   write: consumers = 1
)"
    );
}

TEST_CASE("messages: consumers and relays are counted with the attempts", "[harness]") {
    const std::string most = "callers = 16\nkeys = 1\nattempts = 2\nconsumers = 8\n";
    CHECK(trouble("dedup-table", most + "relays = 8\n").empty());
    CHECK(
        trouble("dedup-table", "callers = 15\nattempts = 3\nconsumers = 4\n")
            .find("more than 48 attempts (callers x keys x attempts), consumers and relays in all"
            ) != std::string::npos
    );
}

}  // namespace onceproof::harness
