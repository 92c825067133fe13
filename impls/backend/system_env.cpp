#include "impls/backend/system_env.hpp"

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace onceproof::backend {

namespace {

std::mt19937_64 seeded_engine() {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
}

void append_hex(std::string& text, std::uint64_t word, int digits) {
    constexpr std::string_view alphabet = "0123456789abcdef";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
        text += alphabet[(word >> shift) & 0xF];
    }
}

}  // namespace

Instant SystemClock::now() {
    const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
    return Instant(std::chrono::floor<Duration>(since_1970));
}

void SystemClock::sleep(Duration duration) {
    std::this_thread::sleep_for(duration);
}

std::string RandomIds::uuid() {
    thread_local std::mt19937_64 engine = seeded_engine();
    const std::uint64_t high = (engine() & ~0xF000ULL) | 0x4000ULL;
    const std::uint64_t low = (engine() & ~(3ULL << 62)) | (2ULL << 62);
    std::string text;
    text.reserve(36);
    append_hex(text, high >> 32, 8);
    text += '-';
    append_hex(text, high >> 16, 4);
    text += '-';
    append_hex(text, high, 4);
    text += '-';
    append_hex(text, low >> 48, 4);
    text += '-';
    append_hex(text, low, 12);
    return text;
}

}  // namespace onceproof::backend
