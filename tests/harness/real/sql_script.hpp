#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/real/play.hpp"
#include "model/fake/database.hpp"
#include "model/fake/plan.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/world/config.hpp"
#include "model/world/store_log.hpp"
#include "tests/harness/real/obstacle_text.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::harness {

/// A run by hand: what is called here is done to the fake and written down, a step each.
class SqlScript {
public:
    static constexpr std::size_t sessions = 3;
    static constexpr std::string_view table =
        "CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "
        "k bigint NOT NULL UNIQUE, v text, at timestamptz NOT NULL DEFAULT now());";

    explicit SqlScript(fake::Dialect dialect)
        : schema_(fake::compile_schema(table)),
          database_(*schema_, sessions, {.dialect = dialect, .history = 8}) {
        config_.schema = schema_.get();
        config_.dialect = dialect;
        run_.log.start(now_);
    }

    void begin(std::size_t session, Isolation isolation = Isolation::server_default) {
        database_.begin(session, isolation);
        run_.log.add(world::SqlBegin{session, isolation});
    }
    /// Runs a statement, or runs it again after it had to wait.
    void execute(
        std::size_t session,
        const std::string& text,
        std::vector<Value> parameters = {},
        world::Passage passage = {}
    ) {
        step();
        plans_.push_back(fake::compile(*schema_, text));
        const fake::Plan& plan =
            database_.waiting(session) ? *waiting_.at(session) : *plans_.back();
        const fake::Execution done = database_.execute(session, plan, parameters, now_);
        if (!done) {
            waiting_.at(session) = &plan;
            passage.reach = world::Reach::waits;
        }
        run_.log.add(world::SqlCall{
            .code = code_of(fake::verb_of(plan)),
            .session = session,
            .text = text,
            .parameters = std::move(parameters),
            .result = done.value_or(Result<Rows>(Rows{})),
            .passage = passage});
    }
    void commit(std::size_t session, world::Passage passage = {}) {
        step();
        const fake::Execution done = database_.commit(session, now_);
        run_.log.add(world::SqlCall{
            .code = world::OpCode::sql_commit,
            .session = session,
            .result = *done,
            .passage = passage});
    }
    void roll_back(std::size_t session) {
        step();
        database_.rollback(session);
        run_.log.add(world::SqlCall{
            .code = world::OpCode::sql_rollback, .session = session, .result = Result<Rows>(Rows{})}
        );
    }
    void end(std::size_t session, world::SqlEnding how) {
        step();
        std::optional<Error> error;
        switch (how) {
            using enum world::SqlEnding;
            case deadlock_victim:
                error = database_.break_deadlock(session);
                break;
            case statement_failed:
                error = database_.fail_statement(session);
                break;
            case wait_failed:
                error = database_.fail_wait(session, ErrorKind::lock_timeout);
                break;
            default:
                database_.rollback(session);
        }
        run_.log.add(world::SqlEnd{session, how, error});
    }
    void strike(world::FaultKind kind, Duration duration = {}, std::size_t lost = 0) {
        step();
        run_.log.add(world::StoreFault{.kind = kind, .duration = duration, .lost = lost});
        if (kind == world::FaultKind::database_failover) database_.forget_commits(lost);
        for (std::size_t session = 0; session < sessions; ++session)
            end(session, world::SqlEnding::killed);
    }
    /// An event of which the fake knows nothing.
    void add(world::StoreEvent::What what) {
        step();
        run_.log.add(std::move(what));
    }
    void pass(Duration duration) { now_ += duration; }

    [[nodiscard]] const world::Config& config() const { return config_; }
    /// The run so far.
    [[nodiscard]] LoggedRun& run() {
        run_.contents.tables = {{"t", database_.committed("t")}};
        return run_;
    }
    std::optional<Obstacle> play_on(RealStore& store) {
        RealStore* const only = &store;
        return play(config_, run(), std::span(&only, 1));
    }

private:
    static world::OpCode code_of(fake::Verb verb) {
        switch (verb) {
            case fake::Verb::select:
                return world::OpCode::sql_select;
            case fake::Verb::insert:
                return world::OpCode::sql_insert;
            case fake::Verb::update:
                return world::OpCode::sql_update;
            default:
                return world::OpCode::sql_delete;
        }
    }
    void step() {
        now_ += std::chrono::milliseconds(10);
        run_.log.begin_step(world::FaultKind::none);
    }

    fake::SchemaPtr schema_;
    fake::Database database_;
    std::vector<fake::PlanPtr> plans_;
    std::array<const fake::Plan*, sessions> waiting_{};
    world::Config config_;
    LoggedRun run_;
    Instant now_{};
};

}  // namespace onceproof::harness
