#include "harness/witness_words.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

const explore::Option some_option{.actor = 2, .operation = 200, .object = 3, .outcome = 255};

const Testimony testimony{
    {.cell = 0xfedcba98, .content = 0xabcd},
    {{"walk 17",
      {.fault_budget = 2,
       .case_seed = ~std::uint64_t{1},
       .steps =
           {{.taken = some_option,
             .enabled = {some_option, {}},
             .happened = "a\nb\n",
             .state = {1, ~std::uint64_t{0}}}},
       .rest = {some_option}}},
     {"op1-A", {}}}};

}  // namespace

TEST_CASE("witness: a testimony comes back as it was", "[harness]") {
    CHECK(testimony_from(bytes_of(testimony)) == testimony);
    CHECK(testimony_from(bytes_of(Testimony{})) == Testimony{});
}

TEST_CASE("witness: a statement comes back as it was", "[harness]") {
    const Statement statement{
        7,
        {{{1, 2},
          "walk 17",
          {.step = 5,
           .decision = "h1.1:kv.set",
           .what = "what happened",
           .here = "x",
           .again = "y",
           .behind = 3}}},
        "trouble"};
    const auto again = statement_from(bytes_of(statement));
    REQUIRE(again.has_value());
    CHECK(again->cases == 7);
    CHECK(again->trouble == "trouble");
    REQUIRE(again->objections.size() == 1);
    const Objection& objection = again->objections.front();
    CHECK(objection.cell == CellIdentity{1, 2});
    CHECK(objection.name == "walk 17");
    CHECK(objection.difference.step == 5);
    CHECK(objection.difference.decision == "h1.1:kv.set");
    CHECK(objection.difference.what == "what happened");
    CHECK(objection.difference.here == "x");
    CHECK(objection.difference.again == "y");
    CHECK(objection.difference.behind == 3);
}

TEST_CASE("witness: bytes that are cut anywhere, or too many, are no message", "[harness]") {
    const std::string bytes = bytes_of(testimony);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(testimony_from(bytes.substr(0, size)).has_value());
    }
    CHECK_FALSE(testimony_from(bytes + "x").has_value());
    CHECK_FALSE(statement_from("").has_value());
}

}  // namespace onceproof::harness
