#include "model/explore/timed.hpp"

#include "model/base/proportion.hpp"
#include "tests/explore/sample_parts.hpp"

namespace onceproof::explore {
namespace {

/// Ten places, one after the other, at each of which the same two kinds of fault may strike, the
/// first of them in two ways; two faults break guarantee 1.
class Places final : public TransitionSystem {
public:
    static constexpr std::size_t count = 10;

    [[nodiscard]] std::span<const Option> enabled() const override {
        static constexpr std::array<Option, 4> all{
            {{1, 1, 0, 0}, {1, 1, 1, 1}, {1, 1, 2, 1}, {1, 1, 0, 2}}};
        const std::size_t offered = struck_ < budget_ ? all.size() : 1;
        return {all.data(), place_ < count ? offered : 0};
    }
    void take(std::size_t option) override {
        violations_.clear();
        ++place_;
        struck_ += option > 0 ? 1 : 0;
        ways_[option] += 1;
        if (option > 0 && struck_ == 2) {
            violations_.push_back({1, "two faults"});
        }
    }
    [[nodiscard]] Fingerprint fingerprint() const override { return {place_, struck_}; }
    [[nodiscard]] std::span<const Violation> violations() const override { return violations_; }
    void reset(std::size_t fault_budget) override {
        budget_ = fault_budget;
        place_ = 0;
        struck_ = 0;
        violations_.clear();
    }
    [[nodiscard]] Snapshot save() const override { return nullptr; }
    void restore(const Snapshot&) override {}
    [[nodiscard]] std::string describe(const Option&) const override { return "step"; }

    std::array<std::uint64_t, 4> ways_{};  ///< how often each option was taken
    std::vector<std::uint64_t> seeds;      ///< of the cases begun

private:
    std::size_t budget_ = 0;
    std::size_t place_ = 0;
    std::size_t struck_ = 0;
    std::vector<Violation> violations_;
};

TimedRequest request_for(Places& system, std::uint64_t cases) {
    TimedRequest request{.seed = 3, .cases = cases, .fault_budget = 10};
    request.begin_case = [&system](std::uint64_t seed) {
        system.seeds.push_back(seed);
    };
    return request;
}

TEST_CASE("timed: a fault strikes with its rate, in any of its ways", "[explore]") {
    Places system;
    TimedRequest request = request_for(system, 10'000);
    request.rates[1] = 0.1;
    request.rates[2] = 0.02;
    const SampleResult result = timed_cases(system, request);
    CHECK(result.ending == Ending::exhausted);
    CHECK(result.cases == 10'000);
    CHECK(result.transitions == 100'000);
    CHECK(result.offered[1] == 200'000);
    CHECK(result.offered[2] == 100'000);
    CHECK(result.outcomes[1] == 10'011);
    CHECK(system.ways_[1] == 5'018);
    // The second kind strikes where the first one does not: 0.02 * 0.9.
    CHECK(result.outcomes[2] == 1'769);
}

TEST_CASE("timed: the share of broken cases is the one that mathematics gives", "[explore]") {
    Places system;
    TimedRequest request = request_for(system, 10'000);
    request.rates[1] = 0.1;
    const SampleResult result = timed_cases(system, request);
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations.front().cases == 2'644);
    // 1 - 0.9^10 - 10 * 0.1 * 0.9^9
    const Interval interval = confidence_95(result.violations.front().cases, result.cases);
    CHECK(interval.low < 0.263901);
    CHECK(interval.high > 0.263901);
}

TEST_CASE("timed: rates of 0 and 1 are never and always", "[explore]") {
    Places system;
    TimedRequest request = request_for(system, 10);
    const SampleResult never = timed_cases(system, request);
    CHECK(never.violations.empty());
    CHECK(never.outcomes[0] == 100);
    request.rates[1] = 1;
    request.fault_budget = 3;
    const SampleResult always = timed_cases(system, request);
    CHECK(always.outcomes[1] == 30);
    CHECK(always.outcomes[0] == 70);
    CHECK(always.violations.front().cases == 10);
}

TEST_CASE("timed: each case begins with its own seed, and tells it if it breaks", "[explore]") {
    Places system;
    TimedRequest request = request_for(system, 4);
    request.first = 7;
    request.rates[2] = 1;
    const SampleResult result = timed_cases(system, request);
    CHECK(
        system.seeds ==
        std::vector{case_seed(3, 7), case_seed(3, 8), case_seed(3, 9), case_seed(3, 10)}
    );
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations.front().index == 7);
    CHECK(result.violations.front().found.schedule.case_seed == case_seed(3, 7));
    CHECK(result.violations.front().found.schedule.steps.size() == 2);
}

TEST_CASE("timed: parts of the cases come to the same as all of them", "[explore]") {
    Places system;
    TimedRequest request = request_for(system, 1'000);
    request.rates[1] = 0.05;
    request.rates[2] = 0.05;
    const SampleResult whole = timed_cases(system, request);
    SampleResult parts;
    for (const std::uint64_t end : {1, 400, 999, 1'000}) {
        request.first = parts.cases;
        request.cases = end - request.first;
        parts = joined(std::move(parts), timed_cases(system, request));
    }
    check_same(whole, parts);
    CHECK(parts.violations.front().cases > 100);
}

TEST_CASE(
    "timed: a case that is too long is cut, one that is stopped does not count", "[explore]"
) {
    Places system;
    TimedRequest request = request_for(system, 5);
    request.limits.steps_max = 3;
    CHECK(timed_cases(system, request).cut == 5);
    request.limits.should_stop = [] {
        return true;
    };
    const SampleResult stopped = timed_cases(system, request);
    CHECK(stopped.ending == Ending::stopped);
    CHECK(stopped.cases == 0);
    CHECK(joined({}, stopped).ending == Ending::stopped);
}

}  // namespace
}  // namespace onceproof::explore
