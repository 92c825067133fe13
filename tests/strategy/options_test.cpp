#include "impls/strategy/options.hpp"

#include "tests/strategy/desk.hpp"

namespace onceproof::strategy {

TEST_CASE("options: the isolation's words, of which the first is the server's own", "[strategy]") {
    CHECK(std::get<std::string>(isolation_option().value) == "default");
    const auto of = [](std::string word) {
        return isolation_of({{"isolation", std::move(word)}});
    };
    CHECK(of("default") == Isolation::server_default);
    CHECK(of("read-committed") == Isolation::read_committed);
    CHECK(of("repeatable-read") == Isolation::repeatable_read);
    CHECK(of("serializable") == Isolation::serializable);
}

TEST_CASE("options: a default comes first in its list of words", "[strategy]") {
    for (const std::string_view first : {"keep", "delete", "delete-definite"}) {
        const OptionInfo option = failed_option(first);
        CHECK(option.words.size() == 3);
        CHECK(option.words[0] == first);
        CHECK(std::get<std::string>(option.value) == first);
    }
}

TEST_CASE("options: what becomes of a failed claim", "[strategy]") {
    const auto of = [](std::string word) {
        return on_failure_of({{"failed", std::move(word)}});
    };
    CHECK(of("keep") == OnFailure::keep);
    CHECK(of("delete") == OnFailure::release);
    CHECK(of("delete-definite") == OnFailure::release_definite);
}

TEST_CASE("options: both articles are named by title and date", "[strategy]") {
    CHECK(
        article_a("section 2") ==
        "\"Idempotency with a dedup table and a distributed lock\", article A, 2026-07-08, section "
        "2"
    );
    CHECK(
        article_b("scheme 1") == "\"Idempotency schemes compared\", article B, 2026-07-23, scheme 1"
    );
}

TEST_CASE("options: rules name the option that they are about", "[strategy]") {
    CHECK(
        times_are_positive({{"ttl", Duration(1ms)}, {"lease", Duration(1ms)}}, {}) == std::nullopt
    );
    CHECK(times_are_positive({{"ttl", Duration(0)}}, {})->option == "ttl");
    CHECK(renewal_fits({{"renew", true}, {"ttl", Duration(3ms)}}, {}) == std::nullopt);
    CHECK(renewal_fits({{"renew", true}, {"ttl", Duration(2ms)}}, {})->option == "ttl");
    CHECK(renewal_fits({{"renew", false}, {"ttl", Duration(2ms)}}, {}) == std::nullopt);
    const Setting setting{.retry_window = 10s};
    CHECK(retention_too_short({{"retention", Duration(10s)}}, setting) == std::nullopt);
    CHECK(retention_too_short({{"retention", Duration(9s)}}, setting)->option == "retention");
}

}  // namespace onceproof::strategy
