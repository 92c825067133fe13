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
      pool_(server().pool(plan.threads, statement_timeout)) {
    const std::string name = plan.servers.name() + ":" + std::to_string(plan.number);
    std::optional<backend::RabbitmqOptions> broker;
    if (needs_broker(plan.subject)) {
        broker = plan.servers.broker(name);
    }
    for (std::size_t thread = 0; thread < plan.threads; ++thread) {
        workers_.push_back(std::make_unique<Worker>(WorkerPlan{
            .pool = pool_->sql(),
            .redis = plan.servers.redis().address(),
            .broker = broker,
            .gateway = gateway_,
            .relay_turn = relay_turn_,
            .key_prefix = name + "." + std::to_string(thread) + ".",
            .id_prefix = plan.servers.name() + ":",
            .user = "user-" + std::to_string(thread)}));
    }
}

bool Rig::fits(const Subject& subject, Database database, std::size_t threads) const {
    return &plan_.subject == &subject && plan_.database == database && plan_.threads == threads;
}

std::string Rig::trouble(std::string_view what) const {
    return server().trouble(what, pool_->last_message());
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
    if (auto problem = plan_.servers.redis().empty()) {
        return problem;
    }
    if (auto problem = server().empty_schema()) {
        return problem;
    }
    if (!plan_.subject.schema.empty() && !pool_->run_script(plan_.subject.schema).ok()) {
        return trouble("made no tables");
    }
    return std::nullopt;
}

std::optional<std::string> Rig::warm_up() {
    // While all other connections are taken, a worker gets the one that is left.
    std::vector<SqlSession*> taken;
    std::optional<std::string> problem;
    while (taken.size() < plan_.threads && !problem.has_value()) {
        const Result<SqlSession*> session = pool_->sql().open();
        if (session.ok()) {
            taken.push_back(*session);
        } else {
            problem = trouble("cannot be reached");
        }
    }
    for (std::size_t i = 0; i < workers_.size() && !problem.has_value(); ++i) {
        taken[i]->close();
        problem = warm_up(*workers_[i]);
        const Result<SqlSession*> again = pool_->sql().open();
        if (!again.ok()) {
            taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
            problem = trouble("cannot be reached");
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
    const bool repeats = plan_.subject.no_repeats.empty();
    for (std::size_t i = 0; i < plan_.warm_up && !plan_.should_stop(); ++i) {
        Request request = worker.fresh();
        for (const bool first : {true, false}) {
            if (first || repeats) {
                const Reply reply = worker.handle(plan_.subject, request, first);
                std::string wrong = wrong_answer(!first, request, reply);
                if (!wrong.empty()) {
                    return wrong;
                }
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
    if (!tables.empty() &&
        !pool_->run_script("TRUNCATE TABLE " + join(tables, "; TRUNCATE TABLE ")).ok()) {
        return trouble("did not empty the tables");
    }
    if (auto problem = plan_.servers.redis().empty()) {
        return problem;
    }
    empty_bytes_ = server().stored_bytes(plan_.subject.own_tables).value_or(0);
    return std::nullopt;
}

std::optional<std::string> Rig::have_done(std::size_t per_thread) {
    if (has_done_) {
        return std::nullopt;
    }
    for (const std::unique_ptr<Worker>& worker : workers_) {
        for (std::size_t i = 0; i < per_thread && !plan_.should_stop(); ++i) {
            Request request = worker->fresh();
            const Reply reply = worker->handle(plan_.subject, request, true);
            std::string wrong = wrong_answer(false, request, reply);
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
    std::uint64_t sum = pool_->round_trips();
    for (const std::unique_ptr<Worker>& worker : workers_) {
        sum += worker->round_trips();
    }
    return sum;
}

std::uint64_t Rig::keys_asked() const {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<Worker>& worker : workers_) {
        sum += worker->keys_asked();
    }
    return sum;
}

double Rig::bytes_per_key() {
    const auto rows = server().stored_bytes(plan_.subject.own_tables);
    const auto keys = plan_.servers.redis().stored_bytes();
    if (!rows || !keys || keys_asked() == 0) {
        return -1;
    }
    const std::uint64_t bytes = *rows + *keys - std::min(*rows, empty_bytes_);
    return static_cast<double>(bytes) / static_cast<double>(keys_asked());
}

std::optional<std::string> Rig::broken() {
    if (plan_.subject.ledger == Ledger::none) {
        return std::string();
    }
    const std::optional<Census> census = take_census(plan_.subject, *pool_, gateway_);
    return census ? std::optional(broken_guarantee(*census, keys_asked())) : std::nullopt;
}

}  // namespace onceproof::bench
