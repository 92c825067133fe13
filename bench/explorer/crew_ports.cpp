#include "bench/explorer/crew_ports.hpp"

#include <utility>

#include "model/base/ensure.hpp"

namespace onceproof::litmus {

using world::OpCode;

Error CrewPorts::refuse() {
    ENSURE(false);
    return {};
}

Result<Rows> CrewPorts::execute_with(std::string_view text, std::span<const Value> parameters) {
    world::SqlOperation operation(
        text.starts_with("SELECT") ? OpCode::sql_select : OpCode::sql_insert
    );
    operation.session = worker_;
    operation.text = text;
    operation.parameters = parameters;
    crew_.announce(worker_, operation);
    return std::move(operation.result);
}

Result<std::optional<std::string>> CrewPorts::get(std::string_view key) {
    world::KvOperation operation(OpCode::kv_get);
    operation.key = key;
    crew_.announce(worker_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(operation.result->text);
}

Result<bool> CrewPorts::set(std::string_view key, std::string_view value, SetOptions options) {
    world::KvOperation operation(OpCode::kv_set);
    operation.key = key;
    operation.value = value;
    operation.options = options;
    return ask(operation);
}

Result<bool> CrewPorts::compare_and_set(
    std::string_view key, std::string_view expected, std::string_view value, Duration ttl
) {
    world::KvOperation operation(OpCode::kv_compare_and_set);
    operation.key = key;
    operation.expected = expected;
    operation.value = value;
    operation.ttl = ttl;
    return ask(operation);
}

Result<std::string> CrewPorts::charge(
    const Request& request, std::optional<std::string_view> downstream_key
) {
    world::GatewayOperation operation(OpCode::gateway_charge);
    operation.request = &request;
    operation.downstream_key = downstream_key;
    crew_.announce(worker_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return std::move(**operation.result);
}

Result<bool> CrewPorts::ask(world::KvOperation& operation) {
    crew_.announce(worker_, operation);
    if (!operation.result.ok()) {
        return operation.result.error();
    }
    return operation.result->flag;
}

}  // namespace onceproof::litmus
