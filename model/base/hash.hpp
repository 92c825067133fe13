#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace onceproof {

/// 128 bits that stand for a state: equal states have equal fingerprints, on every machine.
struct Fingerprint {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// Combines fingerprints whose order does not count.
    Fingerprint& operator+=(const Fingerprint& other) {
        high += other.high;
        low += other.low;
        return *this;
    }

    // A rewritten `<` looks like a pointer compared with 0 to clang-tidy 14.
    // NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

/// Folds words and texts into a `Fingerprint`. The order counts; the result depends on nothing
/// else.
class Hasher {
public:
    void add(std::uint64_t word) {
        high_ = mix(high_ ^ word, 0x9e3779b97f4a7c15ULL);
        low_ = mix(low_ + word, 0xd6e8feb86659fd93ULL) ^ std::rotl(high_, 23);
    }

    void add(std::string_view text) {
        add(text.size());
        while (text.size() >= sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data(), sizeof word);
            add(word);
            text.remove_prefix(sizeof word);
        }
        if (!text.empty()) {
            std::uint64_t word = 0;
            std::memcpy(&word, text.data(), text.size());
            add(word);
        }
    }

    /// One round: each half is spread over all bits already.
    void add(const Fingerprint& print) {
        high_ = mix(high_ ^ print.high, 0x9e3779b97f4a7c15ULL);
        low_ = mix(low_ + print.low, 0xd6e8feb86659fd93ULL) ^ std::rotl(high_, 23);
    }

    [[nodiscard]] Fingerprint finish() const {
        return {mix(high_, 0xa0761d6478bd642fULL) ^ low_, mix(low_, 0xe7037ed1a0b428dbULL) ^ high_};
    }

private:
    /// Both halves of a 128-bit product, folded: every input bit reaches every output bit.
    static std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(left ^ 0x2d358dccaa6c78a5ULL) * right;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    std::uint64_t high_ = 0x243f6a8885a308d3ULL;
    std::uint64_t low_ = 0x13198a2e03707344ULL;
};

}  // namespace onceproof
