#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "model/explore/exhaustive.hpp"
#include "model/explore/team.hpp"

namespace onceproof::litmus {

/// Searches with `threads` threads that help one another from the first state on; `make` makes a
/// system for each.
template <class Make>
explore::ExhaustiveResult search_together(
    const Make& make, std::size_t threads, explore::ExhaustiveRequest request
) {
    explore::Team team(0);
    std::vector<std::jthread> helpers;
    for (std::size_t number = 1; number < threads; ++number) {
        helpers.emplace_back([&] {
            auto system = make();
            team.help(system);
        });
    }
    team.await(helpers.size());
    auto system = make();
    request.team = &team;
    explore::ExhaustiveResult result = explore::exhaustive(system, request);
    team.dismiss();
    return result;
}

/// Another system whose steps take so long that every thread gets a part of a small space, too.
template <class System>
class Slow : public explore::TransitionSystem {
public:
    explicit Slow(System inner) : inner_(std::move(inner)) {}

    [[nodiscard]] std::span<const explore::Option> enabled() const override {
        return inner_.enabled();
    }
    void take(std::size_t option) override {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        inner_.take(option);
    }
    [[nodiscard]] Fingerprint fingerprint() const override { return inner_.fingerprint(); }
    [[nodiscard]] std::span<const explore::Violation> violations() const override {
        return inner_.violations();
    }
    void reset(std::size_t fault_budget) override { inner_.reset(fault_budget); }
    [[nodiscard]] explore::Snapshot save() const override { return inner_.save(); }
    void restore(const explore::Snapshot& snapshot) override { inner_.restore(snapshot); }
    [[nodiscard]] std::string describe(const explore::Option& option) const override {
        return inner_.describe(option);
    }

protected:
    System inner_;
};

/// Another system that tells when it takes a step, or begins anew.
template <class System>
class Told final : public Slow<System> {
public:
    Told(System inner, std::function<void()> on_step, std::function<void()> on_reset)
        : Slow<System>(std::move(inner)),
          on_step_(std::move(on_step)),
          on_reset_(std::move(on_reset)) {}

    void take(std::size_t option) override {
        on_step_();
        this->inner_.take(option);
    }
    void reset(std::size_t fault_budget) override {
        this->inner_.reset(fault_budget);
        on_reset_();
    }

private:
    std::function<void()> on_step_;
    std::function<void()> on_reset_;
};

}  // namespace onceproof::litmus
