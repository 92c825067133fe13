#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/probe/http.hpp"
#include "harness/probe/judge.hpp"
#include "harness/probe/settings.hpp"

namespace onceproof::probe {

/// Tells results apart by number, so that no body leaves this class.
class ResultBook {
public:
    /// The number of a result (from 1; 0: `body` has none at `pointer`), with the other key that
    /// first had it if results are known to name their request.
    struct Entry {
        std::size_t number = 0;
        std::string foreign_key{};
    };
    Entry enter(const std::string& key, const std::string& body, const std::string& pointer);

    /// Said once two requests of different keys have had different results.
    void results_differ() { they_differ_ = true; }

private:
    struct Known {
        std::size_t number = 0;
        std::string key{};
    };
    std::map<std::string, Known> known_;
    bool they_differ_ = false;
};

/// Sends requests and writes down what becomes of them. All of its methods are for one thread.
class Sender {
public:
    Sender(const Settings& settings, Route route) : settings_(settings), route_(std::move(route)) {}

    /// Values for a logical request that is new.
    Fresh next() { return fresh_of(settings_.seed, number_++); }

    /// From now on `sent` and `ended` count from zero.
    void begin_round() { start_ = std::chrono::steady_clock::now(); }

    /// Sends one and waits for its end.
    Attempt send_one(Part part, const Fresh& fresh) { return send_all(part, fresh, 1).front(); }

    /// Sends so many at once and waits for all. In the order in which they ended.
    std::vector<Attempt> send_all(Part part, const Fresh& fresh, std::size_t count);

    /// Sends one through a relay that drops the reply, and returns when that has happened, or after
    /// the timeout.
    Attempt send_dropped(const Fresh& fresh);

    /// Sends retries with growing pauses until one succeeds, at most `retries_max`, in about
    /// `wait`. Adds them to `attempts`.
    void retry(const Fresh& fresh, std::vector<Attempt>& attempts);

    [[nodiscard]] std::size_t requests() const { return requests_; }
    [[nodiscard]] ResultBook& results() { return results_; }

private:
    [[nodiscard]] Call call_for(Part part, const Fresh& fresh) const;
    [[nodiscard]] Milliseconds now() const;
    void enter(Attempt& attempt, const Answer& answer, const Fresh& fresh);

    const Settings& settings_;
    Route route_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::uint64_t number_ = 0;
    std::size_t requests_ = 0;
    ResultBook results_;
};

}  // namespace onceproof::probe
