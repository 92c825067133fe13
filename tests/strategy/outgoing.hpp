#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/port/broker.hpp"

namespace onceproof::strategy {

/// What leaves through `publish`; nothing ever comes in.
class Outgoing final : public Broker {
public:
    Result<std::string> publish(const Request& request, std::string_view message_id) override {
        if (!happenings.empty()) {
            const auto happening = std::exchange(happenings.front(), {});
            happenings.pop_front();
            if (happening) {
                happening();
            }
        }
        if (!failures.empty()) {
            const Error error = failures.front();
            failures.pop_front();
            return error;
        }
        published.push_back(std::string(message_id) + " " + request.key);
        return std::string(message_id);
    }
    Result<std::vector<Delivery>> next(std::size_t) override { return refusal; }
    Result<Done> acknowledge(std::span<const Delivery>) override { return refusal; }
    Result<Done> reject(std::span<const Delivery>) override { return refusal; }

    std::vector<std::string> published;            ///< "message id, business id"
    std::deque<std::function<void()>> happenings;  ///< one per call, before it
    std::deque<Error> failures;                    ///< of the next calls, which publish nothing

private:
    static constexpr Error refusal{ErrorKind::unavailable, Certainty::definite};
};

}  // namespace onceproof::strategy
