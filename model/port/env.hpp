#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/base/time.hpp"
#include "model/port/broker.hpp"
#include "model/port/gateway.hpp"
#include "model/port/kv.hpp"
#include "model/port/sql.hpp"

namespace onceproof {

/// The instance's own clock. It may be skewed; the database's and Redis's are others.
class Clock {
public:
    virtual ~Clock() = default;

    /// Now. No round trip.
    virtual Instant now() = 0;

    /// Pauses this handler for `duration`. Nothing else of the instance is paused.
    virtual void sleep(Duration duration) = 0;
};

/// Source of identities. Deterministic in the world.
class Ids {
public:
    virtual ~Ids() = default;

    /// A text that no other call of any instance ever gets.
    virtual std::string uuid() = 0;
};

struct Env;

/// Work that runs beside a handler, a lease's renewal say.
class Tasks {
public:
    virtual ~Tasks() = default;

    /// Code of a task: a plain function, so that it can hold nothing but what it is given.
    using Body = void (*)(Env& env, std::string_view key, std::string_view value, Duration period);

    /// Starts the handler's one task; ends the one before. It runs until its body returns, `stop`,
    /// the handler's end or the death of the process.
    virtual void start(
        Body body, std::string_view key, std::string_view value, Duration period
    ) = 0;

    /// Ends the task: no port call of it begins afterwards. One that is under way may still be
    /// applied.
    virtual void stop() = 0;
};

/// The request's cancellation by its caller.
class Scope {
public:
    virtual ~Scope() = default;

    /// True once the caller has given up and cancelled the request.
    [[nodiscard]] virtual bool cancelled() const = 0;

    /// From now on the handler's port calls end with the request, as those of code that hands its
    /// context on do: once it is cancelled they fail with `cancelled` (definite; indefinite for the
    /// call that was under way). A handler begins without.
    virtual void bind() = 0;

    /// From now on port calls go on though the request is cancelled: for clean-up that must run.
    virtual void detach() = 0;
};

/// All that a strategy's code may touch.
struct Env {
    Sql& sql;
    KeyValue& kv;
    Broker& broker;
    Gateway& gateway;
    Clock& clock;
    Ids& ids;
    Tasks& tasks;
    Scope& scope;
};

}  // namespace onceproof
