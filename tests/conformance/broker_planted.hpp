#pragma once

#include <cstdint>
#include <memory>

#include "tests/conformance/broker_rig.hpp"

namespace onceproof::conformance {

/// A fake's arm whose consumers make a mistake: `Mistake` is a port before the fake's.
template <class Mistake>
class MistakenRig final : public FakeBrokerRig {
public:
    explicit MistakenRig(std::uint32_t deliveries_max) : FakeBrokerRig(deliveries_max) {}

    Broker& consumer(std::size_t number) override {
        front_ = std::make_unique<Mistake>(FakeBrokerRig::consumer(number));
        return *front_;
    }

private:
    std::unique_ptr<Mistake> front_;
};

/// Stands before a port and hands every call on.
class BrokerBefore : public Broker {
public:
    explicit BrokerBefore(Broker& port) : port_(port) {}

    Result<std::string> publish(const Request& request, std::string_view message_id) override {
        return port_.publish(request, message_id);
    }
    Result<std::vector<Delivery>> next(std::size_t most) override { return port_.next(most); }
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override {
        return port_.acknowledge(deliveries);
    }
    Result<Done> reject(std::span<const Delivery> deliveries) override {
        return port_.reject(deliveries);
    }

protected:
    [[nodiscard]] Broker& port() { return port_; }

private:
    Broker& port_;
};

/// The fake with a limit that is one higher.
std::unique_ptr<FakeBrokerRig> make_patient_rig(std::uint32_t deliveries_max);

/// Who dies keeps what it holds.
class SurvivesDeath final : public FakeBrokerRig {
public:
    explicit SurvivesDeath(std::uint32_t deliveries_max) : FakeBrokerRig(deliveries_max) {}
    void kill(std::size_t number) override;
};

class HidingPort final : public BrokerBefore {
public:
    using BrokerBefore::BrokerBefore;
    Result<std::vector<Delivery>> next(std::size_t most) override;
};

class CountingPort final : public BrokerBefore {
public:
    using BrokerBefore::BrokerBefore;
    Result<std::vector<Delivery>> next(std::size_t most) override;
};

class ForgetfulPort final : public BrokerBefore {
public:
    using BrokerBefore::BrokerBefore;
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override;
};

class DroppingPort final : public BrokerBefore {
public:
    using BrokerBefore::BrokerBefore;
    Result<Done> reject(std::span<const Delivery> deliveries) override;
};

/// A redelivery does not say so.
using HidesRedelivery = MistakenRig<HidingPort>;
/// Every delivery is said to be the first.
using CountsOne = MistakenRig<CountingPort>;
/// What is acknowledged stays with the consumer.
using ForgetsAcknowledgements = MistakenRig<ForgetfulPort>;
/// What is rejected is done with.
using DropsRejected = MistakenRig<DroppingPort>;

}  // namespace onceproof::conformance
