#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/fake/plan.hpp"
#include "tests/conformance/known.hpp"
#include "tests/conformance/sql_forkable.hpp"
#include "tests/conformance/sql_steps.hpp"

namespace onceproof::conformance {

/// How a sequence went.
struct Comparison {
    bool equal = true;
    std::optional<Known> known;  ///< the difference that ended it
    std::size_t statements = 0;
    std::size_t errors = 0;
    std::size_t blocked = 0;    ///< statements that had to wait, on both sides
    std::size_t deadlocks = 0;  ///< broken on both sides
    std::string report;         ///< what was done on both sides, and the first difference
};

/// True if the answers to a step are equal; rows in any order unless the statement asks for one.
bool same(const Step& step, Answer left, Answer right);

/// One sequence on both sides.
class Lockstep {
public:
    /// The real server's tables must hold the first rows and nothing else.
    Lockstep(SteppedDatabase& real, const PreparedAlphabet& prepared, const SqlMistake* mistake)
        : real_(real),
          alphabet_(prepared.alphabet),
          mysql_(prepared.alphabet.dialect == fake::Dialect::mysql),
          fake_(prepared, mistake) {}

    Comparison run(const std::vector<Step>& steps);

private:
    static constexpr std::size_t sessions = ForkableFake::sessions;
    static constexpr int answer_max_ms = 2'000;
    static constexpr int settle_max = 1'500;  // attempts, each about a millisecond

    struct SessionView {
        bool open = false;   // in a transaction, or about to be
        bool begun = false;  // BEGIN has not been sent yet
        bool serializable = false;
        bool loose = false;    // mysql: may hold more locks than the fake knows of
        bool removed = false;  // index entries
        std::size_t waits_since = 0;
        std::optional<Step> pending;     // a statement that waits
        std::optional<Answer> received;  // what the server has answered to it meanwhile
    };

    bool going() const { return result_.equal && !result_.known; }
    void note(const std::string& line) { result_.report += line + "\n"; }
    void differ(const std::string& line) {
        result_.equal = false;
        note("DIFFERENT: " + line);
    }

    void take(Step step);
    void end(const Step& step);
    void execute(const Step& step, const std::string& text);
    /// The answer, or nothing if the statement is blocked.
    std::optional<Answer> receive_or_blocked(std::size_t session);
    void judge(const Step& step, const Answer& answer);
    /// Keeps what `Known::late_purge` depends on.
    void note_removal(const Step& step, const Answer& answer);
    /// mysql: a deadlock has ended the transaction, the next statement begins a new one.
    void note_end(std::size_t session, const Answer& answer);
    /// Ends all transactions, also after a difference.
    void finish();
    void compare_rows();
    /// Brings waiting sessions as far as they come on both sides. Where several can go on, the real
    /// server decides the order and the fake must have an order with the same outcome.
    void settle();
    /// Why the locks of the server may be others than the fake's: `loose_locks` or `late_purge`.
    std::optional<Known> any_looseness() const;
    /// What makes the outcome of the waiting sessions another one.
    std::optional<Known> known_difference() const;
    bool refused_to_serialize(std::size_t session, const Answer& answer) const;
    bool is_refused_later(std::size_t session) const;
    bool anything_pending() const;
    /// Every waiting session of the server has its answer or is blocked; seen twice the same.
    bool look_twice();
    /// The server hands a row to those who queue for it in their order; answers do not always show
    /// it.
    std::array<std::size_t, sessions> longest_wait_first() const;
    /// Runs what can run in the fake, in every order, until the outcome is the server's.
    std::optional<ForkableFake> match(ForkableFake fake, std::string& trail);

    SteppedDatabase& real_;
    const Alphabet& alphabet_;
    bool mysql_;
    ForkableFake fake_;
    std::array<SessionView, sessions> views_{};
    std::array<Isolation, sessions> isolation_{};
    Comparison result_;
    Instant now_{};
    bool purge_raced_ = false;  // index entries went while another session waited
};

/// Runs a sequence on the fake and on the real server, step by step, and compares every answer,
/// every wait and the rows at the end. Steps that the session's state does not allow are left
/// out. Every call comes some seconds after the one before, on both clocks.
Comparison compare(
    SteppedDatabase& real,
    const PreparedAlphabet& prepared,
    const SqlMistake* mistake,
    const std::vector<Step>& steps
);

}  // namespace onceproof::conformance
