#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace onceproof::probe {

/// How the service treats keys: correctly, or in one of the ways that services get wrong.
enum class Form : std::uint8_t {
    correct,
    no_dedup,           ///< the key is not looked at
    check_then_act,     ///< looks for the key, then pays, then writes the key down
    stuck_in_progress,  ///< claims the key and never says that it is done
    other_result,       ///< answers a retry with the last result of all
    empty_result,       ///< answers a retry with nothing
    payload_not_bound,  ///< the key alone decides
    forgets_soon,       ///< a key is known for 100 ms
    lost_effect,        ///< says that it has paid, and rolls back
    internal_error,     ///< a duplicate that comes meanwhile is an internal error
    accepts_missing_key,
    other_status_codes,  ///< correct, with codes of its own
};

/// What else may be asked of it.
struct PaymentOptions {
    bool guarded = false;  ///< 401 unless `Authorization` is "Bearer open-sesame"
    int port = 0;          ///< of 127.0.0.1; 0: any that is free
};

/// A small payment service over HTTP with its rows in PostgreSQL, on 127.0.0.1.
///
/// `POST /payments` with a JSON body pays, and `GET /count/KEY` tells how many payments there are
/// of a key, `GET /count` of all, as `{"effects": n}`.
class PaymentService {
public:
    /// `database`: where its tables are made anew. Throws std::runtime_error if it cannot listen.
    PaymentService(Form form, const std::string& database, const PaymentOptions& options);
    ~PaymentService();
    PaymentService(const PaymentService&) = delete;
    PaymentService& operator=(const PaymentService&) = delete;

    /// "http://127.0.0.1:PORT"
    [[nodiscard]] std::string origin() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace onceproof::probe
