#pragma once

#include <string>
#include <string_view>

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

/// The same, with `downstream_key` as the downstream key of an idempotent party.
Result<std::string> perform_effect_under(
    Effect effect,
    const Request& request,
    std::string_view downstream_key,
    Env& env,
    SqlSession& session
);

/// The same for a strategy without a transaction of its own: a row of table `payment` is written
/// through a connection of the effect's, and commits by itself.
Result<std::string> perform_alone(Effect effect, const Request& request, Env& env);

/// "Another works": refused for now, to be asked again later.
Reply busy();

/// "Another works", as a success-shaped text.
Reply in_progress();

/// The key is known, with another payload.
Reply other_payload();

/// What a hardened form answers when the effect failed: declined if it was, an internal error
/// otherwise.
Reply refusal(Error error);

/// What the framework answers when the handler threw: an internal error that names the cause.
Reply internal_error(Error error);

/// What a request asks for, to be stored beside its key: another amount, order or user gives
/// another text.
std::string payload_of(const Request& request);

}  // namespace onceproof::strategy
