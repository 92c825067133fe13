#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/scenario.hpp"
#include "impls/strategy/catalog.hpp"
#include "model/fake/plan.hpp"
#include "model/world/config.hpp"

namespace onceproof::harness {

/// One cell made ready to run: the world's configuration and all that it points to.
class Stage {
public:
    /// The names in `scenario` and `use` must be known ones (as the decoder checks). Throws
    /// fake::UnsupportedSql if the strategy's schema is beyond the fake.
    Stage(const Scenario& scenario, const StrategyUse& use);

    /// Valid while the stage lives.
    [[nodiscard]] const world::Config& config() const { return config_; }

private:
    std::unique_ptr<const Strategy> strategy_;
    fake::SchemaPtr schema_;
    world::Config config_;
};

/// The scenario's faults as the world has them, in the scenario's order. Their kinds must be known
/// ones.
std::vector<world::FaultRule> rules_of(const std::vector<FaultRule>& faults);

/// Every option of the strategy as a scenario uses it.
strategy::Options options_of(const strategy::Info& info, const StrategyUse& use);

/// How tokens know a cell again.
struct CellIdentity {
    std::uint32_t cell = 0;     ///< of the scenario's id, the strategy's label and the sweep point
    std::uint16_t content = 0;  ///< of everything that its world depends on

    friend bool operator==(const CellIdentity&, const CellIdentity&) = default;
};

CellIdentity identity_of(const Scenario& scenario, const StrategyUse& use);

}  // namespace onceproof::harness
