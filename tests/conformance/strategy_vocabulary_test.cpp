#include "tests/conformance/strategy_vocabulary.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"

namespace onceproof::conformance {
namespace {

/// The statements that stand in the strategies' code, up to where each is put together.
std::vector<std::string> statements_in_code() {
    const std::regex statement("\"((?:SELECT|INSERT INTO|UPDATE|DELETE FROM) [^\"]*)\"");
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("impls/strategy")) {
        if (entry.path().extension() != ".cpp") continue;
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        for (std::sregex_iterator it(text.begin(), text.end(), statement), end; it != end; ++it)
            found.push_back((*it)[1]);
    }
    return found;
}

bool is_said(std::string_view beginning) {
    for (const StrategyVocabulary& vocabulary : strategy_vocabularies()) {
        for (const StatementForm& form : vocabulary.statements) {
            if (form.text.starts_with(beginning)) return true;
        }
    }
    return false;
}

TEST_CASE("strategies: every statement in their code is in a vocabulary", "[conformance]") {
    const std::vector<std::string> in_code = statements_in_code();
    CHECK(in_code.size() > 30);
    for (const std::string& beginning : in_code) {
        CAPTURE(beginning);
        CHECK(is_said(beginning));
    }
}

/// `claim_sql` puts its statements together of parts: each of them has to be there for each table
/// that is claimed in.
TEST_CASE("strategies: every statement on a claim is in a vocabulary", "[conformance]") {
    const std::regex claim("INSERT INTO ([a-z_]+) .* ON CONFLICT .*DO NOTHING RETURNING id");
    std::size_t tables = 0;
    for (const StrategyVocabulary& vocabulary : strategy_vocabularies()) {
        for (const StatementForm& form : vocabulary.statements) {
            std::smatch match;
            if (!std::regex_match(form.text, match, claim)) continue;
            ++tables;
            const std::string table = match[1];
            CAPTURE(vocabulary.strategy, table);
            CHECK(is_said("SELECT payload_hash, status, "));
            CHECK(is_said("UPDATE " + table + " SET owner = $1, "));
            CHECK(is_said("UPDATE " + table + " SET status = 1, "));
            CHECK(is_said("DELETE FROM " + table + " WHERE "));
        }
    }
    CHECK(tables >= 5);
}

}  // namespace
}  // namespace onceproof::conformance
