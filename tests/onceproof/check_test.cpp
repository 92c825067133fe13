#include "onceproof/check.hpp"

#include <cstdlib>
#include <sstream>

#include "onceproof/strategy.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof {
namespace {

/// Looks before it charges, and notes afterwards that it has.
class LookFirst final : public Strategy {
public:
    explicit LookFirst(Effect effect) : effect_(effect) {}

    Reply handle(const Request& request, Env& env) const override {
        const auto seen = env.kv.get(request.key);
        if (!seen.ok()) return strategy::internal_error(seen.error());
        if (seen->has_value()) return {ReplyKind::duplicate, **seen};
        const auto paid = strategy::perform_alone(effect_, request, env);
        if (!paid.ok()) return strategy::internal_error(paid.error());
        static_cast<void>(env.kv.set(request.key, *paid, {}));
        return {ReplyKind::done, *paid};
    }

private:
    Effect effect_;
};

const Registered<LookFirst> look_first{
    {.name = "look-first", .summary = "looks, then charges", .needs_kv = true}};

/// A scenario with one guarantee and no fault.
std::string file_in(const testing::TemporaryFolder& folder, const std::string& workload) {
    return folder.write(
        "s.toml",
        "onceproof = 1\nscenario.id = \"s\"\nscenario.title = \"t\"\n" + workload +
            "guarantees.check = [\"single_effect\"]\nsettle.retries = []\n"
            "strategies.use = [\"no-guard\"]\n"
    );
}

/// The environment variable, for as long as this lives.
class ReplayOf {
public:
    explicit ReplayOf(const std::string& token) { setenv("ONCEPROOF_REPLAY", token.c_str(), 1); }
    ReplayOf(const ReplayOf&) = delete;
    ReplayOf& operator=(const ReplayOf&) = delete;
    ~ReplayOf() { unsetenv("ONCEPROOF_REPLAY"); }
};

std::string token_in(const std::string& text) {
    const std::string mark = "replay: ONCEPROOF_REPLAY=";
    const std::size_t at = text.find(mark);
    REQUIRE(at != std::string::npos);
    const std::size_t start = at + mark.size();
    return text.substr(start, text.find('\n', start) - start);
}

bool has(const Checked& checked, const std::string& part) {
    return checked.text.find(part) != std::string::npos;
}

const std::string two_callers = "workload.callers = 2\nworkload.attempts = 1\n";
const std::string one_caller = "workload.callers = 1\nworkload.attempts = 2\n";

}  // namespace

TEST_CASE("check: a strategy of one's own is proved where it is safe", "[check]") {
    const testing::TemporaryFolder folder;
    const Checked checked = check("look-first", file_in(folder, one_caller));
    INFO(checked);
    CHECK(checked);
    CHECK(checked.text == "1 cell searched, as expected");
}

TEST_CASE("check: what broke is told with its smallest run and its token", "[check]") {
    const testing::TemporaryFolder folder;
    const Checked checked = check("look-first", file_in(folder, two_callers));
    std::ostringstream printed;
    printed << checked;
    INFO(checked);
    CHECK_FALSE(checked);
    CHECK(printed.str() == checked.text);
    CHECK(has(checked, "s / look-first/default: single_effect violated"));
    std::istringstream lines(checked.text);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK((line.size() <= 76 || line.find("replay: ") != std::string::npos));
    }
    CHECK(has(checked, "h1.1 -> gateway: charge"));
    CHECK(has(checked, "h2.1 -> gateway: charge"));
    CHECK(has(checked, "X single_effect violated at step "));
}

TEST_CASE("check: ONCEPROOF_REPLAY runs its case alone, wherever it belongs", "[check]") {
    const testing::TemporaryFolder folder;
    const std::string file = file_in(folder, two_callers);
    const ReplayOf variable(token_in(check("look-first", file).text));
    const Checked again = check("look-first", file);
    INFO(again);
    CHECK_FALSE(again);
    CHECK(has(again, "s / look-first/default\nt\n"));
    CHECK(again.text.ends_with("\nstill fails  single_effect breaks as recorded\n"));
    const Checked other = check("no-guard", file);
    CHECK(other);
    CHECK(other.text == "not run: ONCEPROOF_REPLAY is of another check");
}

TEST_CASE("check: what is no token is no case, and no check passes by it", "[check]") {
    const testing::TemporaryFolder folder;
    const ReplayOf variable("op1-ABC");
    const Checked checked = check("look-first", file_in(folder, two_callers));
    CHECK_FALSE(checked);
    CHECK(checked.text.starts_with("ONCEPROOF_REPLAY: bad token: "));
}

TEST_CASE("check: the file's expectations of a strategy that it uses count", "[check]") {
    const testing::TemporaryFolder folder;
    const std::string known = "[[expect]]\nstrategy = \"no-guard\"\nverdict = \"violated\"\n";
    const std::string file = file_in(folder, two_callers);
    CHECK_FALSE(check("no-guard", file));
    std::ofstream(file, std::ios::app) << known;
    CHECK(check("no-guard", file));
    // They are not of another strategy.
    CHECK_FALSE(check("look-first", file));
    CHECK(check("dedup-table/hardened", file));
}

TEST_CASE("check: an unknown strategy and a missing file are told, and not true", "[check]") {
    const testing::TemporaryFolder folder;
    const Checked unknown = check("look-frist", file_in(folder, two_callers));
    CHECK_FALSE(unknown);
    CHECK(has(unknown, "unknown strategy \"look-frist\"; did you mean \"look-first\"?"));
    const Checked missing = check("look-first", folder.path("none.toml"));
    CHECK_FALSE(missing);
    CHECK(has(missing, "none.toml"));
}

TEST_CASE("check: a search that a limit cuts short is not true", "[check]") {
    const testing::TemporaryFolder folder;
    const std::string file = file_in(folder, two_callers);
    std::ofstream(file, std::ios::app) << "[explore]\nlimit = { states = 3 }\n";
    const Checked checked = check("dedup-table/hardened", file);
    INFO(checked);
    CHECK_FALSE(checked);
    CHECK(has(checked, "inconclusive"));
}

}  // namespace onceproof
