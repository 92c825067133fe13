#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::bench {

/// Which keys the repeated calls of all threads have.
enum class Keys : std::uint8_t {
    spread,  ///< each thread's own, in turn
    hot,     ///< one and the same
};

/// Which calls a run makes, and when.
struct Load {
    unsigned repeats = 0;  ///< percent of the calls that ask for a key whose request is done
    Keys keys = Keys::spread;
    double rate = 0;  ///< requests per second that are offered; 0: a thread's next call follows its
                      ///< last one (closed loop)

    friend bool operator==(const Load&, const Load&) = default;
};

/// "0 %", "50 %", "50 % hot", "5 % 200/s".
std::string text_of(const Load& load);

/// Without blanks, for names: "repeats:50/hot/rate:200".
std::string name_of(const Load& load);

/// Whether a thread's call number `number` (from 0) is a repeated one. Of any hundred in a row so
/// many are as the load says, evenly spread; threads begin at different places.
bool is_repeat(const Load& load, std::uint64_t number, std::size_t thread);

/// Whether a server was offered more than it could do: `requests` at `rate` took `seconds`, which
/// is more than a twentieth (and 50 ms) above the time in which they were offered.
bool is_above_capacity(std::uint64_t requests, double rate, double seconds);

}  // namespace onceproof::bench
