#include "bench/explorer/crew.hpp"

// What may come next in a crew: the protocol's steps and faults, by the operations that workers
// have announced.

namespace onceproof::litmus {
namespace {

using Variant = Protocol::Variant;
using world::OpCode;

bool is_takeover(const world::Operation& operation) {
    return operation.code == OpCode::kv_compare_and_set &&
           static_cast<const world::KvOperation&>(operation).expected == "pending";
}

/// A worker at this operation has claimed the row and not yet said what came of it.
bool is_owner(const world::Operation& operation) {
    return operation.code == OpCode::gateway_charge ||
           (operation.code == OpCode::kv_set &&
            static_cast<const world::KvOperation&>(operation).options.when == SetWhen::always);
}

}  // namespace

std::span<const explore::Option> Crew::enabled() const {
    if (!menu_is_current_) {
        fill_menu();
        menu_is_current_ = true;
    }
    return menu_.span();
}

void Crew::fill_menu() const {
    menu_.clear();
    const bool faulty = state_->faults < fault_budget_;
    if (state_->sent < size_.workers + size_.faults && !state_->answered) {
        menu_.add({0, static_cast<std::uint8_t>(OpCode::call_send), 0, Protocol::ok});
        if (faulty) {
            menu_.add({0, static_cast<std::uint8_t>(OpCode::call_send), 0, Protocol::lost});
        }
    }
    for (std::size_t worker = 0; worker < size_.workers; ++worker) {
        add_worker(worker, faulty);
    }
    menu_.calm_first(state_->last_actor);
}

void Crew::add_worker(std::size_t worker, bool faulty) const {
    const world::Operation* operation = state_->workers[worker].operation;
    const auto add = [&](OpCode code, std::uint8_t outcome) {
        menu_.add(
            {static_cast<std::uint8_t>(worker + 1), static_cast<std::uint8_t>(code), 0, outcome}
        );
    };
    if (operation == nullptr) {
        if (state_->waiting > 0) {
            add(OpCode::none, Protocol::ok);
        }
        return;
    }
    const OpCode code = operation->code;
    if (is_takeover(*operation)) {
        // It may as well answer that the row is busy.
        add(OpCode::call_reply, Protocol::ok);
        if (variant_ == Variant::takeover || !somebody_owns()) {
            add(code, Protocol::ok);
        }
    } else {
        add(code, Protocol::ok);
    }
    if (!faulty) {
        return;
    }
    const bool row_is_free = code == OpCode::sql_insert && state_->effects == 0;
    if (code == OpCode::gateway_charge || row_is_free) {
        add(code, Protocol::fails);
    }
    add(code, code == OpCode::call_reply ? Protocol::lost : Protocol::crash);
}

bool Crew::somebody_owns() const {
    for (std::size_t worker = 0; worker < size_.workers; ++worker) {
        const world::Operation* operation = state_->workers[worker].operation;
        if (operation != nullptr && is_owner(*operation)) {
            return true;
        }
    }
    return false;
}

std::string Crew::describe(const explore::Option& option) const {
    static constexpr std::array<std::string_view, 4> outcomes = {"", ":lost", ":fails", ":crash"};
    const std::string who = option.actor == 0 ? "client" : "w" + std::to_string(option.actor);
    const auto code = static_cast<OpCode>(option.operation);
    const std::string_view what = code == OpCode::none ? "take" : world::name_of(code);
    return who + ":" + std::string(what) + std::string(outcomes.at(option.outcome));
}

}  // namespace onceproof::litmus
