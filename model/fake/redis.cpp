#include "model/fake/redis.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::fake {

namespace {

/// With everysec, what was written this long ago is on disk.
constexpr Duration sync_period = std::chrono::seconds(1);
constexpr Duration ttl_min = std::chrono::milliseconds(1);

Instant end_of(Duration ttl, Instant now) {
    ENSURE(ttl >= ttl_min);
    return ttl >= Instant::max() - now ? Instant::max() : now + ttl;
}

}  // namespace

Redis::Redis(Config config) : config_(config) {
    ENSURE(config.keys_max > 0);
}

std::optional<std::string> Redis::get(std::string_view key, Instant now) const {
    const Content* content = find(key, now);
    if (content == nullptr) return std::nullopt;
    return content->value;
}

Result<bool> Redis::set(
    std::string_view key,
    std::string_view value,
    SetOptions options,
    Instant now,
    std::uint8_t session
) {
    const std::uint8_t owner = options.ephemeral ? session : std::uint8_t{0};
    const Instant expires = options.ttl ? end_of(*options.ttl, now) : Instant::max();
    Content* content = find(key, now);
    if (options.when == SetWhen::if_absent && content != nullptr) return false;
    if (options.when == SetWhen::if_present && content == nullptr) return false;
    if (content == nullptr) {
        erase_expired(now);
        if (entries_.size() >= config_.keys_max) {
            return Error{ErrorKind::out_of_memory, Certainty::definite};
        }
    }
    record(key, content, now);
    if (content != nullptr) {
        content->value.assign(value);
        content->expires = expires;
        content->session = owner;
        content->written = ++written_;
        return true;
    }
    entries_.insert(
        entries_.begin() + static_cast<std::ptrdiff_t>(place_of(key)),
        Entry{std::string(key), Content{std::string(value), expires, owner, ++written_}}
    );
    return true;
}

bool Redis::del(std::string_view key, Instant now) {
    const Content* content = find(key, now);
    if (content == nullptr) return false;
    record(key, content, now);
    erase(key);
    return true;
}

bool Redis::expire(std::string_view key, Duration ttl, Instant now) {
    const Instant expires = end_of(ttl, now);
    Content* content = find(key, now);
    if (content == nullptr) return false;
    record(key, content, now);
    content->expires = expires;
    content->written = ++written_;
    return true;
}

std::optional<Duration> Redis::ttl(std::string_view key, Instant now) const {
    const Content* content = find(key, now);
    if (content == nullptr) return std::nullopt;
    return content->expires == Instant::max() ? Duration::max() : content->expires - now;
}

bool Redis::compare_and_delete(std::string_view key, std::string_view expected, Instant now) {
    const Content* content = find(key, now);
    return content != nullptr && content->value == expected && del(key, now);
}

bool Redis::compare_and_expire(
    std::string_view key, std::string_view expected, Duration ttl, Instant now
) {
    const Content* content = find(key, now);
    return content != nullptr && content->value == expected && expire(key, ttl, now);
}

bool Redis::compare_and_set(
    std::string_view key,
    std::string_view expected,
    std::string_view value,
    Duration ttl,
    Instant now
) {
    const Instant expires = end_of(ttl, now);
    Content* content = find(key, now);
    if (content == nullptr || content->value != expected) return false;
    record(key, content, now);
    content->value.assign(value);
    content->expires = expires;
    content->written = ++written_;
    return true;
}

void Redis::restart(Instant now) {
    if (config_.persistence == Persistence::none) entries_.clear();
    if (config_.persistence == Persistence::everysec) {
        while (!writes_.empty() && !on_disk(writes_.back(), now))
            undo(now);
    }
    writes_.clear();
    unreplicated_ = 0;
}

void Redis::fail_over(std::size_t lost, Instant now) {
    ENSURE(lost <= unreplicated_);
    for (; lost > 0; --lost)
        undo(now);
    unreplicated_ = 0;
    forget_safe_writes(now);
}

std::size_t Redis::size(Instant now) const {
    return static_cast<std::size_t>(std::count_if(
        entries_.begin(),
        entries_.end(),
        [now](const Entry& entry) { return entry.content.expires > now; }
    ));
}

std::vector<Redis::Line> Redis::describe(Instant now) const {
    std::vector<Line> lines;
    for (const auto& [key, content] : entries_) {
        if (content.expires <= now) continue;
        const bool ends = content.expires != Instant::max();
        lines.push_back({key, content.value, ends ? std::optional(content.expires) : std::nullopt});
    }
    return lines;
}

std::size_t Redis::place_of(std::string_view key) const {
    const auto place = std::lower_bound(
        entries_.begin(),
        entries_.end(),
        key,
        [](const Entry& entry, std::string_view wanted) { return entry.key < wanted; }
    );
    return static_cast<std::size_t>(place - entries_.begin());
}

const Redis::Content* Redis::find(std::string_view key, Instant now) const {
    const std::size_t place = place_of(key);
    if (place == entries_.size() || entries_[place].key != key) return nullptr;
    const Content& content = entries_[place].content;
    return content.expires > now ? &content : nullptr;
}

Redis::Content* Redis::find(std::string_view key, Instant now) {
    return const_cast<Content*>(std::as_const(*this).find(key, now));
}

void Redis::record(std::string_view key, const Content* before, Instant now) {
    if (config_.persistence != Persistence::everysec && !config_.replica) return;
    forget_safe_writes(now);
    const std::size_t window = config_.replica ? config_.history_max : 0;
    if (window == 0 && covered(key, now, writes_.size())) return;
    Write write{now, std::string(key), std::nullopt};
    if (before != nullptr) write.before = *before;
    writes_.push_back(std::move(write));
    if (unreplicated_ < window) {
        ++unreplicated_;
    } else if (window > 0) {
        // One write has just left the replica's window.
        const std::size_t index = writes_.size() - 1 - window;
        if (covered(writes_[index].key, writes_[index].at, index)) {
            writes_.erase(writes_.begin() + static_cast<std::ptrdiff_t>(index));
        }
    }
}

bool Redis::covered(std::string_view key, Instant at, std::size_t end) const {
    while (end > 0 && writes_[end - 1].at == at) {
        if (writes_[--end].key == key) return true;
    }
    return false;
}

void Redis::forget_safe_writes(Instant now) {
    std::size_t safe = 0;
    while (writes_.size() - safe > unreplicated_ && on_disk(writes_[safe], now))
        ++safe;
    writes_.erase(writes_.begin(), writes_.begin() + static_cast<std::ptrdiff_t>(safe));
}

bool Redis::on_disk(const Write& write, Instant now) const {
    return config_.persistence != Persistence::everysec || write.at + sync_period <= now;
}

void Redis::erase_expired(Instant now) {
    std::erase_if(entries_, [now](const Entry& entry) { return entry.content.expires <= now; });
}

void Redis::erase(std::string_view key) {
    const std::size_t place = place_of(key);
    if (place == entries_.size() || entries_[place].key != key) return;
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

void Redis::undo(Instant now) {
    Write write = std::move(writes_.back());
    writes_.pop_back();
    if (unreplicated_ > 0) --unreplicated_;
    erase(write.key);
    if (!write.before || write.before->expires <= now) return;
    write.before->written = 0;
    const std::size_t place = place_of(write.key);
    entries_.insert(
        entries_.begin() + static_cast<std::ptrdiff_t>(place),
        Entry{std::move(write.key), std::move(*write.before)}
    );
}

}  // namespace onceproof::fake
