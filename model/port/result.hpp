#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "model/base/ensure.hpp"

namespace onceproof {

/// Why a port call failed.
enum class ErrorKind : std::uint8_t {
    timeout,                ///< no reply in time
    unavailable,            ///< the store could not be reached, or it refuses writes
    connection_lost,        ///< the connection ended while the call was under way
    unique_violation,       ///< a row with that key exists
    serialization_failure,  ///< the transaction's snapshot is too old for what it wants to do
    deadlock,               ///< chosen as the victim of a wait cycle
    lock_timeout,           ///< a lock was not granted in time, or at once under NOWAIT
    in_failed_transaction,  ///< an earlier error doomed the transaction
    out_of_memory,          ///< the store is full
    declined,               ///< the gateway refused: nothing was done
    cancelled,              ///< the request's scope was cancelled
    rejected,  ///< the server does not accept the statement (syntax, type, name, not null)
};

/// Whether a failed call may have taken effect: `definite`, it surely has not; `indefinite`, it may
/// have.
enum class Certainty : std::uint8_t {
    definite,
    indefinite
};

/// A failed port call.
struct Error {
    ErrorKind kind = ErrorKind::timeout;
    Certainty certainty = Certainty::indefinite;

    friend bool operator==(const Error&, const Error&) = default;
};

/// The kind's name as it stands in this file.
std::string_view name_of(ErrorKind kind);

/// A value, or the error that kept the call from giving one. Ports never throw.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, error) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const {
        ENSURE(ok());
        return *std::get_if<0>(&content_);
    }
    [[nodiscard]] T& value() {
        ENSURE(ok());
        return *std::get_if<0>(&content_);
    }
    [[nodiscard]] Error error() const {
        ENSURE(!ok());
        return *std::get_if<1>(&content_);
    }

    const T& operator*() const { return value(); }
    T& operator*() { return value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    friend bool operator==(const Result&, const Result&) = default;

private:
    std::variant<T, Error> content_;
};

/// Nothing to give but success.
struct Done {
    friend bool operator==(const Done&, const Done&) = default;
};

}  // namespace onceproof
