#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

// A token after an edit. What a change of code would do, a strategy's option does here: the cell
// keeps its name.

namespace onceproof::cli {
namespace {

/// Two callers of a published lock, the second of which comes when `ttl` may have ended.
std::string scenario_with(
    const TemporaryFolder& folder, const std::string& options, const std::string& faults
) {
    return folder.write(
        "edited.toml",
        "onceproof = 1\n[scenario]\nid = \"edited\"\ntitle = \"An edit\"\n"
        "[workload]\ncallers = 2\nattempts = 1\nstarts = [\"0s\", \"350ms\"]\n"
        "[strategies]\nuse = [\"table-lock/published\"]\n"
        "[strategy.\"table-lock/published\"]\n" +
            options + "[faults]\nbudget = 1\n[[fault]]\nkind = \"" + faults +
            "[guarantees]\ncheck = [\"single_effect\"]\n[settle]\nretries = []\n"
    );
}

const std::string stall = "stall\"\nat = \"gateway.charge\"\nfor = \"1s\"\n";

/// Replays the token of the unedited scenario on an edited one.
struct Edited {
    explicit Edited(const std::string& options, const std::string& faults = stall) {
        const std::string broken =
            scenario_with(folder, "transaction = \"statements\"\nttl = \"200ms\"\n", stall);
        onceproof({"run", broken, "-o", folder.path("out")});
        token = tokens_in(content_of(folder.path("out/results.ndjson"))).at(0);
        file = scenario_with(folder, options, faults);
    }
    Finished replay(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"replay", token, "--scenarios", file};
        words.insert(words.end(), more.begin(), more.end());
        return onceproof(words);
    }
    TemporaryFolder folder;
    std::string token;
    std::string file;
};

const std::string has_changed =
    "has changed since the token was made; replaying what it says now\n";

TEST_CASE("replay after an edit: still fails (exit 1)", "[cli]") {
    const Edited edited("transaction = \"statements\"\nttl = \"300ms\"\n");
    const Finished replay = edited.replay();
    CHECK(replay.exit_code == 1);
    CHECK(replay.err.find(has_changed) != std::string::npos);
    CHECK(replay.out.ends_with("\nstill fails  single_effect breaks as recorded\n"));
    CHECK(edited.replay({"--bisect"}).exit_code == 1);
}

TEST_CASE("replay after an edit: fixed (exit 0)", "[cli]") {
    const Edited edited("transaction = \"statements\"\nttl = \"10s\"\n");
    const Finished replay = edited.replay();
    CAPTURE(replay.out);
    CHECK(replay.exit_code == 0);
    CHECK(replay.err.find(has_changed) != std::string::npos);
    CHECK(replay.out.ends_with("fixed  the run is as recorded, and single_effect holds\n"));
    CHECK(edited.replay({"--bisect"}).exit_code == 0);
}

TEST_CASE("replay after an edit: diverged, with what was there instead (exit 6)", "[cli]") {
    const Edited edited(
        "transaction = \"statements\"\nttl = \"200ms\"\n", "reply-lost\"\nat = \"call.reply\"\n"
    );
    const Finished replay = edited.replay();
    CAPTURE(replay.out);
    CHECK(replay.exit_code == 6);
    const std::size_t last = replay.out.find("diverged at step ");
    REQUIRE(last != std::string::npos);
    CHECK(replay.out.find(": recorded h1.1:gateway.charge:", last) != std::string::npos);
    CHECK(replay.out.find(", enabled {h1.1:gateway.charge", last) != std::string::npos);
}

TEST_CASE("replay --bisect: what can say neither yes nor no is skipped (exit 125)", "[cli]") {
    const Edited diverged(
        "transaction = \"statements\"\nttl = \"200ms\"\n", "reply-lost\"\nat = \"call.reply\"\n"
    );
    CHECK(diverged.replay({"--bisect"}).exit_code == 125);
    // A commit that is too old for the token has no such scenario.
    const TemporaryFolder folder;
    const std::string other = folder.write(
        "other.toml",
        "onceproof = 1\n[scenario]\nid = \"other\"\ntitle = \"Another\"\n"
        "[strategies]\nuse = [\"no-guard\"]\n"
    );
    CHECK(onceproof({"replay", diverged.token, "--scenarios", other, "--bisect"}).exit_code == 125);
    CHECK(onceproof({"replay", diverged.token, "--scenarios", other}).exit_code == 65);
}

}  // namespace
}  // namespace onceproof::cli
