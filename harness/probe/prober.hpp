#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/probe/http.hpp"
#include "harness/probe/judge.hpp"
#include "harness/probe/settings.hpp"

namespace onceproof::probe {

enum class Verdict : std::uint8_t {
    held,
    violated,
    inconclusive
};

/// "held", "violated", "inconclusive".
std::string_view word_of(Verdict verdict);

/// What all rounds of one kind say of one guarantee.
struct GuaranteeReport {
    guarantee::Id id = guarantee::Id::single_effect;
    Verdict verdict = Verdict::held;
    std::string text{};            ///< how it is broken, or why nothing can be said
    std::size_t rounds = 0;        ///< that break it
    std::optional<Story> story{};  ///< the smallest that breaks it
};

/// A finding and how often it was made.
struct CountedFinding {
    StatusFinding finding{};
    std::size_t times = 0;
};

/// What was seen of one kind.
struct KindReport {
    Kind kind = Kind::duplicates;
    std::string not_run{};  ///< why; empty: it was
    std::vector<GuaranteeReport> guarantees{};
    std::vector<CountedFinding> findings{};
    std::string open{};  ///< `missing_key`: why nothing can be said
    std::size_t rounds = 0;
    std::size_t requests = 0;
    std::int64_t effects = 0;

    /// Violated if a guarantee is; else inconclusive if one is.
    [[nodiscard]] Verdict verdict() const;
};

/// What a probe came to.
struct Report {
    bool unreachable = false;  ///< nobody was there, or the effects cannot be counted
    std::string trouble{};     ///< why nothing was probed; empty: it was
    std::vector<KindReport> kinds{};
    std::size_t requests = 0;
    bool stopped = false;  ///< the user has asked to
};

/// Where things are, resolved once: what a name stands for may not change in between.
struct Routes {
    Route service{};
    Route count{};
};

/// Sends what `settings` asks for, round by round, and judges it. `stop` is asked between rounds.
/// Never more than `requests_bound(settings)` requests, of which at most `settings.requests` at
/// once; takes `settings.wait` and the service's own time.
Report probe(const Settings& settings, const Routes& routes, const std::function<bool()>& stop);

}  // namespace onceproof::probe
