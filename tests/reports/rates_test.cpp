#include "reports/rates.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

constexpr Rate some{5000, 123, 0.0206, 0.0293};
constexpr Rate none{18'200, 0, 0, 3.0 / 18'200};

RunRecord timed_record() {
    RunRecord record;
    GuaranteeResult broken = result_of("single_effect", Verdict::violated);
    broken.rate = some;
    GuaranteeResult safe = result_of("no_stuck_key", Verdict::held);
    safe.rate = none;
    CellResult one = cell_of("lease", "table-lock", broken);
    one.guarantees.push_back(safe);
    CellResult other = cell_of("lease", "dedup-table", safe);
    other.point = {{"workload.effect", "external"}};
    record.cells = {
        one, other, cell_of("lost-reply", "dedup-table", result_of("x", Verdict::proved))};
    return record;
}

TEST_CASE("rates: percents show at least two digits that count", "[reports]") {
    CHECK(percent_text(1) == "100.00 %");
    CHECK(percent_text(0.0246) == "2.46 %");
    CHECK(percent_text(0.000165) == "0.017 %");
    CHECK(percent_text(0.0000012) == "0.00012 %");
    CHECK(percent_text(0) == "0.00 %");
    CHECK(percent_text(0.008) == "0.80 %");
}

TEST_CASE("rates: a rate has its interval, and none at all its bound", "[reports]") {
    CHECK(rate_text(some) == "2.46 % of 5000 cases (95 %: 2.06 to 2.93 %)");
    CHECK(rate_text(none) == "18200 cases; rate below 0.016 % at 95 %");
}

TEST_CASE("rates: broken guarantees have a line each, safe cells one", "[reports]") {
    CHECK(
        rate_lines(timed_record(), {.width = 90}) ==
        "lease / table-lock: single_effect broken in 2.46 % of 5000 cases (95 %: 2.06 to 2.93 %)\n"
        "lease / dedup-table (effect=external): held (18200 cases; rate below 0.016 % at 95 %)\n"
    );
    CHECK(rate_lines(example_record(), {}).empty());
}

TEST_CASE("rates: the section is a table of the same", "[reports]") {
    const std::string section = rate_section(timed_record());
    CHECK(section.starts_with("\n## Rates\n"));
    CHECK(
        section.find("| `lease` | `table-lock` | `single_effect` | 5000 | 123 | 2.46 % (2.06 to "
                     "2.93 %) |\n| `lease`, `effect=external` | `dedup-table` | every guarantee | "
                     "18200 | 0 | below 0.016 % |\n") != std::string::npos
    );
    CHECK(rate_section(example_record()).empty());
}

}  // namespace
}  // namespace onceproof::reports
