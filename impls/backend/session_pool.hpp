#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "model/base/ensure.hpp"
#include "model/base/time.hpp"
#include "model/port/result.hpp"

namespace onceproof::backend {

/// What a database session needs from its pool.
template <class Session>
class SessionHome {
public:
    virtual ~SessionHome() = default;

    /// Takes a closed session back.
    virtual void take_back(Session& session) = 0;

    void count_round_trip(std::uint64_t count) {
        round_trips_.fetch_add(count, std::memory_order_relaxed);
    }
    [[nodiscard]] std::uint64_t round_trips() const {
        return round_trips_.load(std::memory_order_relaxed);
    }
    void note(const std::string& message) {
        const std::lock_guard lock(message_mutex_);
        message_ = message;
    }
    [[nodiscard]] std::string message() const {
        const std::lock_guard lock(message_mutex_);
        return message_;
    }

private:
    std::atomic<std::uint64_t> round_trips_{0};
    mutable std::mutex message_mutex_;
    std::string message_;
};

/// A bounded number of sessions, for many threads.
template <class Session>
class SessionPool final : public SessionHome<Session> {
public:
    explicit SessionPool(std::size_t size) {
        ENSURE(size > 0);
        for (std::size_t count = 0; count < size; ++count) {
            sessions_.push_back(std::make_unique<Session>(*this));
            idle_.push_back(sessions_.back().get());
        }
    }

    /// Takes an idle session and lets `connect` make sure of its connection. Blocks while all are
    /// in use. Errors: `timeout` (definite: it stayed empty for `patience`), those of `connect`.
    template <class Connect>
    Result<Session*> take(Duration patience, Connect connect) {
        Session* session = nullptr;
        {
            std::unique_lock lock(mutex_);
            const bool found =
                returned_.wait_for(lock, patience, [this] { return !idle_.empty(); });
            if (!found) return Error{ErrorKind::timeout, Certainty::definite};
            // The one that came back last: its connection is the likeliest to exist already.
            session = idle_.back();
            idle_.pop_back();
        }
        if (const auto error = connect(*session)) {
            take_back(*session);
            return *error;
        }
        return session;
    }

    void take_back(Session& session) override {
        {
            const std::lock_guard lock(mutex_);
            idle_.push_back(&session);
        }
        returned_.notify_one();
    }

private:
    std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<std::unique_ptr<Session>> sessions_;
    std::vector<Session*> idle_;
};

}  // namespace onceproof::backend
