#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/real/chaos_log.hpp"
#include "model/guarantee/guarantee.hpp"

namespace onceproof::harness {

/// What a request is judged by.
struct ChaosTerms {
    std::vector<guarantee::Id> guarantees{};
    std::size_t budget = 0;            ///< faults that the scenario lets one request meet
    std::vector<Duration> horizons{};  ///< of the quiet retries that were made
    bool all_horizons = true;          ///< they are all of the scenario's
};

/// A guarantee that a request broke.
struct Broken {
    guarantee::Id guarantee = guarantee::Id::single_effect;
    std::string text;
    bool open = false;  ///< a later horizon, which was not waited for, might have mended it
};

/// Every guarantee that the request broke, each once, by the same checks as in the world. Not
/// judged: `bounded_storage`, since nobody waits for the retention time, and `no_stuck_key` where
/// no quiet retry was made.
std::vector<Broken> judge(const RequestLog& log, const ChaosTerms& terms);

/// True if the request met no more than the scenario allows: so many faults, none of a kind that it
/// does not have, and a machine that kept to the times. What broke beyond that says nothing against
/// an expectation.
bool within_bound(const RequestLog& log, const ChaosTerms& terms);

/// One guarantee over all requests.
struct GuaranteeCount {
    guarantee::Id guarantee = guarantee::Id::single_effect;
    std::size_t within = 0;  ///< requests that broke it within the scenario's bound
    std::size_t beyond = 0;  ///< and beyond it
    std::size_t open = 0;    ///< requests that a later horizon might yet mend
    std::string text;        ///< of the example: the first within, else the first beyond
    std::optional<RequestLog> example;
};

/// Counts what requests broke, one request at a time.
class Tally {
public:
    explicit Tally(ChaosTerms terms);

    void add(const RequestLog& log);

    /// In the order of the terms.
    [[nodiscard]] const std::vector<GuaranteeCount>& counts() const { return counts_; }
    [[nodiscard]] const ChaosTerms& terms() const { return terms_; }

private:
    ChaosTerms terms_;
    std::vector<GuaranteeCount> counts_;
};

}  // namespace onceproof::harness
