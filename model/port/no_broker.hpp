#pragma once

#include "model/port/broker.hpp"

namespace onceproof {

/// What a service without a broker has in its place: every call is `unavailable` (definite).
class NoBroker final : public Broker {
public:
    Result<std::string> publish(const Request&, std::string_view) override { return refusal; }
    Result<std::vector<Delivery>> next(std::size_t) override { return refusal; }
    Result<Done> acknowledge(std::span<const Delivery>) override { return refusal; }
    Result<Done> reject(std::span<const Delivery>) override { return refusal; }

private:
    static constexpr Error refusal{ErrorKind::unavailable, Certainty::definite};
};

}  // namespace onceproof
