#include <algorithm>

#include "model/fake/redis.hpp"

// What happens to the keys of the Redis fake by itself: memory runs short, sessions end.

namespace onceproof::fake {

std::optional<std::string> Redis::evictable(std::string_view prefix, Instant now) const {
    const Entry* oldest = nullptr;
    for (const Entry& entry : entries_) {
        if (entry.content.expires <= now || !entry.key.starts_with(prefix)) continue;
        if (oldest == nullptr || entry.content.written < oldest->content.written) oldest = &entry;
    }
    return oldest == nullptr ? std::nullopt : std::optional(oldest->key);
}

std::uint64_t Redis::older_than(const Content& content, Instant now) const {
    return static_cast<std::uint64_t>(std::count_if(
        entries_.begin(),
        entries_.end(),
        [&](const Entry& other) {
            return other.content.expires > now && other.content.written < content.written;
        }
    ));
}

void Redis::end_session(std::uint8_t session, Instant at) {
    const auto end = [&](Content& content) {
        if (content.session != session) return;
        content.session = 0;
        content.expires = std::min(content.expires, at);
    };
    for (Entry& entry : entries_)
        end(entry.content);
    for (Write& write : writes_) {
        if (write.before) end(*write.before);
    }
}

std::uint8_t Redis::first_session(Instant now) const {
    for (const Entry& entry : entries_) {
        if (entry.content.session != 0 && entry.content.expires > now) return entry.content.session;
    }
    return 0;
}

}  // namespace onceproof::fake
