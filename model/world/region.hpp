#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"
#include "model/world/image.hpp"

namespace onceproof::world {

class Region;

/// Where `operator new` takes from on this thread, as `Region::Use` says; null: from malloc.
inline thread_local constinit Region* region_in_use = nullptr;

/// A piece of memory at a fixed address that can be kept and brought back byte for byte: a heap
/// that grows up, a guard page, and a stack that grows down. All that changes during a run lives in
/// regions.
///
/// While a `Use` of the region is alive on this thread, global `operator new` takes from its heap;
/// `delete` decides by address. Under the address sanitizer the heap is malloc's, so that its
/// checks see every object: there `keep` and `bring_back` are not available and only `clear` (back
/// to the first image) is.
class Region {
public:
    static constexpr std::size_t heap_bytes = std::size_t{192} * 1024;
    static constexpr std::size_t stack_bytes = std::size_t{60} * 1024;

    Region();
    ~Region();
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

    /// Takes from the heap; `bytes` up to 64 KiB. Aborts with a message when the region is full.
    void* allocate(std::size_t bytes);
    /// Gives back to whatever region `address` belongs to; that region must be in use (`Use`).
    static void release(void* address);
    /// True if `address` was given by a region's `allocate`.
    [[nodiscard]] static bool owns(const void* address);

    [[nodiscard]] std::byte* stack_top() const { return base_ + heap_bytes + 4096 + stack_bytes; }

    /// Where the suspended fiber's frames begin: `keep` stores the stack from here to the top.
    void stack_from(const void* frame) { frame_ = static_cast<const std::byte*>(frame); }

    [[nodiscard]] const std::byte* stack_frame() const { return frame_; }

    /// The region may change from now on.
    void touch() {
        kept_.reset();
        digest_.reset();
    }

    /// The digest that was remembered for this very content, if it is of that moment and with those
    /// names.
    [[nodiscard]] std::optional<Fingerprint> digest(Instant now, std::uint8_t names) const {
        const bool fits = digest_.has_value() && digest_->now == now &&
                          (digest_->names == names || digest_->names == Digest::any);
        return fits ? std::optional(digest_->value) : std::nullopt;
    }
    /// Remembers it until the content may change; images keep it, too.
    void remember(const Digest& digest) const { digest_ = digest; }

    /// True if it did not change since it was last kept or brought back.
    [[nodiscard]] bool is_kept() const { return static_cast<bool>(kept_); }

    /// Its bytes now; cheap if it did not change since they were last kept or brought back.
    const ImagePtr& keep() {
        if (!kept_) {
            make_image();
        }
        return kept_;
    }
    /// Makes the region what it was when `image` was kept; cheap if it is that.
    void bring_back(const ImagePtr& image) {
        if (kept_ != image) {
            become(image);
        }
    }

    /// Declares the present content the first one, which `clear` comes back to.
    void set_first();
    void clear();

    /// Makes a region the current one of this thread for the lifetime of the object.
    class Use {
    public:
        explicit Use(Region& region) : before_(std::exchange(region_in_use, &region)) {
            region.touch();
        }
        ~Use() { region_in_use = before_; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

    private:
        Region* before_;
    };

    /// Suspends the current region (malloc serves) for the lifetime of the object.
    class Outside {
    public:
        Outside() : before_(std::exchange(region_in_use, nullptr)) {}
        ~Outside() { region_in_use = before_; }
        Outside(const Outside&) = delete;
        Outside& operator=(const Outside&) = delete;

    private:
        Region* before_;
    };

private:
    struct Heap;

    void make_image();
    void become(const ImagePtr& image);
    void make_heap();
    void end_heap();
    ImagePtr copy_out() const;
    void copy_in(const Image& image);

    std::byte* base_;
    Heap* heap_ = nullptr;
    const std::byte* frame_;
    ImagePtr kept_;
    ImagePtr first_;
    mutable std::optional<Digest> digest_;  // a cache
};

/// Whether this build can keep and bring back regions; false under the address sanitizer.
#ifdef ONCEPROOF_SANITIZE
inline constexpr bool regions_can_be_kept = false;
#else
inline constexpr bool regions_can_be_kept = true;
#endif

}  // namespace onceproof::world
