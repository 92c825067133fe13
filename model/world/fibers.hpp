#pragma once

#include <cstddef>

#include <boost/fiber/context.hpp>

#include "model/world/region.hpp"

namespace onceproof::world {

/// Where a stack lies.
struct StackBounds {
    const void* bottom = nullptr;
    std::size_t size = 0;
};

/// One actor's fiber: its stack and heap are a region's, it is created once and runs body after
/// body.
///
/// The thread's main fiber is the only run loop. `resume` passes the baton to this fiber, which
/// passes it back with `suspend`; nothing else ever switches. (Boost.Fiber's own yield is no
/// scheduling choice: it queues the yielding fiber only after it has picked the next.) In its first
/// image the fiber waits for a body.
class Fiber {
public:
    using Body = void (*)(void* context);

    /// Creates the fiber and lets it run to its waiting place; that is the region's first image.
    explicit Fiber(Region& region);

    /// Ends the fiber; its region is cleared first, so nothing on its stack is unwound.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// What it does when resumed for the first time after its region was cleared. From the main
    /// fiber only.
    void start(Body body, void* context);

    /// Runs the fiber until it suspends itself. From the main fiber only.
    void resume();

    /// Gives the baton back to the main fiber until the next `resume`. From this fiber only;
    /// refused while an exception is being handled, since the C++ runtime keeps those per thread,
    /// not per fiber.
    void suspend();

private:
    void loop();
    void switch_to();
    void measure_frames();

    struct Start {
        Body body = nullptr;
        void* context = nullptr;
        bool ends = false;
    };

    Region& region_;
    boost::fibers::context* main_ = nullptr;
    boost::fibers::context* self_ = nullptr;
    Start start_;
    StackBounds main_stack_;  // known to sanitizer builds only
};

}  // namespace onceproof::world
