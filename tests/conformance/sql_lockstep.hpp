#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
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
          mysql_(prepared.alphabet.dialect == fake::Dialect::mysql) {
        fakes_.emplace_back(prepared, mistake);
    }

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

    /// A state of the fake in which the waiting sessions have come as far as on the server.
    struct Outcome {
        ForkableFake fake;
        std::string trail{};        ///< how it came there
        std::size_t deadlocks = 0;  ///< that were broken on the way
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
    /// Gives the step to every fake. Those in which it waits, and those that answer, with it.
    void apply(
        const Step& step,
        std::vector<ForkableFake>& waiting,
        std::vector<std::pair<ForkableFake, Answer>>& answered
    );
    /// The statement waits on both sides, or waits in the fakes and has been answered.
    void suspend(const Step& step);
    /// The answer, or nothing if the statement is blocked.
    std::optional<Answer> receive_or_blocked(std::size_t session);
    void judge(const Step& step, const std::optional<Answer>& answer);
    /// Keeps what `Known::late_purge` depends on.
    void note_removal(const Step& step, const Answer& answer);
    /// mysql: a deadlock has ended the transaction, the next statement begins a new one.
    void note_end(std::size_t session, const Answer& answer);
    /// Ends all transactions, also after a difference.
    void finish();
    void compare_rows();
    /// The first difference between the rows at the end; empty: there is none.
    std::string different_rows(const ForkableFake& fake, const std::vector<Answer>& real) const;
    /// Brings waiting sessions as far as they come on both sides. Where several can go on, the real
    /// server decides the order and the fake must have an order with the same outcome. Answers do
    /// not always tell which, so all such states are kept.
    void settle();
    /// Goes on from one of `outcomes`, in none of which anything is pending that was answered.
    void go_on(std::vector<Outcome> outcomes);
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
    /// Runs what can run in the fake, in every order, and adds the states, each once, in which the
    /// outcome is the server's.
    void match(Outcome so_far, std::vector<Outcome>& outcomes) const;
    /// True if the fake leaves the sessions as the server does.
    bool is_outcome(const fake::Database& database) const;

    SteppedDatabase& real_;
    const Alphabet& alphabet_;
    bool mysql_;
    std::vector<ForkableFake> fakes_;  // in each all was as on the server until now
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
