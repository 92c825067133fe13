#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "harness/real/chaos_judge.hpp"
#include "harness/real/chaos_log.hpp"
#include "model/port/sql.hpp"

namespace onceproof::harness {

/// All requests of a run: those on which something happened with their whole story, the others as a
/// number.
class ChaosBooks {
public:
    /// Where the effects are: told with the requests, or rows of a table that is read later.
    enum class Effects : std::uint8_t {
        told,
        in_table
    };

    /// Of the requests on which nothing happened, the first `sample` are kept whole as well.
    ChaosBooks(Effects effects, std::size_t sample) : effects_(effects), sample_(sample) {}

    /// A request whose handlers have all ended. For any number of threads.
    void add(RequestLog log);

    /// The table's rows since the last ones: (id, request_key, order_id, amount, user_id), by id.
    /// `horizon`: of the quiet retry that has just been made, which began at `begin`; -1: none yet.
    void add_rows(const Rows& rows, int horizon, Duration begin);
    [[nodiscard]] std::int64_t last_row() const { return last_row_; }

    /// The requests to make quiet retries of, at most so many.
    std::vector<RequestLog*> to_retry(std::size_t most);

    /// Judges every request. Once, at the end.
    void judge_all(Tally& tally);

    [[nodiscard]] std::uint64_t requests() const { return requests_; }
    [[nodiscard]] std::uint64_t attempts() const { return attempts_; }
    /// All effects, request by request; those of rows that belong to none included.
    [[nodiscard]] std::uint64_t effects() const;
    /// Kept requests that met more than the terms allow.
    [[nodiscard]] std::uint64_t beyond(const ChaosTerms& terms) const;

private:
    /// What is left of a request on which nothing happened.
    struct Plain {
        std::uint64_t number = 0;
        std::uint32_t orders = 1;
        std::uint32_t effects = 0;
    };

    [[nodiscard]] bool is_plain(const RequestLog& log) const;
    void row(Request request, int horizon, Duration begin);

    Effects effects_;
    std::size_t sample_;
    std::mutex mutex_;
    std::deque<RequestLog> kept_;
    std::size_t plain_kept_ = 0;
    std::vector<Plain> plain_;
    std::unordered_map<std::uint64_t, std::size_t> kept_at_;   ///< by number
    std::unordered_map<std::uint64_t, std::size_t> plain_at_;  ///< for rows of a table
    std::uint64_t requests_ = 0;
    std::uint64_t attempts_ = 0;
    std::uint64_t strays_ = 0;  ///< rows of no request
    std::int64_t last_row_ = 0;
};

}  // namespace onceproof::harness
