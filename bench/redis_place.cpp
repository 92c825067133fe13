#include "bench/redis_place.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace onceproof::bench {
namespace {

constexpr Duration patience = std::chrono::seconds(2);

/// One step of a walk over all keys that removes those of a pattern: small steps, since a server
/// does nothing else while a script runs. Returns where the next step goes on; "0" is the end.
constexpr std::string_view remove_step_script =
    "local step = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000) "
    "for _, key in ipairs(step[2]) do redis.call('DEL', key) end return step[1]";

/// One step of a walk over all keys: where the next one goes on, a blank, and the memory that the
/// step's keys take.
constexpr std::string_view memory_step_script =
    "local step = redis.call('SCAN', ARGV[1], 'COUNT', 1000) local sum = 0 "
    "for _, key in ipairs(step[2]) do sum = sum + (redis.call('MEMORY', 'USAGE', key) or 0) end "
    "return step[1] .. ' ' .. string.format('%d', sum)";

/// "redis_version:7.0.15\r\n" in the text of INFO.
std::string info_value(const std::string& text, const std::string& field) {
    const std::size_t place = text.find(field + ":");
    if (place == std::string::npos) {
        return {};
    }
    const std::size_t start = place + field.size() + 1;
    return text.substr(start, text.find_first_of("\r\n", start) - start);
}

}  // namespace

RedisPlace::RedisPlace(std::string name) : name_(std::move(name)) {}

RedisPlace::~RedisPlace() {
    // Whoever wants to know what is left calls it before.
    static_cast<void>(clean_up());
}

std::unique_ptr<RedisPlace> RedisPlace::open(
    const ServerOptions& options, const std::string& name, std::string& trouble
) {
    std::unique_ptr<RedisPlace> place(new RedisPlace(name));
    place->secrets_.learn(options.redis_url);
    std::optional<std::string> problem = place->start(options);
    if (!problem) {
        problem = place->connect(options);
    }
    if (problem) {
        trouble = *problem;
        return nullptr;
    }
    return place;
}

std::optional<std::string> RedisPlace::start(const ServerOptions& options) {
    if (!options.redis_url.empty()) {
        return std::nullopt;
    }
    auto started = backend::RedisServer::start(
        {.append_only = options.fsync ? backend::AppendOnly::everysec : backend::AppendOnly::off,
         .binary = options.redis_binary}
    );
    if (started.error) {
        return start_trouble(*started.error, "--redis-url, --redis-server");
    }
    own_ = std::move(started.server);
    return std::nullopt;
}

std::optional<std::string> RedisPlace::connect(const ServerOptions& options) {
    const auto address = backend::parse_redis_url(own_ ? own_->url() : options.redis_url);
    if (!address) {
        return "no address of a Redis: " + secrets_.hidden(options.redis_url) +
               " (see --redis-url)";
    }
    address_ = *address;
    kv_ = std::make_unique<backend::RedisKv>(address_, patience);
    if (auto problem = unreachable()) {
        return problem;
    }
    auto problem = learn_facts(own_ && options.fsync);
    has_keys_ = !problem;
    return problem;
}

std::optional<std::string> RedisPlace::learn_facts(bool synced) {
    constexpr std::array<std::string_view, 1> info{"INFO"};
    const auto text = kv_->command(info);
    if (!text.ok() || !text->has_value()) {
        return trouble("does not tell its settings");
    }
    const bool appends = info_value(**text, "aof_enabled") == "1";
    facts_ = {.title = "Redis", .version = info_value(**text, "redis_version")};
    facts_.settings = {
        {"persistence",
         !appends ? "no append-only file"
         : synced ? "append-only file, synced once a second"
                  : "append-only file"}};
    return too_old(facts_.title, facts_.version, redis_least);
}

std::optional<std::string> RedisPlace::empty() {
    constexpr std::array<std::string_view, 1> flush{"FLUSHALL"};
    if (own_ && !kv_->command(flush).ok()) {
        return trouble("did not remove our keys");
    }
    return std::nullopt;
}

std::optional<std::uint64_t> RedisPlace::stored_bytes() {
    if (!own_) {
        return std::nullopt;
    }
    std::uint64_t sum = 0;
    std::string cursor = "0";
    do {
        const std::array<std::string_view, 4> words{"EVAL", memory_step_script, "0", cursor};
        const auto step = kv_->command(words);
        if (!step.ok() || !step->has_value()) {
            return std::nullopt;
        }
        const std::size_t blank = (**step).find(' ');
        std::uint64_t bytes = 0;
        const char* const text_end = (**step).data() + (**step).size();
        std::from_chars((**step).data() + blank + 1, text_end, bytes);
        sum += bytes;
        cursor = (**step).substr(0, blank);
    } while (cursor != "0");
    return sum;
}

std::optional<std::string> RedisPlace::unreachable() {
    constexpr std::array<std::string_view, 1> ping{"PING"};
    return kv_->command(ping).ok() ? std::nullopt
                                   : std::optional<std::string>(trouble("cannot be reached"));
}

std::optional<std::string> RedisPlace::clean_up() {
    if (!std::exchange(has_keys_, false) || own_) {
        return std::nullopt;
    }
    // Not only keys that start with the name: strategies put words of theirs in front.
    const std::string pattern = "*" + name_ + ":*";
    std::string cursor = "0";
    do {
        const std::array<std::string_view, 5> words{
            "EVAL", remove_step_script, "0", cursor, pattern};
        const auto next = kv_->command(words);
        if (!next.ok() || !next->has_value()) {
            return trouble("may still have keys with " + name_);
        }
        cursor = **next;
    } while (cursor != "0");
    return std::nullopt;
}

std::string RedisPlace::trouble(std::string_view what) const {
    return "Redis " + std::string(what) + ": " + secrets_.hidden(one_line(kv_->last_message())) +
           (own_ ? "" : " (see --redis-url)");
}

}  // namespace onceproof::bench
