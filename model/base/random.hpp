#pragma once

#include <bit>
#include <cstdint>

namespace onceproof {

/// One step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014).
constexpr std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t word = state;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
}

/// The seed of case `index` under `root`: neighbouring indices give unrelated seeds.
constexpr std::uint64_t case_seed(std::uint64_t root, std::uint64_t index) {
    std::uint64_t state = root;
    state = split_mix(state) ^ index;
    return split_mix(state);
}

/// xoshiro256** (Blackman and Vigna, 2018): the same numbers for the same seed, on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            word = split_mix(seed);
        }
    }

    /// 64 uniform bits.
    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// A number from 0 to `bound` - 1, by the high half of a product; 0 when `bound` is 0. The bias
    /// is below `bound` / 2^64.
    std::uint64_t below(std::uint64_t bound) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }

private:
    std::uint64_t state_[4] = {};
};

}  // namespace onceproof
