#include "model/world/cast.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

bool may_deliver_twice(const Config& config) {
    return std::ranges::any_of(config.faults, [](const FaultRule& rule) {
        return rule.kind == FaultKind::resent && (filter_matches(rule.at, OpCode::call_send) ||
                                                  filter_matches(rule.at, OpCode::call_issue));
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
    const Role calling = config.load == Load::messages ? Role::producer : Role::caller;
    parts_.push_back({Role::environment, "world"});
    parts_.push_back({Role::network, "network"});
    for (std::size_t caller = 0; caller < callers; ++caller) {
        parts_.push_back({calling, "c" + std::to_string(caller + 1), caller});
    }
    settler_ = parts_.size();
    parts_.push_back({Role::settler, "quiet", callers});
    add_handlers(config);
    add_tasks(first_handler());
    first_worker_ = parts_.size();
    add_workers(config);
    add_tasks(first_worker_);
    ENSURE(parts_.size() < 250);
}

void Cast::add_handlers(const Config& config) {
    const std::size_t callers = config.callers.size();
    parts_.push_back({Role::handler, "hq", callers});
    // Producers are answered by the broker alone.
    const std::size_t answered = config.load == Load::messages ? 0 : callers;
    for (std::size_t caller = 0; caller < answered; ++caller) {
        for (std::size_t attempt = 0; attempt < attempts_; ++attempt) {
            for (std::size_t copy = 0; copy < copies_; ++copy) {
                parts_.push_back(
                    {Role::handler, handler_name(caller, attempt, copy), caller, attempt}
                );
            }
        }
    }
    handlers_ = parts_.size() - first_handler();
}

void Cast::add_workers(const Config& config) {
    const auto add = [&](Role role, char letter, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            Part part{role, letter + std::to_string(i + 1), config.callers.size()};
            part.instance = i % config.instances;
            parts_.push_back(part);
        }
    };
    add(Role::consumer, 'k', config.consumers);
    add(Role::relay, 'r', config.relays);
    workers_ = parts_.size() - first_worker_;
}

void Cast::add_tasks(std::size_t first) {
    const std::size_t end = has_tasks_ ? parts_.size() : first;
    for (std::size_t actor = first; actor < end; ++actor) {
        Part part = parts_[actor];
        part.name = part.role == Role::handler ? "t" + part.name.substr(1) : "t" + part.name;
        part.role = Role::task;
        part.handler = actor;
        parts_.push_back(part);
    }
}

std::size_t Cast::handler(std::size_t caller, std::size_t attempt, std::size_t copy) const {
    ENSURE(copy < copies_);
    return first_handler() + 1 + (caller * attempts_ + attempt) * copies_ + copy;
}

}  // namespace onceproof::world
