#include "model/world/store_log.hpp"

#include <utility>

#include "model/base/ensure.hpp"
#include "model/world/region.hpp"

namespace onceproof::world {
namespace {

Passage* passage_of(StoreEvent::What& what) {
    return std::visit(
        [](auto& event) -> Passage* {
            if constexpr (requires { event.passage; }) {
                return &event.passage;
            } else {
                return nullptr;
            }
        },
        what
    );
}

}  // namespace

void StoreLog::start(const Instant& clock) {
    const Region::Outside outside;
    events_.clear();
    clock_ = &clock;
    step_ = 0;
    fault_ = FaultKind::none;
}

void StoreLog::begin_step(FaultKind fault) {
    ++step_;
    fault_ = fault;
}

void StoreLog::add(StoreEvent::What what) {
    const Region::Outside outside;
    ENSURE(clock_ != nullptr);
    events_.push_back({.at = *clock_, .step = step_, .fault = fault_, .what = std::move(what)});
}

void StoreLog::add(const KvOperation& call, const Passage& passage) {
    const Region::Outside outside;
    add(KvCall{
        .code = call.code,
        .key = std::string(call.key),
        .value = std::string(call.value),
        .expected = std::string(call.expected),
        .options = call.options,
        .ttl = call.ttl,
        .session = call.session,
        .result = call.result,
        .passage = passage});
}

void StoreLog::add(const SqlOperation& call, const Passage& passage) {
    const Region::Outside outside;
    add(SqlCall{
        .code = call.code,
        .session = call.session,
        .text = std::string(call.text),
        .parameters = {call.parameters.begin(), call.parameters.end()},
        .result = call.result,
        .passage = passage});
}

void StoreLog::add(const GatewayOperation& call, const Passage& passage) {
    const Region::Outside outside;
    GatewayCall logged{.code = call.code, .result = call.result, .passage = passage};
    if (call.request != nullptr) {
        logged.request = *call.request;
    }
    if (call.downstream_key.has_value()) {
        logged.downstream_key = std::string(*call.downstream_key);
    }
    add(std::move(logged));
}

void StoreLog::add(
    const BrokerOperation& call,
    fake::Broker::Consumer consumer,
    const fake::Broker::Producer& producer,
    const Passage& passage
) {
    const Region::Outside outside;
    BrokerCall logged{
        .code = call.code,
        .consumer = consumer,
        .producer = producer,
        .message_id = std::string(call.message_id),
        .most = call.most,
        .deliveries = {call.deliveries.begin(), call.deliveries.end()},
        .result = call.result,
        .passage = passage};
    if (call.request != nullptr) {
        logged.request = *call.request;
    }
    add(std::move(logged));
}

void StoreLog::sender_sees(Error error) {
    if (Passage* passage = newest_passage()) {
        passage->seen = error;
    }
}

void StoreLog::was_late() {
    if (Passage* passage = newest_passage()) {
        passage->late = true;
    }
}

Passage* StoreLog::newest_passage() {
    for (auto event = events_.rbegin(); event != events_.rend() && event->step == step_; ++event) {
        if (Passage* passage = passage_of(event->what)) {
            return passage;
        }
    }
    return nullptr;
}

}  // namespace onceproof::world
