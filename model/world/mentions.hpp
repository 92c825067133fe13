#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"

namespace onceproof::world {

/// The callers that ids in some texts name, in the order in which they came.
class Mentions {
public:
    static constexpr std::size_t most = 15;

    /// Folds the text in without the callers that its ids name: these are noted here.
    void add(Hasher& hasher, std::string_view text) {
        hash_with_ids(hasher, text, [this](std::size_t caller) {
            note(caller);
            return std::uint64_t{0};
        });
    }

    /// Folds the callers in, by the names that `names` gives them. Nothing if there are none: how
    /// many there are is known from the texts' own hash.
    void hash(Hasher& hasher, std::span<const std::uint8_t> names) const {
        if (count() == 0) {
            return;
        }
        std::uint64_t word = count();
        for (std::size_t i = 0; i < count(); ++i) {
            const std::uint64_t caller = (callers_ >> (4 * i)) & 15U;
            word = word << 4U | (caller < names.size() ? names[caller] : caller);
        }
        hasher.add(word);
    }

    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(callers_ >> 60U); }
    /// True if there were too many, or one with too high a number: it is not known whom they name.
    [[nodiscard]] bool lost() const { return lost_; }

private:
    void note(std::size_t caller) {
        lost_ |= caller > 15 || count() == most;
        if (!lost_) {
            callers_ |= std::uint64_t{caller} << (4 * count());
            callers_ += std::uint64_t{1} << 60U;
        }
    }

    std::uint64_t callers_ = 0;  // four bits each; how many: in the highest four
    bool lost_ = false;
};

}  // namespace onceproof::world
