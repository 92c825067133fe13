#include "harness/shard_set.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "harness/shard.hpp"
#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

constexpr std::size_t names_max = 3;

std::string number_text(std::size_t index, std::size_t count) {
    return "shard " + std::to_string(index) + "/" + std::to_string(count);
}

std::string name_of(const ShardRun& run) {
    return number_text(run.record.shard->index, run.record.shard->count) + " (" + run.folder + ")";
}

std::string program_of(const reports::RunRecord& record) {
    return record.version + (record.commit.empty() ? "" : " (" + record.commit + ")");
}

/// "31 cells: a, b, c and 28 more".
std::string listed(const std::vector<std::string>& names) {
    std::string text = counted(names.size(), "cell");
    for (std::size_t i = 0; i < std::min(names.size(), names_max); ++i) {
        text += (i == 0 ? ": " : ", ") + names[i];
    }
    if (names.size() > names_max) {
        text += " and " + std::to_string(names.size() - names_max) + " more";
    }
    return text;
}

class Check {
public:
    explicit Check(std::vector<ShardRun> runs) : runs_(std::move(runs)) {}

    ShardSet all() {
        drop_other_runs();
        find_reference();
        drop_foreign();
        drop_dead_attempts();
        refuse_doubled();
        for (const ShardRun& run : runs_) {
            compare_cells(run);
        }
        if (reference_ != nullptr) {
            find_missing();
        }
        put_in_order();
        return std::move(set_);
    }

private:
    using Kin = std::tuple<std::string, std::string, std::size_t>;

    static Kin kin_of(const ShardRun& run) {
        const reports::Shard& shard = *run.record.shard;
        return {program_of(run.record), shard.plan, shard.count};
    }

    void drop_other_runs() {
        std::erase_if(runs_, [&](const ShardRun& run) {
            if (run.record.shard.has_value()) return false;
            set_.trouble.push_back(run.folder + ": no shard: a run without --shard");
            return true;
        });
    }

    void find_reference() {
        std::map<Kin, std::size_t> counts;
        std::size_t most = 0;
        for (const ShardRun& run : runs_) {
            ++counts[kin_of(run)];
        }
        for (const ShardRun& run : runs_) {
            const std::size_t count = counts[kin_of(run)];
            if (count <= most) continue;
            most = count;
            kin_ = kin_of(run);
            plan_ = *run.record.shard;
            reference_ = &plan_;
        }
    }

    void drop_foreign() {
        std::erase_if(runs_, [&](const ShardRun& run) {
            const auto& [program, plan, count] = kin_;
            const reports::Shard& shard = *run.record.shard;
            std::string why;
            if (program_of(run.record) != program) {
                why = "it was run by onceproof " + program_of(run.record) + ", the others by " +
                      program;
            } else if (shard.plan != plan) {
                why = "its plan is " + shard.plan + ", that of the others " + plan +
                      ": other scenarios, filter, options or seed";
            } else if (shard.count != count) {
                why = "the others are of " + std::to_string(count);
            }
            if (!why.empty()) set_.trouble.push_back(name_of(run) + " is foreign: " + why);
            return !why.empty();
        });
    }

    /// A job that was started again somewhere else has left what it had until then.
    void drop_dead_attempts() {
        std::set<std::size_t> finished;
        for (const ShardRun& run : runs_) {
            if (!run.record.interrupted) finished.insert(run.record.shard->index);
        }
        std::erase_if(runs_, [&](const ShardRun& run) {
            return run.record.interrupted && finished.contains(run.record.shard->index);
        });
    }

    void refuse_doubled() {
        std::map<std::size_t, const ShardRun*> first;
        for (const ShardRun& run : runs_) {
            const auto [place, fresh] = first.emplace(run.record.shard->index, &run);
            if (!fresh) {
                set_.trouble.push_back(
                    name_of(run) + " is doubled: " + place->second->folder + " is the same shard"
                );
            }
        }
    }

    /// What is the shard's of the plan, by name.
    [[nodiscard]] std::map<std::string, const reports::PlannedCell*> own_of(std::size_t index
    ) const {
        std::map<std::string, const reports::PlannedCell*> own;
        for (const reports::PlannedCell& cell : plan_.cells) {
            if (share_of(cell, {index, plan_.count}).cases > 0) own.emplace(cell.name, &cell);
        }
        return own;
    }

    static bool is_its_share(
        const reports::CellResult& cell,
        const reports::PlannedCell& planned,
        const ShardNumber& number
    ) {
        const auto& part = cell.part;
        if (!part.has_value()) return planned.shard > 0 || !cell.error.empty();
        if (planned.shard > 0) return false;
        if (planned.cases == 0) {
            return part->cases == 0 && (!part->states.empty() || !cell.error.empty());
        }
        const CaseRange share = share_of(planned, number);
        return part->first == share.first && part->cases == share.cases;
    }

    void compare_cells(const ShardRun& run) {
        const std::size_t index = run.record.shard->index;
        auto left = own_of(index);
        const std::size_t all = left.size();
        for (const reports::CellResult& cell : run.record.cells) {
            const std::string name = planned_name(cell.scenario, cell.strategy, cell.point);
            const auto planned = left.find(name);
            if (planned == left.end()) {
                set_.trouble.push_back(
                    name_of(run) + " has a cell twice, or one that is not its own: " + name
                );
                continue;
            }
            if (!is_its_share(cell, *planned->second, {index, plan_.count})) {
                set_.trouble.push_back(name_of(run) + " has other cases than its own: " + name);
            }
            left.erase(planned);
        }
        if (left.empty() && !run.record.interrupted) return;
        std::vector<std::string> names;
        for (const reports::PlannedCell& cell : plan_.cells) {
            if (left.contains(cell.name)) names.push_back(cell.name);
        }
        set_.missing.push_back(
            name_of(run) + " is not finished: " + std::to_string(all - left.size()) + " of its " +
            counted(all, "cell") + " are there" + (names.empty() ? "" : "; not " + listed(names))
        );
    }

    void find_missing() {
        for (std::size_t index = 1; index <= plan_.count; ++index) {
            const bool there = std::ranges::any_of(runs_, [&](const ShardRun& run) {
                return run.record.shard->index == index;
            });
            if (there) continue;
            std::vector<std::string> names;
            const auto own = own_of(index);
            for (const reports::PlannedCell& cell : plan_.cells) {
                if (own.contains(cell.name)) names.push_back(cell.name);
            }
            set_.missing.push_back(
                number_text(index, plan_.count) + " is missing (" + listed(names) + ")"
            );
        }
    }

    void put_in_order() {
        std::vector<std::pair<std::size_t, std::size_t>> order;  // number, place
        order.reserve(runs_.size());
        for (std::size_t place = 0; place < runs_.size(); ++place) {
            order.emplace_back(runs_[place].record.shard->index, place);
        }
        std::ranges::sort(order);
        set_.runs.reserve(runs_.size());
        for (const auto& [index, place] : order) {
            set_.runs.push_back(std::move(runs_[place]));
        }
    }

    std::vector<ShardRun> runs_;
    ShardSet set_;
    Kin kin_;
    reports::Shard plan_;
    const reports::Shard* reference_ = nullptr;
};

}  // namespace

ShardSet shard_set(std::vector<ShardRun> runs) {
    ENSURE(!runs.empty());
    return Check(std::move(runs)).all();
}

}  // namespace onceproof::harness
