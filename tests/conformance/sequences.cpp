#include "tests/conformance/sequences.hpp"

#include <cerrno>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::size_t discards_max = 10;  // for each sequence that counts

/// `failing_steps`: the length of the last sequence that failed, which is the shrunk one.
rc::detail::TestResult run_one(
    const Law& law, std::uint64_t seed, Shrink shrink, std::size_t& failing_steps
) {
    rc::detail::TestMetadata metadata;
    metadata.description = law.text;
    rc::detail::TestParams params;
    params.seed = seed;
    params.maxSuccess = 1;
    params.disableShrinking = shrink == Shrink::no;
    const int size = 1 + static_cast<int>(seed % static_cast<std::uint64_t>(law.size_max));
    rc::detail::TestListenerAdapter silent;
    const auto body = [&] {
        std::size_t steps = 0;
        try {
            law.body(size, steps);
        } catch (const rc::detail::CaseResult& result) {
            if (result.type == rc::detail::CaseResult::Type::Failure) failing_steps = steps;
            throw;
        }
    };
    // With its own configuration RapidCheck would tell seeds that are none of ours.
    return rc::detail::checkProperty(rc::detail::toProperty(body), metadata, params, silent, {});
}

std::string command_again(std::uint64_t seed) {
    std::ostringstream text;
    text << "seed " << seed << "; run it again: ONCEPROOF_SEED=" << seed << " build/release/"
         << program_invocation_short_name << " '" << Catch::getResultCapture().getCurrentTestName()
         << "'";
    return text.str();
}

}  // namespace

Search search(const Law& law, std::size_t count, Shrink shrink) {
    Search result;
    std::size_t discarded = 0;
    for (std::size_t index = 0; result.tried < count; ++index) {
        const std::uint64_t seed = settings().seed_of(index);
        const auto outcome = run_one(law, seed, shrink, result.steps);
        if (outcome.is<rc::detail::GaveUpResult>()) {
            if (++discarded <= count * discards_max) continue;
            result.report = "almost every sequence was discarded";
        }
        ++result.tried;
        if (outcome.is<rc::detail::SuccessResult>()) continue;
        result.broken = true;
        std::ostringstream text;
        text << law.text << " (sequence " << result.tried << " of " << count << ")\n"
             << command_again(seed) << "\n"
             << result.report;
        rc::detail::printResultMessage(outcome, text);
        result.report = text.str();
        return result;
    }
    return result;
}

bool holds(const Law& law, std::size_t count) {
    const Search result = search(law, count, Shrink::yes);
    if (result.broken) std::cerr << result.report << '\n';
    return !result.broken;
}

}  // namespace onceproof::conformance
