#include "harness/real/sql_ahead.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace onceproof::harness {

namespace {

using world::SqlBegin;
using world::SqlCall;
using world::SqlEnd;
using world::SqlEnding;
using world::StoreEvent;

std::optional<std::size_t> session_of(const StoreEvent& event) {
    return std::visit(
        [](const auto& what) -> std::optional<std::size_t> {
            using What = std::decay_t<decltype(what)>;
            constexpr bool sql = std::is_same_v<What, SqlCall> || std::is_same_v<What, SqlBegin> ||
                                 std::is_same_v<What, SqlEnd>;
            if constexpr (sql) return what.session;
            return std::nullopt;
        },
        event.what
    );
}

/// What comes after `event` in its session.
std::span<const StoreEvent> behind(const world::StoreLog& log, const StoreEvent& event) {
    const std::span<const StoreEvent> all = log.events();
    return all.subspan(static_cast<std::size_t>(&event - all.data()) + 1);
}

bool is_end(const StoreEvent& event, SqlEnding how) {
    const auto* const end = std::get_if<SqlEnd>(&event.what);
    return end != nullptr && end->how == how;
}

/// The writing commits so far, to each of which belongs an event.
class Commits {
public:
    void note(const StoreEvent& event) {
        if (const auto* const begin = std::get_if<SqlBegin>(&event.what)) {
            open_[begin->session] = false;
        } else if (const auto* const end = std::get_if<SqlEnd>(&event.what)) {
            if (end->how != SqlEnding::wait_failed) open_.erase(end->session);
        } else if (const auto* const call = std::get_if<SqlCall>(&event.what)) {
            note(event, *call);
        }
    }
    /// Forgets the newest ones; returns the first of them.
    const StoreEvent* forget(std::size_t count) {
        if (count == 0 || count > events_.size()) return nullptr;
        const StoreEvent* const first = *(events_.end() - static_cast<std::ptrdiff_t>(count));
        events_.clear();  // what is older has reached the disk
        return first;
    }

private:
    void note(const StoreEvent& event, const SqlCall& call) {
        if (call.passage.reach != world::Reach::applied || !call.result.ok()) return;
        const auto open = open_.find(call.session);
        const bool ends = call.text.empty();
        const bool wrote = call.code != world::OpCode::sql_select && call.result->affected > 0;
        if (!ends && open != open_.end()) open->second = open->second || wrote;
        const bool commits = call.code == world::OpCode::sql_commit;
        const bool alone = !ends && open == open_.end();
        if ((alone && wrote) || (commits && open != open_.end() && open->second)) {
            events_.push_back(&event);
        }
        if (ends) open_.erase(call.session);
    }

    std::map<std::size_t, bool> open_;  ///< sessions in a transaction, and whether it has written
    std::vector<const StoreEvent*> events_;
};

}  // namespace

SqlAhead::SqlAhead(const world::StoreLog& log) : log_(log) {
    Commits commits;
    for (const StoreEvent& event : log.events()) {
        commits.note(event);
        const auto* const fault = std::get_if<world::StoreFault>(&event.what);
        if (fault == nullptr || fault->kind != world::FaultKind::database_failover) continue;
        if (const StoreEvent* const first = commits.forget(fault->lost)) {
            first_forgotten_.push_back(first);
        }
    }
}

bool SqlAhead::is_first_forgotten(const StoreEvent& event) const {
    return std::ranges::find(first_forgotten_, &event) != first_forgotten_.end();
}

bool SqlAhead::any() const {
    return sessions() > 0;
}

std::size_t SqlAhead::sessions() const {
    std::size_t count = 0;
    for (const StoreEvent& event : log_.events()) {
        if (const auto session = session_of(event)) count = std::max(count, *session + 1);
    }
    return count;
}

bool SqlAhead::has_victims() const {
    return std::ranges::any_of(log_.events(), [](const StoreEvent& event) {
        return is_end(event, SqlEnding::deadlock_victim);
    });
}

bool SqlAhead::falls_victim(const StoreEvent& event) const {
    for (const StoreEvent& later : behind(log_, event)) {
        if (session_of(later) != session_of(event)) continue;
        const auto* const call = std::get_if<SqlCall>(&later.what);
        const bool goes_on = call != nullptr && !call->text.empty();
        if (!goes_on) return is_end(later, SqlEnding::deadlock_victim);
    }
    return false;
}

bool SqlAhead::gives_up(const StoreEvent& event) const {
    for (const StoreEvent& later : behind(log_, event)) {
        if (session_of(later) != session_of(event)) continue;
        const auto* const call = std::get_if<SqlCall>(&later.what);
        if (call != nullptr && call->passage.reach == world::Reach::waits) continue;
        const auto* const end = std::get_if<SqlEnd>(&later.what);
        return end != nullptr && end->how == SqlEnding::wait_failed && end->error &&
               end->error->kind == ErrorKind::lock_timeout;
    }
    return false;
}

}  // namespace onceproof::harness
