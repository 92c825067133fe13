#pragma once

#include <string_view>

namespace onceproof::backend {

/// A Lua script: its text for EVAL and the SHA-1 of the text for EVALSHA.
struct Script {
    std::string_view text;
    std::string_view sha1;
};

/// KEYS[1], ARGV[1] = expected. 1 if removed.
inline constexpr Script compare_and_delete_script{
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0",
    "6fbe84d1140fd2047394924af9d845b83c070bec"};

/// KEYS[1], ARGV[1] = expected, ARGV[2] = time to live in ms. 1 if it was the value.
inline constexpr Script compare_and_expire_script{
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0",
    "e50f848e374a94192aa6f2e444e7eb8acc16501d"};

/// KEYS[1], ARGV[1] = expected, ARGV[2] = new value, ARGV[3] = time to live in ms. 1 if replaced.
inline constexpr Script compare_and_set_script{
    "if redis.call('GET', KEYS[1]) == ARGV[1] then "
    "redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) return 1 end return 0",
    "bad822b918ab5a9d729df8b9370ac68bdaca0336"};

}  // namespace onceproof::backend
