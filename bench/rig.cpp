#include "bench/rig.hpp"

#include <algorithm>
#include <chrono>

#include "bench/census.hpp"
#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::bench {
namespace {

/// Far above anything that a healthy run waits for: a strategy that waits for itself ends all the
/// same.
constexpr Duration statement_timeout = std::chrono::seconds(30);

}  // namespace

Rig::Rig(const RigPlan& plan)
    : plan_(plan),
      gateway_(
          plan.subject.effect == Effect::in_transaction ? Effect::external : plan.subject.effect,
          Duration{0}
      ),
      sql_(
          {.connection = plan.servers.postgres(),
           .pool = plan.threads,
           .statement_timeout = statement_timeout}
      ) {
    for (std::size_t thread = 0; thread < plan.threads; ++thread) {
        const std::string prefix = plan.servers.name() + ":" + std::to_string(plan.number) + "." +
                                   std::to_string(thread) + ".";
        workers_.push_back(std::make_unique<Worker>(sql_, plan.servers.redis(), gateway_, prefix));
    }
}

std::unique_ptr<Rig> Rig::build(const RigPlan& plan, std::string& trouble) {
    std::unique_ptr<Rig> rig(new Rig(plan));
    std::optional<std::string> problem = rig->make_tables();
    if (!problem.has_value()) {
        problem = rig->warm_up();
    }
    if (!problem.has_value()) {
        problem = rig->empty_tables();
    }
    if (problem.has_value()) {
        trouble = *problem;
        return nullptr;
    }
    return plan.should_stop() ? nullptr : std::move(rig);
}

std::optional<std::string> Rig::make_tables() {
    if (auto problem = plan_.servers.empty_schema()) {
        return problem;
    }
    if (!plan_.subject.schema.empty() && !sql_.run_script(plan_.subject.schema).ok()) {
        return "PostgreSQL made no tables: " + one_line(sql_.last_message());
    }
    return std::nullopt;
}

std::optional<std::string> Rig::warm_up() {
    // While all other connections are taken, a worker gets the one that is left.
    std::vector<SqlSession*> taken;
    std::optional<std::string> problem;
    while (taken.size() < plan_.threads && !problem.has_value()) {
        const Result<SqlSession*> session = sql_.open();
        if (session.ok()) {
            taken.push_back(*session);
        } else {
            problem = "PostgreSQL cannot be reached: " + one_line(sql_.last_message());
        }
    }
    for (std::size_t i = 0; i < workers_.size() && !problem.has_value(); ++i) {
        taken[i]->close();
        problem = warm_up(*workers_[i]);
        const Result<SqlSession*> again = sql_.open();
        if (!again.ok()) {
            taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
            problem = "PostgreSQL cannot be reached: " + one_line(sql_.last_message());
            break;
        }
        taken[i] = *again;
    }
    for (SqlSession* const session : taken) {
        session->close();
    }
    return problem;
}

std::optional<std::string> Rig::warm_up(Worker& worker) {
    for (std::size_t i = 0; i < plan_.warm_up && !plan_.should_stop(); ++i) {
        const Request request = worker.fresh();
        for (const Stream stream : plan_.subject.streams) {
            const Reply reply = worker.handle(*plan_.subject.strategy, request);
            const std::string wrong = wrong_answer(stream, request, reply);
            if (!wrong.empty()) {
                return wrong;
            }
        }
    }
    return std::nullopt;
}

std::optional<std::string> Rig::empty_tables() {
    for (const std::unique_ptr<Worker>& worker : workers_) {
        worker->forget();
    }
    gateway_.clear();
    const std::vector<std::string>& tables = plan_.subject.tables;
    if (!tables.empty() && !sql_.run_script("TRUNCATE " + join(tables, ", ")).ok()) {
        return "PostgreSQL did not empty the tables: " + one_line(sql_.last_message());
    }
    return std::nullopt;
}

std::optional<std::string> Rig::have_done(std::size_t per_thread) {
    if (has_done_) {
        return std::nullopt;
    }
    for (const std::unique_ptr<Worker>& worker : workers_) {
        for (std::size_t i = 0; i < per_thread && !plan_.should_stop(); ++i) {
            Request request = worker->fresh();
            const Reply reply = worker->handle(*plan_.subject.strategy, request);
            const std::string wrong = wrong_answer(Stream::first, request, reply);
            if (!wrong.empty()) {
                return wrong;
            }
            worker->keep(std::move(request));
        }
    }
    has_done_ = true;
    return std::nullopt;
}

std::uint64_t Rig::round_trips() const {
    std::uint64_t sum = sql_.round_trips();
    for (const std::unique_ptr<Worker>& worker : workers_) {
        sum += worker->redis_round_trips();
    }
    return sum;
}

std::optional<std::string> Rig::broken() {
    if (plan_.subject.ledger == Ledger::none) {
        return std::string();
    }
    const std::optional<Census> census = take_census(plan_.subject, sql_, gateway_);
    if (!census.has_value()) {
        return std::nullopt;
    }
    std::uint64_t asked = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
        asked += worker->keys_asked();
    }
    return broken_guarantee(*census, asked);
}

}  // namespace onceproof::bench
