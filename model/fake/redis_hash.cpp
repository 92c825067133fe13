// What counts as the state of the Redis fake: two stores have equal fingerprints if no later
// command, restart or failover can tell them apart.

#include <cstdint>

#include "model/fake/redis.hpp"

namespace onceproof::fake {

namespace {

constexpr std::uint64_t absent = 0;
constexpr std::uint64_t present = 1;
constexpr std::uint64_t unchanged = 2;
constexpr std::uint64_t changed = 3;
constexpr std::uint64_t no_expiry = ~std::uint64_t{0};

std::uint64_t word_of(Duration duration) {
    return static_cast<std::uint64_t>(duration.count());
}

/// Distance of an expiry from now.
std::uint64_t left_of(Instant expires, Instant now) {
    return expires == Instant::max() ? no_expiry : word_of(expires - now);
}

template <class Content>
void add_content(Hasher& hasher, const Content* content, Instant now, Naming& naming) {
    hasher.add(content == nullptr ? absent : present);
    if (content == nullptr) return;
    naming.add(hasher, content->value);
    hasher.add(left_of(content->expires, now));
    hasher.add(content->session == 0 ? 0 : naming.owner(content->session));
}

template <class Content>
bool same(const Content* left, const Content* right) {
    if (left == nullptr || right == nullptr) return left == right;
    return *left == *right;
}

}  // namespace

void Redis::hash(Hasher& hasher, Instant now, Naming& naming) const {
    std::uint64_t live = 0;
    for (const auto& [key, content] : entries_) {
        if (content.expires <= now) continue;
        ++live;
        naming.ordered_by(key);
        hasher.add(key);
        add_content(hasher, &content, now, naming);
        if (config_.evicts) hasher.add(older_than(content, now));
    }
    hasher.add(live);
    hash_unreplicated(hasher, now, naming);
    hash_unsynced(hasher, now, naming);
}

const Redis::Content* Redis::content_before(std::string_view key, std::size_t index, Instant now)
    const {
    for (; index < writes_.size(); ++index) {
        const auto& [at, written, before] = writes_[index];
        if (written != key) continue;
        return before && before->expires > now ? &*before : nullptr;
    }
    return find(key, now);
}

void Redis::hash_unreplicated(Hasher& hasher, Instant now, Naming& naming) const {
    hasher.add(std::uint64_t{unreplicated_});
    for (std::size_t newer = 0; newer < unreplicated_; ++newer) {
        const std::size_t index = writes_.size() - 1 - newer;
        const Write& write = writes_[index];
        const Content* before = content_before(write.key, index, now);
        if (same(before, content_before(write.key, index + 1, now))) {
            hasher.add(unchanged);
        } else {
            hasher.add(changed);
            naming.ordered_by(write.key);
            hasher.add(write.key);
            add_content(hasher, before, now, naming);
        }
        // A restart after the failover goes by age: it can tell these apart by more than their
        // order.
        if (!on_disk(write, now)) hasher.add(word_of(now - write.at));
    }
}

void Redis::hash_unsynced(Hasher& hasher, Instant now, Naming& naming) const {
    if (config_.persistence != Persistence::everysec) return;
    std::size_t last = writes_.size() - unreplicated_;
    while (last > 0 && !on_disk(writes_[last - 1], now)) {
        std::size_t first = last - 1;
        while (first > 0 && writes_[first - 1].at == writes_[last - 1].at)
            --first;
        hash_instant(hasher, first, last, now, naming);
        last = first;
    }
}

void Redis::hash_instant(
    Hasher& hasher, std::size_t first, std::size_t last, Instant now, Naming& naming
) const {
    Fingerprint sum;
    std::uint64_t changes = 0;
    for (std::size_t index = first; index < last; ++index) {
        const std::string& key = writes_[index].key;
        bool repeated = false;
        for (std::size_t earlier = first; earlier < index; ++earlier) {
            repeated = repeated || writes_[earlier].key == key;
        }
        if (repeated) continue;
        const Content* before = content_before(key, index, now);
        if (same(before, content_before(key, last, now))) continue;
        Hasher change;
        naming.ordered_by(key);
        change.add(key);
        add_content(change, before, now, naming);
        sum += change.finish();
        ++changes;
    }
    if (changes == 0) return;
    hasher.add(changes);
    hasher.add(word_of(now - writes_[first].at));
    hasher.add(sum);
}

}  // namespace onceproof::fake
