#include "harness/witness.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "harness/stage.hpp"

namespace onceproof::harness {
namespace {

/// Messages read ahead; then whoever sends has to wait.
constexpr std::size_t waiting_max = 32;

/// Testimonies on their way from the reader to the threads.
class Queue {
public:
    /// Blocks while it is full. False: nobody wants any more.
    bool put(Testimony testimony) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_.size() < waiting_max || closed_; });
        if (closed_) {
            return false;
        }
        waiting_.push_back(std::move(testimony));
        changed_.notify_all();
        return true;
    }

    /// Blocks while it is empty. Empty: there is no more.
    std::optional<Testimony> get() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return !waiting_.empty() || closed_; });
        if (waiting_.empty()) {
            return std::nullopt;
        }
        Testimony testimony = std::move(waiting_.front());
        waiting_.pop_front();
        changed_.notify_all();
        return testimony;
    }

    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Testimony> waiting_;
    bool closed_ = false;
};

class Witness {
public:
    explicit Witness(std::span<const Cell> cells) {
        for (const Cell& cell : cells) {
            const CellIdentity identity = identity_of(*cell.scenario, *cell.use);
            cells_.emplace(identity.cell, std::pair(identity, cell));
        }
    }

    Statement listen(std::size_t jobs, const NextMessage& next) {
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < std::max<std::size_t>(jobs, 1); ++i) {
                threads.emplace_back([this] { work(); });
            }
            for (auto bytes = next(); bytes.has_value(); bytes = next()) {
                auto testimony = testimony_from(*bytes);
                if (!testimony.has_value()) {
                    give_up("what the run sent cannot be read");
                } else if (!queue_.put(std::move(*testimony))) {
                    break;
                }
            }
            queue_.close();
        }
        std::ranges::sort(statement_.objections, {}, [](const Objection& objection) {
            return std::pair(objection.cell.cell, objection.name);
        });
        return std::move(statement_);
    }

private:
    void work() {
        for (auto testimony = queue_.get(); testimony.has_value(); testimony = queue_.get()) {
            const auto known = cells_.find(testimony->cell.cell);
            if (known == cells_.end() || known->second.first != testimony->cell) {
                give_up("the scenario files have changed during the run");
                return;
            }
            try {
                compare(known->second.second, *testimony);
            } catch (const fake::UnsupportedSql& unsupported) {
                give_up(unsupported.what());
                return;
            }
        }
    }

    void compare(const Cell& cell, const Testimony& testimony) {
        const Stage stage(*cell.scenario, *cell.use);
        world::World world(stage.config(), world::RestoreBy::snapshot);
        std::optional<Objection> objection;
        for (const Testimony::Case& one : testimony.cases) {
            const SeenRun again = retrace(world, schedule_of(one.run));
            if (auto found = difference(world, one.run, again); found && !objection) {
                objection = {testimony.cell, one.name, std::move(*found)};
            }
        }
        const std::lock_guard lock(mutex_);
        statement_.cases += testimony.cases.size();
        if (objection) {
            statement_.objections.push_back(std::move(*objection));
        }
    }

    void give_up(const std::string& why) {
        {
            const std::lock_guard lock(mutex_);
            statement_.trouble = why;
        }
        queue_.close();
    }

    std::map<std::uint32_t, std::pair<CellIdentity, Cell>> cells_;
    Queue queue_;
    std::mutex mutex_;  // of what follows
    Statement statement_;
};

}  // namespace

Statement witness(std::span<const Cell> cells, std::size_t jobs, const NextMessage& next) {
    return Witness(cells).listen(jobs, next);
}

}  // namespace onceproof::harness
