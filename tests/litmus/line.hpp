#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/explorer/machine.hpp"

namespace onceproof::litmus {

/// One actor that takes `length` steps; a fault may strike each of them, and striking step n (from
/// 1) breaks the guarantee with the code n.
struct Line {
    using State = std::uint8_t;

    std::uint8_t length = 1;

    [[nodiscard]] State start() const { return 0; }

    void options(const State& state, std::size_t faults_left, OptionList& list) const {
        if (state < length) {
            list.add({0, 0, 0, 0});
            if (faults_left > 0) {
                list.add({0, 0, 0, 1});
            }
        }
    }

    void apply(
        State& state, const explore::Option& option, std::vector<explore::Violation>& violations
    ) const {
        ++state;
        if (option.outcome != 0) {
            violations.push_back({state, "a fault struck"});
        }
    }

    void hash(const State& state, Hasher& hasher) const { hasher.add(state); }

    [[nodiscard]] std::string describe(const explore::Option& option) const {
        return option.outcome == 0 ? "a:step" : "a:step:struck";
    }
};

}  // namespace onceproof::litmus
