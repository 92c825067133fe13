#include "harness/determinism.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "harness/cases_again.hpp"
#include "harness/stage.hpp"

namespace onceproof::harness {
namespace {

constexpr auto patience_max = std::chrono::minutes(1);

/// Cases sent at once: the other process shares them out by this.
constexpr std::size_t cases_at_once = 32;

}  // namespace

DeterminismCheck::DeterminismCheck(const DeterminismRequest& request)
    : request_(request), twin_(Twin::start(request.arguments)) {
    result_.percent = request.percent;
    if (twin_ == nullptr) {
        result_.trouble = "a second process could not be started";
    }
}

std::function<bool()> DeterminismCheck::patience() const {
    const auto end = std::chrono::steady_clock::now() + patience_max;
    return [this, end] {
        return std::chrono::steady_clock::now() >= end ||
               (request_.should_stop && request_.should_stop());
    };
}

void DeterminismCheck::object(
    const Cell& cell, const std::string& name, const Difference& difference
) {
    reports::DeterminismDifference told;
    told.scenario = cell.scenario->id;
    told.strategy = cell.use->label();
    told.point = cell.scenario->point;
    told.name = name;
    told.step = difference.step;
    told.decision = difference.decision;
    told.what = difference.what;
    told.here = difference.here;
    told.again = difference.again;
    told.behind = difference.behind;
    const bool known = std::ranges::any_of(result_.differences, [&](const auto& other) {
        return std::tie(other.scenario, other.strategy, other.point) ==
               std::tie(told.scenario, told.strategy, told.point);
    });
    if (!known) {
        result_.differences.push_back(std::move(told));
    }
}

void DeterminismCheck::check(
    const Cell& cell, world::World& world, const reports::CellResult& result
) {
    const CellIdentity identity = identity_of(*cell.scenario, *cell.use);
    const std::vector<CaseAgain> cases = draw_cases_again(
        world,
        *cell.scenario,
        identity,
        result,
        {.percent = request_.percent, .seed = request_.seed}
    );
    Testimony testimony{identity, {}};
    for (const CaseAgain& one : cases) {
        SeenRun run = retrace(world, one.schedule);
        if (const auto left = left_schedule(world, run, one.schedule)) {
            const std::lock_guard lock(mutex_);
            object(cell, one.name, *left);
        }
        testimony.cases.push_back({one.name, std::move(run)});
        if (testimony.cases.size() == cases_at_once || &one == &cases.back()) {
            const std::lock_guard lock(mutex_);
            cells_.emplace(identity.cell, cell);
            send(testimony);
            testimony.cases.clear();
        }
    }
}

void DeterminismCheck::send(const Testimony& testimony) {
    sent_ += testimony.cases.size();
    if (twin_ != nullptr && !twin_->send(bytes_of(testimony), patience())) {
        // It may have said why it ended.
        const auto bytes = twin_->answer(patience());
        const auto statement = bytes ? statement_from(*bytes) : std::nullopt;
        result_.trouble = statement && !statement->trouble.empty()
                              ? statement->trouble
                              : "the second process ended early";
        twin_ = nullptr;
    }
}

reports::Determinism DeterminismCheck::finish() {
    const std::lock_guard lock(mutex_);
    if (request_.should_stop && request_.should_stop()) {
        return {};
    }
    if (twin_ != nullptr) {
        const auto bytes = twin_->answer(patience());
        const auto statement = bytes ? statement_from(*bytes) : std::nullopt;
        if (!statement.has_value()) {
            result_.trouble = "the second process gave no answer";
        } else {
            result_.cases = statement->cases;
            result_.trouble = statement->trouble;
            for (const Objection& objection : statement->objections) {
                object(cells_.at(objection.cell.cell), objection.name, objection.difference);
            }
            if (result_.trouble.empty() && statement->cases != sent_) {
                result_.trouble = "the second process did not look at every case";
            }
        }
        twin_ = nullptr;
    }
    return result_;
}

}  // namespace onceproof::harness
