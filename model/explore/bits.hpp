#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace onceproof::explore {

/// Packs numbers into five-bit digits, highest bit first.
class DigitWriter {
public:
    /// The `count` lowest bits of `value`.
    void bits(std::uint32_t value, unsigned count) {
        while (count > 0) {
            --count;
            digit_ = (digit_ << 1U) | ((value >> count) & 1U);
            if (++filled_ == 5) {
                digits_.push_back(static_cast<std::uint8_t>(digit_));
                digit_ = 0;
                filled_ = 0;
            }
        }
    }

    /// A number of any size in groups of `group` bits, lowest group first, each behind a bit that
    /// says whether another one follows.
    void number(std::uint32_t value, unsigned group) {
        while ((value >> group) != 0) {
            bits(1, 1);
            bits(value, group);
            value >>= group;
        }
        bits(0, 1);
        bits(value, group);
    }

    /// All digits so far, the last one filled up with zeros.
    [[nodiscard]] std::vector<std::uint8_t> finish() {
        while (filled_ != 0) {
            bits(0, 1);
        }
        return digits_;
    }

private:
    std::vector<std::uint8_t> digits_;
    std::uint32_t digit_ = 0;
    unsigned filled_ = 0;
};

/// Reads what `DigitWriter` wrote. Behind the end, or after a number that is too large, `ok` is
/// false and every value 0.
class DigitReader {
public:
    explicit DigitReader(std::span<const std::uint8_t> digits) : digits_(digits) {}

    std::uint32_t bits(unsigned count) {
        std::uint32_t value = 0;
        for (; count > 0; --count, ++at_) {
            if (at_ >= digits_.size() * 5) {
                ok_ = false;
                return 0;
            }
            const auto bit = static_cast<unsigned>(digits_[at_ / 5] >> (4 - at_ % 5)) & 1U;
            value = (value << 1U) | bit;
        }
        return value;
    }

    std::uint32_t number(unsigned group) {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += group) {
            const bool more = bits(1) != 0;
            if (shift < 32) {
                value |= static_cast<std::uint64_t>(bits(group)) << shift;
            } else {
                ok_ = false;
            }
            if (!ok_ || value > std::numeric_limits<std::uint32_t>::max()) {
                ok_ = false;
                return 0;
            }
            if (!more) {
                return static_cast<std::uint32_t>(value);
            }
        }
    }

    [[nodiscard]] bool ok() const { return ok_; }

    /// Digits read so far, the current one with them.
    [[nodiscard]] std::size_t digits() const { return (at_ + 4) / 5; }

private:
    std::span<const std::uint8_t> digits_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

}  // namespace onceproof::explore
