#include "model/world/fibers.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <utility>

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <boost/fiber/scheduler.hpp>

#include "model/base/ensure.hpp"

#ifdef ONCEPROOF_SANITIZE
#    include <sanitizer/common_interface_defs.h>
#endif

namespace onceproof::world {
namespace {

// A suspended fiber's registers and the library's own frames lie below the frame that `suspend`
// sees. Each fiber measures once, when it is created, that this much is enough.
// (Sanitizers make frames larger, and keep only each region's first image.)
constexpr std::size_t library_frames_max = regions_can_be_kept ? 384 : 8192;

/// Holds the one context that gets the baton next.
class Baton : public boost::fibers::algo::algorithm {
public:
    void awakened(boost::fibers::context* context) noexcept override {
        auto& place =
            context->is_context(boost::fibers::type::dispatcher_context) ? dispatcher_ : next_;
        place = context;
    }
    boost::fibers::context* pick_next() noexcept override {
        return std::exchange(next_ != nullptr ? next_ : dispatcher_, nullptr);
    }
    [[nodiscard]] bool has_ready_fibers() const noexcept override { return next_ != nullptr; }
    void suspend_until(const std::chrono::steady_clock::time_point&) noexcept override {}
    void notify() noexcept override {}

private:
    boost::fibers::context* next_ = nullptr;
    boost::fibers::context* dispatcher_ = nullptr;
};

void install_baton() {
    // Per thread, and never again: a second installation would drop the contexts that exist.
    thread_local bool installed = false;
    if (!installed) {
        boost::fibers::use_scheduling_algorithm<Baton>();
        installed = true;
    }
}

/// Gives Boost.Fiber the region's stack.
class RegionStack {
public:
    using traits_type = boost::context::stack_traits;

    explicit RegionStack(Region& region) : region_(&region) {}

    boost::context::stack_context allocate() {
        boost::context::stack_context stack;
        stack.sp = region_->stack_top();
        stack.size = Region::stack_bytes;
        return stack;
    }
    void deallocate(boost::context::stack_context&) noexcept {}

private:
    Region* region_;
};

// The address sanitizer wants to know which stack a thread is on.
#ifdef ONCEPROOF_SANITIZE
void* tell_leaving(const StackBounds& next) {
    void* frames = nullptr;
    __sanitizer_start_switch_fiber(&frames, next.bottom, next.size);
    return frames;
}
void tell_ended(const StackBounds& next) {
    __sanitizer_start_switch_fiber(nullptr, next.bottom, next.size);
}
StackBounds tell_arrived(void* frames) {
    StackBounds left;
    __sanitizer_finish_switch_fiber(frames, &left.bottom, &left.size);
    return left;
}
#else
void* tell_leaving(const StackBounds&) {
    return nullptr;
}
void tell_ended(const StackBounds&) {}
StackBounds tell_arrived(void*) {
    return {};
}
#endif

}  // namespace

Fiber::Fiber(Region& region) : region_(region) {
    install_baton();
    main_ = boost::fibers::context::active();
    boost::fibers::fiber fiber(
        boost::fibers::launch::post, std::allocator_arg, RegionStack(region), [this] { loop(); }
    );
    fiber.detach();
    // `post` has put the new fiber into the baton's hand.
    switch_to();
    // The library lists a thread's fibers by links that lie in them, here in regions: bringing an
    // older image back would bring back links to neighbours that have gone since, perhaps into a
    // region that another thread's fiber has now. Nothing needs the list.
    self_->worker_unlink();
    // Once more: the first time, the dynamic linker used the fiber's stack to find the library's
    // functions.
    std::byte* bottom = region_.stack_top() - Region::stack_bytes;
    std::fill(bottom, bottom + (region_.stack_frame() - bottom), std::byte{0});
    resume();
    measure_frames();
    region_.set_first();
}

Fiber::~Fiber() {
    region_.clear();
    start_.ends = true;
    resume();
    // The dispatcher frees ended contexts; it must do so before the region's memory goes.
    boost::this_fiber::yield();
}

void Fiber::start(Body body, void* context) {
    start_ = {body, context, false};
}

void Fiber::resume() {
    const Region::Use use(region_);
    main_->get_scheduler()->schedule(self_);
    switch_to();
}

void Fiber::switch_to() {
    void* frames = tell_leaving({region_.stack_top() - Region::stack_bytes, Region::stack_bytes});
    main_->suspend();
    tell_arrived(frames);
}

void Fiber::suspend() {
    // An exception being handled lives outside the regions, and another fiber would see it as its
    // own.
    ENSURE(std::current_exception() == nullptr);
    ENSURE(std::uncaught_exceptions() == 0);
    region_.stack_from(
        static_cast<const std::byte*>(__builtin_frame_address(0)) - library_frames_max
    );
    main_->get_scheduler()->schedule(main_);
    void* frames = tell_leaving(main_stack_);
    self_->suspend();
    main_stack_ = tell_arrived(frames);
}

void Fiber::loop() {
    self_ = boost::fibers::context::active();
    main_stack_ = tell_arrived(nullptr);
    suspend();
    suspend();
    while (!start_.ends) {
        start_.body(start_.context);
        suspend();
    }
    main_->get_scheduler()->schedule(main_);
    tell_ended(main_stack_);
}

void Fiber::measure_frames() {
    const std::byte* bottom = region_.stack_top() - Region::stack_bytes;
    const std::byte* touched = std::find_if(
        bottom,
        static_cast<const std::byte*>(region_.stack_top()),
        [](std::byte byte) { return byte != std::byte{0}; }
    );
    ENSURE(touched >= region_.stack_frame());
}

}  // namespace onceproof::world
