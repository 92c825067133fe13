#include <algorithm>
#include <unordered_map>
#include <vector>

#include "model/base/hash.hpp"
#include "model/base/text.hpp"
#include "model/world/world.hpp"
#include "tests/harness/example_cells.hpp"

// A search looks at one of all states with the same fingerprint: so whatever can come next must be
// the same for each of them.

namespace onceproof::harness {
namespace {

struct Next {
    explore::Option option;
    Fingerprint print;

    friend bool operator==(const Next&, const Next&) = default;
};

struct PrintHash {
    std::size_t operator()(const Fingerprint& print) const { return print.low; }
};

/// Walks through all states of a world, and through all ways from each state to the next one.
class SameStates {
public:
    SameStates(world::World& world, std::size_t states_max)
        : world_(world), states_max_(states_max) {}

    /// The first state found that goes on in another way than one with its fingerprint; empty:
    /// none. Beyond `states_max` states it looks no further.
    std::string search(std::size_t fault_budget) {
        world_.reset(fault_budget);
        visit();
        while (!stack_.empty() && difference_.empty() && known_.size() < states_max_) {
            Frame& top = stack_.back();
            world_.restore(top.snapshot);
            path_.resize(top.depth);
            const std::size_t option = top.next++;
            if (top.next == top.count) {
                stack_.pop_back();
            }
            step(option);
            visit();
        }
        return difference_;
    }

    [[nodiscard]] std::size_t states() const { return known_.size(); }

private:
    struct Frame {
        explore::Snapshot snapshot;
        std::size_t depth = 0;
        std::size_t next = 0;
        std::size_t count = 0;
    };

    void step(std::size_t option) {
        path_.push_back(world_.describe(world_.enabled()[option]));
        world_.take(option);
    }

    void visit() {
        const Fingerprint print = world_.fingerprint();
        const explore::Snapshot here = world_.save();
        std::vector<Next> next;
        for (std::size_t option = 0; option < world_.enabled().size(); ++option) {
            const explore::Option taken = world_.enabled()[option];
            world_.take(option);
            next.push_back({taken, world_.fingerprint()});
            world_.restore(here);
        }
        std::ranges::sort(next, {}, &Next::option);
        const auto [known, fresh] = known_.try_emplace(print, Known{next, path_});
        if (fresh) {
            if (!next.empty()) {
                stack_.push_back({here, path_.size(), 0, next.size()});
            }
        } else if (known->second.next != next) {
            tell(known->second, next);
        }
    }

    struct Known {
        std::vector<Next> next;
        std::vector<std::string> path;
    };

    void tell(const Known& known, const std::vector<Next>& next) {
        difference_ = join(known.path, " ");
        difference_ += "\nand\n";
        difference_ += join(path_, " ");
        difference_ += "\ndiffer in";
        for (std::size_t i = 0; i < std::max(next.size(), known.next.size()); ++i) {
            if (i >= next.size() || i >= known.next.size() || next[i] != known.next[i]) {
                const auto& some = i < next.size() ? next[i] : known.next[i];
                difference_.append(" ").append(world_.describe(some.option));
            }
        }
    }

    world::World& world_;
    const std::size_t states_max_;
    std::unordered_map<Fingerprint, Known, PrintHash> known_;
    std::vector<Frame> stack_;
    std::vector<std::string> path_;
    std::string difference_;
};

}  // namespace

TEST_CASE("same state: equal fingerprints go on equally, in every cell of the suite", "[harness]") {
    const std::vector<Scenario> suite = scenarios_of();
    std::size_t states = 0;
    for (const Cell& cell : plan(suite)) {
        const Stage stage(*cell.scenario, *cell.use);
        world::World world(stage.config(), world::RestoreBy::snapshot);
        SameStates same(world, 3'000);
        CAPTURE(cell.scenario->id, cell.use->label(), cell.scenario->point);
        CHECK(same.search(cell.scenario->fault_budget) == "");
        states += same.states();
    }
    CHECK(states > 100'000);
}

}  // namespace onceproof::harness
