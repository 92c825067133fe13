#include "model/world/cast.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

bool may_deliver_twice(const Config& config) {
    return std::ranges::any_of(config.faults, [](const FaultRule& rule) {
        return rule.kind == FaultKind::resent && filter_matches(rule.at, OpCode::call_send);
    });
}

std::string handler_name(std::size_t caller, std::size_t attempt, std::size_t copy) {
    return "h" + std::to_string(caller + 1) + "." + std::to_string(attempt + 1) +
           (copy == 1 ? "b" : "");
}

}  // namespace

Cast::Cast(const Config& config)
    : attempts_(config.attempts_max),
      copies_(may_deliver_twice(config) ? 2 : 1),
      has_tasks_(config.uses_tasks) {
    const std::size_t callers = config.callers.size();
    parts_.push_back({Role::environment, "world"});
    parts_.push_back({Role::network, "network"});
    for (std::size_t caller = 0; caller < callers; ++caller) {
        parts_.push_back({Role::caller, "c" + std::to_string(caller + 1), caller});
    }
    settler_ = parts_.size();
    parts_.push_back({Role::settler, "quiet", callers});
    parts_.push_back({Role::handler, "hq", callers});
    for (std::size_t caller = 0; caller < callers; ++caller) {
        for (std::size_t attempt = 0; attempt < attempts_; ++attempt) {
            for (std::size_t copy = 0; copy < copies_; ++copy) {
                parts_.push_back(
                    {Role::handler, handler_name(caller, attempt, copy), caller, attempt}
                );
            }
        }
    }
    handlers_ = parts_.size() - first_handler();
    if (has_tasks_) {
        const std::size_t end = parts_.size();
        for (std::size_t handler = first_handler(); handler < end; ++handler) {
            Part part = parts_[handler];
            part.role = Role::task;
            part.name.front() = 't';
            part.handler = handler;
            parts_.push_back(part);
        }
    }
    ENSURE(parts_.size() < 250);
}

std::size_t Cast::handler(std::size_t caller, std::size_t attempt, std::size_t copy) const {
    ENSURE(copy < copies_);
    return first_handler() + 1 + (caller * attempts_ + attempt) * copies_ + copy;
}

}  // namespace onceproof::world
