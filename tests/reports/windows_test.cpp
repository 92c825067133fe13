#include "reports/windows.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::reports {

TEST_CASE("window_lines: each gap once, by name", "[reports]") {
    RunRecord record;
    CHECK(window_lines(record).empty());
    for (const char* name : {"Z2", "Z1", "Z2"}) {
        GuaranteeResult result = result_of("single_effect", Verdict::violated);
        result.window = name;
        result.window_text = std::string("gap ") + name;
        record.cells.push_back(cell_of("one", "a", result));
    }
    CHECK(window_lines(record) == "- **Z1**: gap Z1.\n- **Z2**: gap Z2.\n");
}

}  // namespace onceproof::reports
