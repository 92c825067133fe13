#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

TEST_CASE("list: names everything that a scenario file may name", "[cli]") {
    CHECK(onceproof({"list", "strategies"}).out.find("\ndedup-table\n") != std::string::npos);
    CHECK(onceproof({"list", "faults"}).out.find("\ncrash-before\n") != std::string::npos);
    CHECK(onceproof({"list", "points"}).out.find("\nsql.commit\n") != std::string::npos);
    CHECK(onceproof({"list", "guarantees"}).out.starts_with("single_effect\n"));
    CHECK(onceproof({"list", "scenarios"}).out.find("\nlost-reply\n") != std::string::npos);
    CHECK(onceproof({"list", "windows"}).out.starts_with("Z1\n"));
    CHECK(onceproof({"list", "nothing"}).exit_code == 64);
}

TEST_CASE("validate: tells the plan of every file of the suite", "[cli]") {
    const Finished validate = onceproof({"validate"});
    CHECK(validate.exit_code == 0);
    CHECK(validate.out.find("scenarios/lost-reply.toml: lost-reply") != std::string::npos);
}

TEST_CASE("validate: --print gives a file that validates and prints itself again", "[cli]") {
    const TemporaryFolder folder;
    const Finished once = onceproof({"validate", "scenarios/never-swept.toml", "--print"});
    CHECK(once.exit_code == 0);
    const std::string file = folder.write("printed.toml", once.out);
    const Finished twice = onceproof({"validate", file, "--print"});
    CHECK(twice.exit_code == 0);
    CHECK(once.out.substr(once.out.find('\n')) == twice.out.substr(twice.out.find('\n')));
}

}  // namespace
}  // namespace onceproof::cli
