#include "harness/real/sql_ahead.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <variant>

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

}  // namespace

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
