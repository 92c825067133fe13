#pragma once

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/claim.hpp"

namespace onceproof::strategy {

/// How a token is spent.
enum class Consume : std::uint8_t {
    remove,           ///< as published: DEL, and its count decides
    get_then_remove,  ///< GET, then DEL: the look-up decides
    unique_row,       ///< hardened: a row for the token's order, in the effect's transaction
};

struct TokenOptions {
    Effect effect = Effect::external;
    Consume consume = Consume::remove;
    Duration ttl = std::chrono::seconds(600);
    ClaimOptions guard = {};  ///< hardened
};

/// A single-use token that the service gives out before, and deletes when it comes back (article B,
/// scheme 3; schema delete_token.sql as hardened; needs kv, and sql where the effect is a row).
///
/// Claim: DEL is atomic, so a token is valid exactly once. Gap: it is spent before the work: a
/// failure or a lost reply after it loses the request, and is told as a duplicate; a token knows no
/// order, an order may have many tokens.
class DeleteToken final : public Strategy {
public:
    explicit DeleteToken(const TokenOptions& options) : options_(options) {}

    Reply handle(const Request& request, Env& env) const override;
    Result<std::string> issue(const Request& request, Env& env) const override;
    void sweep(Env& env) const override;

private:
    [[nodiscard]] Reply spend_row(const Request& request, Env& env) const;

    TokenOptions options_;
};

Info delete_token_info();

}  // namespace onceproof::strategy
