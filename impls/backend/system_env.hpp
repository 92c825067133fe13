#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/env.hpp"

namespace onceproof::backend {

/// The machine's clock: `now` in microseconds since 1970 (UTC), `sleep` on the steady clock.
class SystemClock final : public Clock {
public:
    Instant now() override;
    void sleep(Duration duration) override;
};

/// Random UUIDs (version 4, RFC 4122). For any number of threads.
class RandomIds final : public Ids {
public:
    std::string uuid() override;
};

/// A request that its caller never gives up.
class OpenScope final : public Scope {
public:
    [[nodiscard]] bool cancelled() const override { return false; }
    void bind() override {}
    void detach() override {}
};

/// A handler's one task, on a thread of its own.
///
/// The task works on ports of its own that refuse everything with `cancelled` (definite) and end a
/// sleep at once when it is told to stop; its scope is then cancelled. So a body that returns on an
/// error ends by itself; one that ignores all of that keeps `stop` waiting.
class ThreadTasks final : public Tasks {
public:
    /// The task's ports. `kv` must be a connection that the handler does not use meanwhile; the
    /// others may be shared.
    struct Ports {
        Sql& sql;
        KeyValue& kv;
        Gateway& gateway;
        Clock& clock;
        Ids& ids;
    };

    explicit ThreadTasks(Ports ports);
    /// Stops the task: the handler has ended.
    ~ThreadTasks() override;
    ThreadTasks(const ThreadTasks&) = delete;
    ThreadTasks& operator=(const ThreadTasks&) = delete;

    void start(Body body, std::string_view key, std::string_view value, Duration period) override;

    /// Ends the task and waits until its last port call has come back.
    void stop() override;

private:
    struct Running;

    Ports ports_;
    std::unique_ptr<Running> running_;
};

}  // namespace onceproof::backend
