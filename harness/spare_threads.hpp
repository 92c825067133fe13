#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

namespace onceproof::harness {

/// The threads of a run that have no cell left, and the searches that welcome their help.
class SpareThreads {
public:
    /// `busy` threads still have cells.
    explicit SpareThreads(std::size_t busy) : busy_(busy) {}
    SpareThreads(const SpareThreads&) = delete;
    SpareThreads& operator=(const SpareThreads&) = delete;

    /// This thread has no cell left: it helps where help is welcome, until no thread has a cell.
    void serve();

    /// A search that may welcome help while this lives.
    class Opening {
    public:
        /// `help` is called on every thread that comes, and returns when there is nothing left to
        /// help with. It throws nothing.
        Opening(SpareThreads& spare, std::function<void()> help);
        /// Waits until all that came have gone. `close` must have been called.
        ~Opening();
        Opening(const Opening&) = delete;
        Opening& operator=(const Opening&) = delete;

        /// From now on threads come.
        void open();
        /// No more come, whether some did or not.
        void close();

    private:
        friend class SpareThreads;

        SpareThreads& spare_;
        const std::function<void()> help_;
        std::size_t inside_ = 0;
    };

private:
    [[nodiscard]] Opening& loneliest() const;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t busy_;
    std::vector<Opening*> open_;
};

}  // namespace onceproof::harness
