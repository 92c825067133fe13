#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "harness/probe/http.hpp"

namespace onceproof::probe {

/// A number of effects, or why it could not be had.
struct Count {
    std::optional<std::int64_t> number{};
    std::string trouble{};  ///< quotes nothing that was read
};

/// Asks the user's service or program how many effects there are.
class Counter {
public:
    /// `route`: where the host of the count's URL is reached; of no use for a command.
    Counter(const Settings& settings, Route route);

    /// Waits for the answer, at most the settings' timeout. A command gets the request's values
    /// as ONCEPROOF_KEY and ONCEPROOF_FRESH in its environment; what it says on standard error is
    /// dropped.
    [[nodiscard]] Count read(const Fresh& fresh) const;

private:
    [[nodiscard]] Count from_url(const Fresh& fresh) const;
    [[nodiscard]] Count from_command(const Fresh& fresh) const;

    const Settings& settings_;
    Route route_;
    bool same_origin_ = false;  ///< the user's headers are meant for it, too
};

}  // namespace onceproof::probe
