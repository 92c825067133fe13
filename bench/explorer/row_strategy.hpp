#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "bench/explorer/protocol.hpp"
#include "model/port/strategy.hpp"

namespace onceproof::litmus {

/// What a worker of the protocol does with an attempt, as real code over ports.
///
/// Each step of the protocol is one operation. For the variants whose steps are one read or one
/// write of the row, the row is a key: get, SET NX and compare-and-set are exactly read, insert and
/// the conditional update, with no connection and no statement to be parsed around them. The
/// variant whose claim, effect and mark are one transaction needs row and effect in one store: its
/// row is the payment itself, in SQL, inserted by one statement, and its opening of the connection
/// is the protocol's take.
///
/// Where the protocol lets a worker choose between "busy" and taking over, code cannot: the variant
/// that may take over tries to, and whoever runs it may end it there as busy instead. For the
/// variant with a perfect failure detector, the row ends with its owner's process, so that nothing
/// is left to be taken over, and a failed effect removes it.
class RowStrategy final : public Strategy {
public:
    explicit RowStrategy(Protocol::Variant variant) : variant_(variant) {}

    /// Where an attempt stands between two rounds. Nothing else is remembered from one round to the
    /// next.
    enum class Stage : std::uint8_t {
        claiming,
        working,  ///< the row is claimed, and the effect comes next
    };

    /// Rounds until there is a reply.
    Reply handle(const Request& request, Env& env) const override;

    /// Reads and claims, or works. A reply ends the attempt; without one there is another round: a
    /// claim that was lost is tried again, one that was granted has moved `stage` on.
    [[nodiscard]] std::optional<Reply> round(Stage& stage, const Request& request, Env& env) const;

private:
    [[nodiscard]] std::optional<Reply> claim(Stage& stage, const Request& request, Env& env) const;
    [[nodiscard]] Reply work(const Request& request, Env& env) const;

    Protocol::Variant variant_;
};

/// The table of the variant with a transaction: a payment is its own row, unique by its key.
inline constexpr std::string_view row_schema =
    "CREATE TABLE payment (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " request_key varchar(64) NOT NULL, order_id varchar(64) NOT NULL,"
    " amount bigint NOT NULL, user_id varchar(64) NOT NULL, UNIQUE (request_key));";

}  // namespace onceproof::litmus
