#pragma once

#include <string>

#include "model/port/env.hpp"
#include "model/port/reply.hpp"
#include "model/port/request.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::strategy {

/// Makes the effect once more, wherever it is made, and returns its receipt.
///
/// `external`: a charge without a key. `external_idempotent`: a charge with the request key as
/// downstream key. `in_transaction`: a row of table `payment`, written through `session` in
/// whatever transaction that is in. Errors are those of the port that it uses.
Result<std::string> perform_effect(
    Effect effect, const Request& request, Env& env, SqlSession& session
);

/// What the framework answers when the handler threw: an internal error that names the cause.
Reply internal_error(Error error);

/// What a request asks for, to be stored beside its key: another amount, order or user gives
/// another text.
std::string payload_of(const Request& request);

}  // namespace onceproof::strategy
