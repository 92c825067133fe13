#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/history/trace.hpp"

namespace onceproof::reports {

/// What a run says about one guarantee in one cell.
enum class Verdict : std::uint8_t {
    proved,          ///< the state space was exhausted up to the bound
    held,            ///< no violation in the cases tried
    violated,        ///< a counterexample was found
    inconclusive,    ///< a limit was hit, or an allowed fault never struck
    not_applicable,  ///< the scenario gives the guarantee nothing to check
};

/// The verdict's word: "proved", "held", "violated", "inconclusive", "-".
std::string_view word_of(Verdict verdict);

/// How often a guarantee broke in the cases of a timed cell.
struct Rate {
    std::size_t cases = 0;
    std::size_t violations = 0;  ///< cases that broke it
    double low = 0;              ///< the true rate is from here …
    double high = 1;             ///< … to here, with a confidence of 95 %

    [[nodiscard]] double rate() const {
        return static_cast<double>(violations) / static_cast<double>(cases);
    }
};

/// What came of a counterexample that was played on real servers.
enum class OnReal : std::uint8_t {
    confirmed,        ///< every result there was the simulated one
    differs,          ///< a server did something else
    not_confirmable,  ///< something in it has no counterpart on a server
};

/// The word of it: "confirmed", "differs", "not confirmable".
std::string_view word_of(OnReal outcome);

struct RealCheck {
    OnReal outcome = OnReal::confirmed;
    std::string text;  ///< confirmed: on what; differs: where; not confirmable: what it is
};

/// One guarantee in one cell.
struct GuaranteeResult {
    std::string guarantee;
    Verdict verdict = Verdict::inconclusive;
    std::string text;                    ///< violated: the sentence; inconclusive: why
    std::string token;                   ///< violated: replays the counterexample
    std::size_t faults = 0;              ///< violated: faults in the counterexample
    std::size_t steps = 0;               ///< violated: its length
    bool expected = true;                ///< as the scenario's expectations say
    std::string expectation;             ///< "safe (lock-expiry.toml:31)"
    std::string window;                  ///< "Z1": the gap that the expectation names; empty: none
    std::string window_text;             ///< what that gap is, one sentence without an end mark
    std::optional<Rate> rate{};          ///< timed only
    std::optional<RealCheck> on_real{};  ///< violated, if it was played on real servers
    std::string fingerprint{};  ///< violated: equal for failures that are one; empty: not known
    std::string expected_in{};  ///< file of the expectation that counts; empty: there is none
    std::size_t expected_line = 0;
};

/// What became of a recorded failure.
enum class Replayed : std::uint8_t {
    still_fails,
    fixed,
    diverged,  ///< the code no longer offers what the token recorded
};

/// The word of it: "still fails", "fixed", "diverged".
std::string_view word_of(Replayed replayed);

/// One recorded failure of a cell, replayed before the search.
struct RegressResult {
    std::string token;
    std::string note;   ///< why it is kept
    std::string place;  ///< "scenarios/lost-reply.toml:31"
    std::string guarantee;
    Replayed replayed = Replayed::fixed;
    std::string text;      ///< the violation's sentence, or where the replay diverged
    bool expected = true;  ///< it is fixed, or the scenario expects the violation
};

/// One fault that the scenario allows, in the search of one cell.
struct FaultCount {
    std::string kind{};       ///< "reply-lost"
    std::string at{};         ///< the operations that it may strike: "kv.set", "any"
    std::size_t offered = 0;  ///< how often it could have struck
    std::size_t struck = 0;   ///< how often it did
    bool in_reach = true;     ///< false: the strategy calls nothing that it could strike
};

/// A published claim that a scenario puts to the test.
struct Claim {
    std::size_t number = 0;  ///< order of claims; scenarios of one number are one claim
    std::string text;        ///< empty: the scenario tests none
    bool about = false;      ///< it speaks of this cell's strategy
    std::vector<std::string> guarantees;  ///< what it promises
};

/// A guarantee that a part of a cell broke.
struct PartBroken {
    std::string guarantee;
    std::uint64_t first = 0;        ///< index of the first case that did; or the fault budget
    std::uint64_t transitions = 0;  ///< of the part, or the whole budget, up to that step
    std::uint64_t cases = 0;        ///< that did; 0: every state is searched
    std::uint64_t states = 0;       ///< of the budget up to that step
    /// How often each of the cell's faults could have struck up to that step; with every state
    /// searched, of all budgets.
    std::vector<std::size_t> offered{};
    std::vector<std::size_t> struck{};  ///< how often it did
};

/// What one shard has searched of a cell, with what its other parts must know of it.
struct CellPart {
    std::uint64_t first = 0;  ///< index of the first case
    std::uint64_t cases = 0;  ///< how many were to be run; 0: every state is searched
    std::string states{};     ///< of every state: file with them, in the shard's folder
    std::string limit{};      ///< why not all of them were: the limit; empty: there was none
    std::vector<std::string> wanted{};  ///< cases end when all of these are broken; empty: never
    std::string bound{};                ///< what the walks promise, by the whole cell
    std::size_t recovery = 0;           ///< the slowest one; 0: none was needed
    std::string recovery_text{};        ///< that in words
    std::vector<std::size_t> codes{};   ///< of every state: those of the faults in that file
    std::vector<PartBroken> broken{};
};

/// One scenario x strategy x sweep point.
struct CellResult {
    std::string scenario;
    std::string title;
    std::string file;
    std::string strategy;                      ///< label: "table-lock/published"
    std::map<std::string, std::string> point;  ///< swept path -> value
    std::string mode;                          ///< "exhaustive" | "random" | "pct" | "timed"
    std::size_t fault_budget = 0;              ///< faults in one run at most
    std::size_t states = 0;
    bool merged = false;  ///< states that differ in which like caller is which count as one
    std::size_t transitions = 0;
    std::size_t cases = 0;
    double seconds = 0;
    std::string note;   ///< what else there is to say, one sentence ("recovers after +400s")
    std::string error;  ///< the cell could not be run: why (unsupported SQL, …)
    Claim claim;
    std::vector<GuaranteeResult> guarantees;
    std::vector<RegressResult> regress;
    std::vector<FaultCount> faults{};  ///< in the scenario's order; empty: none, or not known
    std::optional<CellPart> part{};    ///< of a shard that has a part of it; empty: it is whole

    /// The worst of the guarantees: violated, then inconclusive, then held, then proved.
    [[nodiscard]] Verdict verdict() const;
};

/// What is known of a strategy beforehand.
struct StrategyFacts {
    std::string label;    ///< "table-lock/published"
    std::string summary;  ///< one line
    std::string source;   ///< where it was published
    std::string claim;    ///< what its authors say of it
    std::string gap;      ///< what is known to be missing in the published form
};

/// What is known of a guarantee beforehand.
struct GuaranteeFacts {
    std::string name;
    std::string letter;      ///< stands for it where there is no room
    std::string holds_when;  ///< one line
};

/// A case that was not the same when it was run again: the first step that differs.
struct DeterminismDifference {
    std::string scenario{};
    std::string strategy{};                      ///< label
    std::map<std::string, std::string> point{};  ///< swept path -> value
    std::string name{};                          ///< of the case: "walk 17", or a token
    std::size_t step = 0;                        ///< from 1
    std::string decision{};                      ///< the step: "h1.1:kv.set"
    std::string what{};                          ///< "what happened", "what may come next" …
    std::string here{};                          ///< the first time
    std::string again{};                         ///< the second time
    std::size_t behind = 0;  ///< the step behind which the code of that actor ran; 0: at its start
};

/// What running cases twice came to.
struct Determinism {
    double percent = 0;                              ///< of all cases; 0: nothing was run twice
    std::size_t cases = 0;                           ///< run twice
    std::vector<DeterminismDifference> differences;  ///< one per cell at most
    std::string trouble;  ///< why not all of them were compared; empty: they were
};

/// What counterexamples were played on.
struct RealServers {
    std::vector<std::string> versions{};  ///< "PostgreSQL 15.14", "Redis 7.0.15"
    std::string trouble{};  ///< why not all of them were played; empty: they were, or none was to
};

/// What the faults of a counterexample do to another strategy of its scenario.
struct SameFaults {
    std::string strategy;                     ///< label
    Verdict verdict = Verdict::inconclusive;  ///< proved: it survives; or violated
    std::size_t states = 0;                   ///< that were searched
    std::string idle{};                       ///< kinds of the faults that can strike nothing in it
    std::string token{};                      ///< violated: replays the smallest run
    history::Trace trace{};                   ///< violated: that run
};

/// The run that a token replays, as it was drawn when it was found.
struct Counterexample {
    std::string token;
    history::Trace trace;
    /// How likely the violation was behind each step, 0 to 1; empty: not known.
    std::vector<double> bug_probability{};
    std::string cause{};     ///< what it needs, a sentence a line; empty: not known
    std::string scenario{};  ///< text of a scenario file with its cell; empty: not read
    std::vector<SameFaults> same_faults{};  ///< of the other strategies; empty: not searched
};

/// One cell of the plan that shards divide among them.
struct PlannedCell {
    std::string name;         ///< of no other cell
    std::size_t shard = 0;    ///< the one that has it; 0: it is divided
    std::uint64_t cases = 0;  ///< of a divided one; 0: every state is searched
};

/// Which shard a run is, and of what.
struct Shard {
    std::size_t index = 1;  ///< from 1 …
    std::size_t count = 1;  ///< … to this
    std::string plan{};     ///< equal for shards of one run, hexadecimal
    std::vector<PlannedCell> cells{};
};

/// One of several runs that a record shows together.
struct JoinedRun {
    std::string folder{};   ///< as it was named
    std::string started{};  ///< UTC
    std::uint64_t seed = 0;
    std::vector<std::string> arguments{};
    std::map<std::string, std::string> environment{};
};

/// One `onceproof run`, or several that were joined, all that the renderers see.
struct RunRecord {
    std::string version;
    std::string commit;
    /// What a shell takes for the program: "onceproof", or a checker of one's own.
    std::string executable = "onceproof";
    std::string started;  ///< UTC, "2026-11-30T06:41:07Z"
    std::vector<std::string> arguments;
    std::uint64_t seed = 0;
    double seconds = 0;
    std::size_t jobs = 1;
    bool interrupted = false;
    /// What built the program and what it ran on, by name: "compiler", "system".
    std::map<std::string, std::string> environment{};
    std::size_t cells_planned = 0;
    std::vector<StrategyFacts> strategies;   ///< those of the cells, in the catalog's order
    std::vector<GuaranteeFacts> guarantees;  ///< all, the gravest to break first
    std::vector<CellResult> cells;           ///< in plan order
    Determinism determinism;
    RealServers real;
    std::vector<Counterexample> counterexamples;  ///< of distinct violations, in their order
    /// Parts of the run's folder that could not be read: "results.ndjson, line 37".
    std::vector<std::string> unreadable{};
    std::optional<Shard> shard{};  ///< it ran a part of the plan
    std::size_t shards = 0;        ///< merged from so many; 0: it is one run
    /// Merged: what the plan has and no shard: "shard 7/16 is missing: 31 cells".
    std::vector<std::string> missing{};
    /// The runs that were joined. Empty: it is one. Otherwise `arguments` and `environment` are
    /// empty, and `seed` and `started` the first one's.
    std::vector<JoinedRun> joined{};

    /// The command that replays the token; without one, what stands before it.
    [[nodiscard]] std::string replay(std::string_view token = "") const;
    /// Adds what another run tells besides its cells, each once: what running cases twice came to,
    /// real servers, counterexamples.
    void add_findings(const RunRecord& run);
};

}  // namespace onceproof::reports
