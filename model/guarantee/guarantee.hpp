#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/port/reply.hpp"
#include "model/port/request.hpp"

namespace onceproof::guarantee {

/// What is remembered of one order, whatever keys its callers send, for the guarantees' sake.
struct Book {
    std::uint8_t effects = 0;  ///< effects that exist now (ledger entries, committed rows)
    std::uint8_t told_success =
        0;  ///< the first actor that was told `done` or `duplicate`; 0: none
    std::uint8_t left_in_progress = 0;  ///< the last caller whose last word was `in_progress`
    bool recovered = false;             ///< a quiet retry was answered for good
    bool retry_told = false;            ///< a quiet retry was answered so, whatever became of it
};

/// What an effect was made of.
struct Payload {
    std::string_view key;
    std::string_view order;
    std::int64_t amount = 0;
    std::string_view user;
};

/// When a guarantee is looked at.
enum class When : std::uint8_t {
    effect,    ///< the number of effects of an order has changed
    answered,  ///< a reply reached its caller
    quiet,     ///< the last caller has ended, faults have stopped, nothing is under way or queued
    ended,     ///< the last quiet retry and the clean-up are over
};

/// One moment of a run, with all that a guarantee may judge by.
struct Moment {
    When when = When::effect;
    const Book& book;
    std::string_view subject = {};  ///< "key pay-1", or "order order-1 (key pay-1.2)"
    std::string_view actor =
        {};  ///< who made the effect, was answered, was left or was told success
    std::string_view horizon = {};  ///< "", or "in the quiet retry after +400s"; `ended`: "+25h",
                                    ///< the last one
    const Reply* reply = nullptr;   ///< `answered` only
    const Request* request = nullptr;  ///< `answered` only: what that caller asked for
    bool hit = false;                  ///< `answered` only: a fault struck this attempt
    const Payload* effect = nullptr;   ///< `effect` only: the new one; null: one is gone
    const Payload* bound = nullptr;    ///< the first effect under the key of `effect` or `request`
    std::span<const std::string> left_over = {};  ///< `ended` only: keys and rows that have no end
    bool asynchronous = false;                    ///< the effect is made after the answer
    bool parked = false;                          ///< a message of the key is not done with
    std::string_view message = {};                ///< the first of the key that is; "": none
    std::string_view acknowledged_by = {};        ///< by whom
};

/// A guarantee looks at a moment and says, in one sentence, how it broke; nearly always nothing.
using Check = std::optional<std::string> (*)(const Moment& moment);

/// Stable codes: stored in tokens.
enum class Id : std::uint8_t {
    single_effect = 1,
    no_lost_request = 2,
    right_result = 3,
    no_stuck_key = 4,
    bounded_storage = 5,
    bound_to_payload = 6,
    no_foreign_error = 7,
};

std::optional<std::string> single_effect(const Moment& moment);
std::optional<std::string> no_lost_request(const Moment& moment);
std::optional<std::string> right_result(const Moment& moment);
std::optional<std::string> no_stuck_key(const Moment& moment);
std::optional<std::string> bounded_storage(const Moment& moment);
std::optional<std::string> bound_to_payload(const Moment& moment);
std::optional<std::string> no_foreign_error(const Moment& moment);

/// One entry of the catalog.
struct Info {
    Id id;
    std::string_view name;
    std::string_view holds_when;
    Check check;
    char letter;  ///< stands for it where there is no room for its name
};

/// All guarantees, in the order of their codes.
inline constexpr std::array<Info, 7> all{{
    {Id::single_effect, "single_effect", "at most one effect per order, ever", single_effect, 'E'},
    {Id::no_lost_request,
     "no_lost_request",
     "who was told done or duplicate: the effect exists and stays; "
     "who was left with \"in progress\": somebody completes it; "
     "what a consumer has acknowledged: its effect exists",
     no_lost_request,
     'L'},
    {Id::right_result,
     "right_result",
     "every success reply carries the result of the one effect; never empty, never another's",
     right_result,
     'R'},
    {Id::no_stuck_key,
     "no_stuck_key",
     "once faults have stopped, a retry succeeds: at once or after the TTLs, not never",
     no_stuck_key,
     'K'},
    {Id::bounded_storage,
     "bounded_storage",
     "every key and row that the strategy writes has an end (expiry or clean-up)",
     bounded_storage,
     'B'},
    {Id::bound_to_payload,
     "bound_to_payload",
     "the same key with another amount, order or user is refused, not answered with the first "
     "result",
     bound_to_payload,
     'P'},
    {Id::no_foreign_error,
     "no_foreign_error",
     "an attempt that no fault hit gets no internal error",
     no_foreign_error,
     'F'},
}};

}  // namespace onceproof::guarantee
