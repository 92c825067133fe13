#include "harness/real/confirmed_text.hpp"

#include "tests/reports/example_record.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {
namespace {

TEST_CASE("confirmed_text: counts cells and counterexamples, and names the exceptions", "[real]") {
    reports::RunRecord record = reports::example_record();
    record.real.versions = {"MariaDB 10.11.1", "Redis 7.0.1"};
    record.cells[1].guarantees[0].on_real = {reports::OnReal::confirmed, "confirmed on …"};
    record.cells[4].guarantees[0].on_real = {
        reports::OnReal::not_confirmable, "ephemeral keys, as ZooKeeper has them,"};
    const std::string text = confirmed_text(record);
    CHECK(text.starts_with("## Counterexamples confirmed on real servers\n"));
    CHECK(
        text.find("Confirmed: 1 of 3 violated cells, 1 of 3 counterexamples, on MariaDB 10.11.1, "
                  "Redis 7.0.1.\n\n- 1 not confirmable: ephemeral keys, as ZooKeeper has them,\n"
                  "- 1 not played\n") != std::string::npos
    );
    CHECK(text.find("\n### Redis\n") != std::string::npos);
    CHECK(text.find("| ephemeral keys | none: no run with it is played |") != std::string::npos);
}

}  // namespace
}  // namespace onceproof::harness
