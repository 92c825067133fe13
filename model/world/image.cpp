#include "model/world/image.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>

#include "model/base/ensure.hpp"

namespace onceproof::world {
namespace {

constexpr std::size_t grain = 256;
constexpr std::size_t classes = 256;  // images up to 64 KiB are kept for another use

std::size_t class_of(std::size_t bytes) {
    return (bytes + grain - 1) / grain;
}

// Not before the first image is made, and not when the thread is ending.
thread_local constinit bool keeps_spares = false;

/// Images of this thread that nobody holds any more, by size.
class Spares {
public:
    Spares() { keeps_spares = true; }
    ~Spares() {
        keeps_spares = false;
        for (Spare* spare : first_) {
            while (spare != nullptr) {
                std::free(std::exchange(spare, spare->next));
            }
        }
    }
    Spares(const Spares&) = delete;
    Spares& operator=(const Spares&) = delete;

    void* take(std::size_t size_class) {
        Spare* spare = first_[size_class];
        if (spare != nullptr) {
            first_[size_class] = spare->next;
        }
        return spare;
    }
    void put(void* memory, std::size_t size_class) {
        first_[size_class] = new (memory) Spare{first_[size_class]};
    }

private:
    struct Spare {
        Spare* next;
    };
    std::array<Spare*, classes> first_{};
};

thread_local Spares spares;

}  // namespace

ImagePtr Image::of(std::span<const std::byte> heap, std::span<const std::byte> stack) {
    const std::size_t size_class = class_of(sizeof(Image) + heap.size() + stack.size());
    void* memory = size_class < classes ? spares.take(size_class) : nullptr;
    if (memory == nullptr) {
        memory = std::malloc(size_class * grain);
        ENSURE(memory != nullptr);
    }
    auto* image = new (memory)
        Image(static_cast<std::uint32_t>(heap.size()), static_cast<std::uint32_t>(stack.size()));
    auto* bytes = reinterpret_cast<std::byte*>(image + 1);
    std::memcpy(bytes, heap.data(), heap.size());
    std::memcpy(bytes + heap.size(), stack.data(), stack.size());
    return ImagePtr(image);
}

void Image::free(const Image* image) {
    const std::size_t size_class = class_of(sizeof(Image) + image->size());
    void* memory = const_cast<Image*>(image);
    image->~Image();
    if (keeps_spares && size_class < classes) {
        spares.put(memory, size_class);
    } else {
        std::free(memory);
    }
}

}  // namespace onceproof::world
