#include "harness/real/redis_contents.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::harness {
namespace {

/// A script, since a client of ours takes no lists. KEYS leaves out what has ended.
constexpr std::string_view all_keys =
    "local keys = redis.call('KEYS', '*') table.sort(keys) "
    "return table.concat(keys, '\\n')";

/// "a = 1 (ends), b = 2"
std::string text_of(std::span<const fake::Redis::Line> keys) {
    std::string text;
    for (const fake::Redis::Line& key : keys) {
        text += text.empty() ? "" : ", ";
        text += key.name + " = " + key.content + (key.ends.has_value() ? " (ends)" : "");
    }
    return text.empty() ? "no key" : text;
}

/// Every key; one that ends does so at no matter when.
Result<std::vector<fake::Redis::Line>> keys_of(backend::RedisKv& client) {
    const std::array<std::string_view, 3> words{"EVAL", all_keys, "0"};
    const auto names = client.command(words);
    if (!names.ok()) {
        return names.error();
    }
    std::vector<fake::Redis::Line> keys;
    std::string_view left = names->has_value() ? std::string_view(**names) : std::string_view();
    while (!left.empty()) {
        const std::size_t end = std::min(left.find('\n'), left.size());
        fake::Redis::Line key{.name = std::string(left.substr(0, end)), .content = {}, .ends = {}};
        left.remove_prefix(std::min(end + 1, left.size()));
        const auto value = client.get(key.name);
        const auto ttl = client.ttl(key.name);
        if (!value.ok() || !ttl.ok()) {
            return value.ok() ? ttl.error() : value.error();
        }
        key.content = value->value_or("");
        if (ttl->has_value() && **ttl != Duration::max()) {
            key.ends = Instant{};
        }
        keys.push_back(std::move(key));
    }
    return keys;
}

bool same(const fake::Redis::Line& one, const fake::Redis::Line& other) {
    return one.name == other.name && one.content == other.content &&
           one.ends.has_value() == other.ends.has_value();
}

}  // namespace

std::optional<Obstacle> compare_keys(
    backend::RedisKv& client, std::span<const fake::Redis::Line> simulated
) {
    const auto real = keys_of(client);
    if (!real.ok()) {
        return Obstacle{
            .kind = Obstacle::Kind::server_failed, .what = "Redis", .real = client.last_message()};
    }
    if (std::ranges::equal(simulated, *real, same)) {
        return std::nullopt;
    }
    return Obstacle{
        .kind = Obstacle::Kind::differs,
        .what = "the keys at the end",
        .simulated = text_of(simulated),
        .real = text_of(*real)};
}

}  // namespace onceproof::harness
