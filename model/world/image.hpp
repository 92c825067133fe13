#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "model/base/hash.hpp"
#include "model/base/time.hpp"

namespace onceproof::world {

/// What a region's content hashes to when it is looked at from that moment.
struct Digest {
    static constexpr std::uint8_t any = 255;

    Instant now{};
    Fingerprint value;
    std::uint8_t names = any;  ///< with which names for those whom it mentions; any: it has none
};

class ImagePtr;

/// The bytes of a region at one moment: the used part of its heap, and of its stack. Shared by all
/// snapshots between which the region did not change.
///
/// A search makes and drops one with nearly every step, so their memory is used again and their
/// holders are counted without atomics: whoever holds one stays on the thread of its region.
class Image {
public:
    [[nodiscard]] static ImagePtr of(
        std::span<const std::byte> heap, std::span<const std::byte> stack
    );

    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] std::span<const std::byte> heap() const { return {bytes(), heap_size_}; }
    [[nodiscard]] std::span<const std::byte> stack() const {
        return {bytes() + heap_size_, stack_size_};
    }
    [[nodiscard]] std::size_t size() const { return std::size_t{heap_size_} + stack_size_; }

    /// What the region's content is known to hash to.
    std::optional<Digest> digest;

private:
    friend class ImagePtr;

    Image(std::uint32_t heap_size, std::uint32_t stack_size)
        : heap_size_(heap_size), stack_size_(stack_size) {}
    ~Image() = default;

    [[nodiscard]] const std::byte* bytes() const {
        return reinterpret_cast<const std::byte*>(this + 1);
    }
    static void free(const Image* image);

    mutable std::uint32_t holders_ = 0;
    std::uint32_t heap_size_;
    std::uint32_t stack_size_;
};

/// Holds an image, or none.
class ImagePtr {
public:
    ImagePtr() = default;
    explicit ImagePtr(Image* image) : image_(image) { hold(); }
    ImagePtr(const ImagePtr& other) : image_(other.image_) { hold(); }
    ImagePtr(ImagePtr&& other) noexcept : image_(std::exchange(other.image_, nullptr)) {}
    ~ImagePtr() { drop(); }
    ImagePtr& operator=(const ImagePtr& other) {
        ImagePtr copy(other);
        std::swap(image_, copy.image_);
        return *this;
    }
    ImagePtr& operator=(ImagePtr&& other) noexcept {
        std::swap(image_, other.image_);
        return *this;
    }

    void reset() {
        drop();
        image_ = nullptr;
    }

    [[nodiscard]] explicit operator bool() const { return image_ != nullptr; }
    [[nodiscard]] Image& operator*() const { return *image_; }
    [[nodiscard]] Image* operator->() const { return image_; }
    friend bool operator==(const ImagePtr&, const ImagePtr&) = default;

private:
    void hold() const {
        if (image_ != nullptr) {
            ++image_->holders_;
        }
    }
    void drop() const {
        if (image_ != nullptr && --image_->holders_ == 0) {
            Image::free(image_);
        }
    }

    Image* image_ = nullptr;
};

}  // namespace onceproof::world
