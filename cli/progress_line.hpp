#pragma once

#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>

#include "model/explore/limits.hpp"

namespace onceproof::cli {

/// A line on standard error that tells how far a run is, four times a second, for as long as it
/// lives.
class ProgressLine {
public:
    /// `shown` false: it only counts.
    ProgressLine(bool shown, std::size_t cells);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine();

    void cell_done() { ++done_; }
    explore::Progress& counters() { return counters_; }

private:
    void show(const std::stop_token& stop);

    const std::size_t cells_;
    std::atomic<std::size_t> done_{0};
    explore::Progress counters_;
    std::jthread thread_;
};

}  // namespace onceproof::cli
