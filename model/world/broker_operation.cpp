#include "model/world/broker_operation.hpp"

namespace onceproof::world {
namespace {

/// "m-1 pay-1"
std::string name_of(const Delivery& delivery) {
    return delivery.message_id + " " + delivery.request.key;
}

std::string names_of(std::span<const Delivery> deliveries) {
    std::string names;
    for (const Delivery& delivery : deliveries) {
        names += (names.empty() ? "" : ", ") + name_of(delivery);
    }
    return names;
}

}  // namespace

// In a world with a broker nobody is like another: no ids are told apart from the text.
void BrokerOperation::hash_result(Hasher& hasher, Mentions*) const {
    if (!result.ok()) {
        hash_error(hasher, result.error());
        return;
    }
    hasher.add(result->message_id);
    hasher.add(result->batch.size());
    for (const Delivery& delivery : result->batch) {
        hasher.add(delivery.message_id);
        hasher.add(delivery.request.key);
        hasher.add(delivery.request.order);
        hasher.add(static_cast<std::uint64_t>(delivery.request.amount));
        hasher.add(delivery.request.user);
        hasher.add(delivery.count + (delivery.redelivered ? std::uint64_t{1} << 32U : 0));
    }
}

std::string BrokerOperation::call_text() const {
    switch (code) {
        case OpCode::broker_publish: {
            const std::string id(message_id);
            return (again ? "once more " : "publish ") + (id.empty() ? id : id + " ") +
                   request->key;
        }
        case OpCode::broker_next:
            return "next" + (most == 1 ? std::string() : " up to " + std::to_string(most));
        case OpCode::broker_acknowledge:
            return "acknowledge " + names_of(deliveries);
        default:
            return "reject " + names_of(deliveries);
    }
}

std::string BrokerOperation::result_text() const {
    if (!result.ok()) {
        return "ERROR " + text_of(result.error());
    }
    if (code == OpCode::broker_publish) {
        return again ? "ok" : "confirmed as " + result->message_id;
    }
    if (code != OpCode::broker_next) {
        return "ok";
    }
    std::string text;
    for (const Delivery& delivery : result->batch) {
        text += (text.empty() ? "" : ", ") + name_of(delivery) +
                (delivery.redelivered ? " (delivery " + std::to_string(delivery.count) + ")" : "");
    }
    return text;
}

}  // namespace onceproof::world
