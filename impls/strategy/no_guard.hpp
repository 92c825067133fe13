#pragma once

#include "impls/strategy/catalog.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// No protection at all: every attempt and every delivery makes the effect. The baseline that every
/// check must catch.
class NoGuard final : public Strategy {
public:
    explicit NoGuard(Effect effect) : effect_(effect) {}

    Reply handle(const Request& request, Env& env) const override;
    Result<Done> consume(std::span<const Delivery> batch, Env& env) const override;

private:
    Effect effect_;
};

Info no_guard_info();

}  // namespace onceproof::strategy
