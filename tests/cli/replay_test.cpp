#include <sstream>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

/// What stands under a name in a line of JSON; it must be there.
std::string text_in(const std::string& line, const std::string& name) {
    const std::string mark = "\"" + name + "\":\"";
    const std::size_t start = line.find(mark);
    REQUIRE(start != std::string::npos);
    const std::size_t from = start + mark.size();
    return line.substr(from, line.find('"', from) - from);
}

std::vector<std::string> tokens_of_the_suite() {
    return tokens_in(content_of(suite_run().folder + "/results.ndjson"));
}

TEST_CASE("replay: every token fails again, one of each file byte for byte alike", "[cli]") {
    std::istringstream cells(content_of(suite_run().folder + "/results.ndjson"));
    std::size_t count = 0;
    std::string seen;
    for (std::string cell; std::getline(cells, cell);) {
        // Its own file alone is read, which takes a third of the time that all of them do.
        const std::string file = text_in(cell, "file");
        for (const std::string& token : tokens_in(cell)) {
            CAPTURE(token);
            const Finished first = onceproof({"replay", token, "--scenarios", file});
            CHECK(first.exit_code == 1);
            CHECK(first.err.empty());
            CHECK(first.out.find("violated at step") != std::string::npos);
            if (file != seen) {
                CHECK(onceproof({"replay", token, "--scenarios", file}).out == first.out);
            }
            seen = file;
            ++count;
        }
    }
    CHECK(count > 300);
}

TEST_CASE("replay: a token with any one character changed is refused (exit 65)", "[cli]") {
    const std::string token = tokens_of_the_suite().front();
    for (std::size_t at = 4; at < token.size(); ++at) {
        if (token[at] == '-') {
            continue;
        }
        std::string changed = token;
        changed[at] = changed[at] == '7' ? '8' : '7';
        CAPTURE(changed);
        const Finished replay = onceproof({"replay", changed});
        CHECK(replay.exit_code == 65);
        CHECK(replay.out.empty());
        CHECK(is_one_line(replay.err));
        CHECK(replay.err.find("bad token: ") != std::string::npos);
    }
}

TEST_CASE("replay: letters may be of either case", "[cli]") {
    std::string token = tokens_of_the_suite().front();
    for (char& letter : token) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    CHECK(onceproof({"replay", token}).exit_code == 1);
}

TEST_CASE("replay: --json gives the trace and nothing else", "[cli]") {
    const Finished replay = onceproof({"replay", tokens_of_the_suite().front(), "--json"});
    CHECK(replay.exit_code == 1);
    CHECK(replay.out.starts_with("{"));
    CHECK(replay.out.find("\"onceproof-trace\"") != std::string::npos);
}

TEST_CASE("replay: --ascii prints no character beyond ASCII", "[cli]") {
    const Finished replay = onceproof({"replay", tokens_of_the_suite().front(), "--ascii"});
    CHECK(std::ranges::all_of(replay.out, [](char letter) {
        return static_cast<unsigned char>(letter) < 128;
    }));
}

TEST_CASE("replay: a token of a cell that is not there says how to name its file", "[cli]") {
    const TemporaryFolder folder;
    const std::string other = folder.write(
        "other.toml",
        "onceproof = 1\n[scenario]\nid = \"other\"\ntitle = \"Another\"\n"
        "[strategies]\nuse = [\"no-guard\"]\n"
    );
    const Finished replay =
        onceproof({"replay", tokens_of_the_suite().front(), "--scenarios", other});
    CHECK(replay.exit_code == 65);
    CHECK(replay.err.find("--scenarios FILE") != std::string::npos);
}

/// The first violation of a strategy in a scenario of the suite.
std::string token_of(const std::string& scenario, const std::string& strategy) {
    std::istringstream cells(content_of(suite_run().folder + "/results.ndjson"));
    for (std::string cell; std::getline(cells, cell);) {
        if (text_in(cell, "scenario") == scenario && text_in(cell, "strategy") == strategy &&
            !tokens_in(cell).empty()) {
            return tokens_in(cell).front();
        }
    }
    FAIL("no violation of " << strategy);
    return "";
}

TEST_CASE("replay: --why adds a column of probabilities that ends at 100%", "[cli]") {
    const std::string token = token_of("crash-anywhere", "dedup-table/published");
    const Finished plain = onceproof({"replay", token});
    const Finished why = onceproof({"replay", token, "--why", "50"});
    CHECK(why.exit_code == 1);
    CHECK(plain.out.find("P(bug)") == std::string::npos);
    CHECK(why.out.find("t ms P(bug)") != std::string::npos);
    CHECK(why.out.find("█ 100%") != std::string::npos);
    const std::string sentence = "\nthe one fault is needed (without it proved safe: ";
    CHECK(why.out.find(sentence) != std::string::npos);
    CHECK(onceproof({"replay", token, "--why", "50"}).out == why.out);
    CHECK(onceproof({"replay", token, "--why", "0"}).exit_code == 64);
    CHECK(onceproof({"replay", token, "--why", "50", "--json"}).exit_code == 64);
}

TEST_CASE("replay: --strategy says that the other one survives the same faults", "[cli]") {
    const std::string token = token_of("lock-expires-in-handler", "table-lock/published");
    const Finished replay = onceproof({"replay", token, "--strategy", "table-lock/hardened"});
    CHECK(replay.exit_code == 0);
    CHECK(replay.out.starts_with("lock-expires-in-handler / table-lock/hardened"));
    CHECK(replay.out.ends_with(
        "\nsame faults: stall\n\nsurvives: proved with the same faults, 209 states\n"
    ));
}

TEST_CASE("replay: --strategy shows how the other one breaks, with a token of its own", "[cli]") {
    const std::string token = token_of("crash-anywhere", "dedup-table/published");
    const Finished replay = onceproof({"replay", token, "--strategy", "table-lock/published"});
    CHECK(replay.exit_code == 1);
    CHECK(replay.out.find("\nsame faults: crash-after\n") != std::string::npos);
    const std::string last = "\nbreaks as well: onceproof replay ";
    const std::size_t at = replay.out.find(last);
    REQUIRE(at != std::string::npos);
    const std::string other = replay.out.substr(at + last.size());
    const Finished again = onceproof({"replay", other.substr(0, other.find('\n'))});
    CHECK(again.exit_code == 1);
    CHECK(again.out.starts_with("crash-anywhere / table-lock/published"));
}

TEST_CASE("replay: --strategy with another name exits 64 and says what was meant", "[cli]") {
    const std::string token = token_of("crash-anywhere", "dedup-table/published");
    const Finished replay = onceproof({"replay", token, "--strategy", "table-lok/published"});
    CHECK(replay.exit_code == 64);
    CHECK(replay.out.empty());
    CHECK(
        replay.err ==
        "onceproof: unknown strategy \"table-lok/published\"; did you mean "
        "\"table-lock/published\"?\n"
    );
}

}  // namespace
}  // namespace onceproof::cli
