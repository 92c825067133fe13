#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/port/broker.hpp"

namespace onceproof::bench {

/// Forwards, and counts what was asked.
class CountedBroker final : public Broker {
public:
    explicit CountedBroker(std::unique_ptr<Broker> real) : real_(std::move(real)) {}

    Result<std::string> publish(const Request& request, std::string_view message_id) override {
        ++calls_;
        return real_->publish(request, message_id);
    }
    Result<std::vector<Delivery>> next(std::size_t most) override {
        ++calls_;
        return real_->next(most);
    }
    Result<Done> acknowledge(std::span<const Delivery> deliveries) override {
        ++calls_;
        return real_->acknowledge(deliveries);
    }
    Result<Done> reject(std::span<const Delivery> deliveries) override {
        ++calls_;
        return real_->reject(deliveries);
    }

    [[nodiscard]] std::uint64_t calls() const { return calls_; }

private:
    std::unique_ptr<Broker> real_;
    std::uint64_t calls_ = 0;
};

}  // namespace onceproof::bench
