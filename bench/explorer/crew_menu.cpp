#include <algorithm>

#include "bench/explorer/crew.hpp"

// What may come next in a crew: the protocol's steps and faults, by the operations that workers
// have announced.

namespace onceproof::litmus {
namespace {

using world::OpCode;

constexpr std::size_t client = 0;

explore::Option option_of(std::size_t actor, OpCode code, Protocol::Outcome outcome) {
    return {
        .actor = static_cast<std::uint8_t>(actor),
        .operation = static_cast<std::uint8_t>(code),
        .object = 0,
        .outcome = outcome};
}

}  // namespace

Crew::Next Crew::next_of(const world::Operation& operation) {
    Next next{.code = operation.code};
    if (operation.code == OpCode::kv_compare_and_set) {
        next.takes_over = static_cast<const world::KvOperation&>(operation).expected == "pending";
    } else if (operation.code == OpCode::kv_set) {
        const auto& set = static_cast<const world::KvOperation&>(operation);
        next.owns = set.options.when == SetWhen::always;
    } else {
        next.owns = operation.code == OpCode::gateway_charge;
    }
    return next;
}

std::span<const explore::Option> Crew::enabled() const {
    if (!menu_is_current_) {
        fill_menu();
        menu_is_current_ = true;
    }
    return menu_.span();
}

void Crew::fill_menu() const {
    OptionList::Writer menu(menu_);
    const State& state = *state_;
    const bool faulty = state.faults < fault_budget_;
    // It may as well answer that the row is busy.
    const auto first_of = [](const Next& next) {
        return next.takes_over ? OpCode::call_reply : next.code;
    };
    // Option 0 goes on with whoever ran last.
    const std::size_t last = state.last_actor;
    if (last != client && can_act(last - 1)) {
        menu.add(option_of(last, first_of(state.next[last - 1]), Protocol::ok));
    }
    if (can_send()) {
        menu.add(option_of(client, OpCode::call_send, Protocol::ok));
        if (faulty) {
            menu.add(option_of(client, OpCode::call_send, Protocol::lost));
        }
    }
    for (std::size_t worker = 0; worker < size_.workers; ++worker) {
        if (!can_act(worker)) {
            continue;
        }
        const Next next = state.next[worker];
        const std::size_t actor = worker + 1;
        if (actor != last) {
            menu.add(option_of(actor, first_of(next), Protocol::ok));
        }
        if (next.takes_over && may_take_over()) {
            menu.add(option_of(actor, next.code, Protocol::ok));
        }
        if (!faulty || next.code == OpCode::none) {
            continue;
        }
        const bool row_is_free = next.code == OpCode::sql_insert && state.effects == 0;
        if (next.code == OpCode::gateway_charge || row_is_free) {
            menu.add(option_of(actor, next.code, Protocol::fails));
        }
        const bool answers = next.code == OpCode::call_reply;
        menu.add(option_of(actor, next.code, answers ? Protocol::lost : Protocol::crash));
    }
}

bool Crew::can_send() const {
    return state_->sent < size_.workers + size_.faults && !state_->answered;
}

bool Crew::can_act(std::size_t worker) const {
    return state_->next[worker].code != OpCode::none || state_->waiting > 0;
}

bool Crew::may_take_over() const {
    return variant_ == Protocol::Variant::takeover ||
           std::ranges::none_of(state_->next, &Next::owns);
}

std::string Crew::describe(const explore::Option& option) const {
    static constexpr std::array<std::string_view, 4> outcomes = {"", ":lost", ":fails", ":crash"};
    const std::string who = option.actor == 0 ? "client" : "w" + std::to_string(option.actor);
    const auto code = static_cast<OpCode>(option.operation);
    const std::string_view what = code == OpCode::none ? "take" : world::name_of(code);
    return who + ":" + std::string(what) + std::string(outcomes.at(option.outcome));
}

}  // namespace onceproof::litmus
