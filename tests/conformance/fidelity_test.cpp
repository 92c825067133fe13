#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include "tests/conformance/fidelity_text.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {
namespace {

Part example() {
    Figures figures;
    figures.sequences = 100;
    figures.calls = 2'000;
    figures.waits = 7;
    figures.excused[Known::loose_locks] = 3;
    return {
        .server = "MariaDB",
        .version = "10.11.6",
        .law = "one to three sessions",
        .figures = figures,
        .caught = {{"UPDATE of no row counts one", 12, 2}}};
}

TEST_CASE("figures: a part's text is read back as the part", "[conformance]") {
    const std::string text = part_text(example());
    CHECK(part_text(part_of(text)) == text);
    CHECK(part_of(text).figures->excused.at(Known::loose_locks) == 3);
    CHECK(part_of(text).caught.at(0).planted == "UPDATE of no row counts one");
    CHECK_THROWS_AS(part_of("sequences\tmany\n"), std::runtime_error);
    CHECK_THROWS_AS(part_of("server\tRedis\nlaw\tx\nno-such-word\t1\n"), std::runtime_error);
}

TEST_CASE(
    "settings: 100 sequences from a seed of chance, or what the environment says", "[conformance]"
) {
    CHECK(settings_of({}, {}, {}).sequences == 100);
    CHECK(settings_of({}, {}, {}).seed != settings_of({}, {}, {}).seed);
    CHECK(settings_of("2000", {}, {}).sequences == 2'000);
    CHECK(settings_of("2000", {}, {}).one_for(30) == 67);
    const Settings again = settings_of({}, "17", {});
    CHECK(again.sequences == 1);
    CHECK(again.seed_of(0) == 17);
    CHECK(again.seed_of(1) != 17);
    CHECK_THROWS_AS(settings_of("many", {}, {}), std::runtime_error);
    CHECK_THROWS_AS(settings_of({}, "-1", {}), std::runtime_error);
}

TEST_CASE(
    "fidelity: the document has a row for each part, and keeps its last section", "[conformance]"
) {
    const std::string kept = std::string(confirmed_heading) + "\n\n412 of 420.\n";
    const std::string text = fidelity_text({example()}, "# Old\n\n" + kept);
    const auto holds = [&text](std::string_view words) {
        return text.find(words) != std::string::npos;
    };
    CHECK(holds("Compared with version 10.11.6."));
    CHECK(holds("| one to three sessions | 100 | 2000 | 0 | 7 | 0 | 0 | loose-locks 3 |\n"));
    CHECK(holds("| UPDATE of no row counts one | 12 |\n"));
    CHECK_FALSE(holds("# Old"));
    CHECK(text.ends_with("\n\n" + kept));
}

TEST_CASE("fidelity: docs/fidelity.md says what the code says", "[conformance]") {
    std::ifstream file("docs/fidelity.md");
    const std::string document{std::istreambuf_iterator<char>(file), {}};
    std::istringstream lines(fidelity_text({}, ""));
    for (std::string line; std::getline(lines, line);) {
        INFO("run ./dev fidelity; missing: " << line);
        CHECK(document.find(line + "\n") != std::string::npos);
    }
}

}  // namespace
}  // namespace onceproof::conformance
