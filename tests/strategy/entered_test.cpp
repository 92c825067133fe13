#include "impls/strategy/entered.hpp"

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/no_guard.hpp"
#include "impls/strategy/options.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::strategy {
namespace {

Info good() {
    Info info = no_guard_info();
    info.name = "own";
    info.options = {word_option("answer", {"old", "new"}, "what repeats get")};
    info.presets = {{"plain", {}}, {"other", {{"answer", std::string("new")}}}};
    return info;
}

std::vector<std::string> problems_with(const Info& info) {
    return problems_of(std::vector{info});
}

}  // namespace

TEST_CASE("entered: the built-in catalog has no problem, nor has a good entry", "[strategy]") {
    CHECK(problems_of(catalog()).empty());
    CHECK(problems_with(good()).empty());
}

TEST_CASE("entered: each mistake of an entry is one sentence with its name", "[strategy]") {
    Info wrong = good();
    wrong.name = "Own strategy";
    CHECK(
        problems_with(wrong) ==
        std::vector<std::string>{"strategy \"Own strategy\": a name is small letters, digits "
                                 "and hyphens, a letter first"}
    );
    wrong = good();
    wrong.make = nullptr;
    wrong.presets = {};
    CHECK(
        problems_with(wrong) ==
        std::vector<std::string>{
            "strategy \"own\" does not say how it is made: `make` or `uses_tasks`",
            "strategy \"own\" has no preset"}
    );
    wrong = good();
    wrong.presets = {
        {"a", {{"answr", std::string("new")}}},
        {"b", {{"answer", true}}},
        {"c", {{"answer", std::string("none")}}}};
    CHECK(
        problems_with(wrong) ==
        std::vector<std::string>{
            "strategy \"own\": preset \"a\" sets option \"answr\", which the strategy has not",
            "strategy \"own\": preset \"b\" sets option \"answer\" to a value of another type",
            "strategy \"own\": preset \"c\" sets option \"answer\" to \"none\", which is none of "
            "its words"}
    );
}

TEST_CASE("entered: a name that is taken is refused once", "[strategy]") {
    CHECK(
        problems_of(std::vector{good(), good()}) ==
        std::vector<std::string>{"two strategies have the name \"own\""}
    );
}

}  // namespace onceproof::strategy
