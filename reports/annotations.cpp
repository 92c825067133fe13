#include "reports/annotations.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/style.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

/// GitHub shows no more than this of one step.
constexpr std::size_t annotations_max = 10;

/// In a command percent signs have a meaning, in its parameters also colons and commas.
std::string escaped(std::string_view text, std::string_view special) {
    std::string result;
    for (const char letter : visible(text)) {
        if (special.find(letter) != std::string_view::npos) {
            result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
        } else {
            result += letter;
        }
    }
    return result;
}

std::string parameter(std::string_view text) {
    return escaped(text, "%:,");
}

std::string annotation(const RunRecord& record, const DistinctViolation& violation) {
    const GuaranteeResult& result = *violation.result;
    const bool known = !result.expected_in.empty() && result.expected_line > 0;
    return fmt::format(
        "::error file={},line={},title={}::{}\n",
        parameter(known ? result.expected_in : violation.file),
        known ? result.expected_line : 1,
        parameter(
            violation.strategy + " breaks " + violation.guarantee + " in " + violation.scenario
        ),
        escaped(result.text + " - " + record.replay(result.token), "%")
    );
}

}  // namespace

std::string annotations(const RunRecord& record) {
    std::string text;
    std::size_t count = 0;
    for (const DistinctViolation& violation : distinct_violations(record)) {
        if (violation.expected) continue;
        if (count++ < annotations_max) text += annotation(record, violation);
    }
    if (count <= annotations_max) return text;
    return text + "::notice title=onceproof::" + counted(count - annotations_max, "more failure") +
           " in the summary\n";
}

}  // namespace onceproof::reports
