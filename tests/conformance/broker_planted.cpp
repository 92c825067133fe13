#include "tests/conformance/broker_planted.hpp"

namespace onceproof::conformance {

std::unique_ptr<FakeBrokerRig> make_patient_rig(std::uint32_t deliveries_max) {
    return std::make_unique<FakeBrokerRig>(deliveries_max == 0 ? 0 : deliveries_max + 1);
}

void SurvivesDeath::kill(std::size_t) {}

Result<std::vector<Delivery>> HidingPort::next(std::size_t most) {
    auto deliveries = port().next(most);
    if (!deliveries) return deliveries;
    for (Delivery& delivery : *deliveries)
        delivery.redelivered = false;
    return deliveries;
}

Result<std::vector<Delivery>> CountingPort::next(std::size_t most) {
    auto deliveries = port().next(most);
    if (!deliveries) return deliveries;
    for (Delivery& delivery : *deliveries)
        delivery.count = 1;
    return deliveries;
}

Result<Done> ForgetfulPort::acknowledge(std::span<const Delivery>) {
    return Done{};
}

Result<Done> DroppingPort::reject(std::span<const Delivery> deliveries) {
    return port().acknowledge(deliveries);
}

}  // namespace onceproof::conformance
