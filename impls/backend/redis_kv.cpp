#include "impls/backend/redis_kv.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <sys/socket.h>
#include <vector>

#include <hiredis/hiredis.h>

#include "impls/backend/timeval.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr Error not_sent{ErrorKind::unavailable, Certainty::definite};

/// Redis counts whole milliseconds: rounded up, so that a key never ends early.
std::string milliseconds_of(Duration ttl) {
    ENSURE(ttl >= std::chrono::milliseconds(1));
    return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(ttl).count());
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    for (const std::string_view prefix : prefixes) {
        if (text.starts_with(prefix)) return true;
    }
    return false;
}

}  // namespace

void RedisKv::ContextDeleter::operator()(redisContext* context) const {
    redisFree(context);
}
void RedisKv::ReplyDeleter::operator()(redisReply* reply) const {
    freeReplyObject(reply);
}

RedisKv::RedisKv(RedisAddress address, Duration timeout)
    : address_(std::move(address)), timeout_(timeout) {
    ENSURE(timeout > Duration{0});
}

RedisKv::~RedisKv() = default;

Error RedisKv::dropped(Error error) {
    if (context_ && context_->err != 0) last_message_ = context_->errstr;
    // A late reply must never be taken for the answer to another call.
    context_.reset();
    return error;
}

std::optional<Error> RedisKv::connect() {
    const timeval patience = timeval_of(timeout_);
    context_.reset(
        address_.socket.empty()
            ? redisConnectWithTimeout(address_.host.c_str(), address_.port, patience)
            : redisConnectUnixWithTimeout(address_.socket.c_str(), patience)
    );
    if (!context_ || context_->err != 0) return dropped(not_sent);
    if (redisSetTimeout(context_.get(), patience) != REDIS_OK) return dropped(not_sent);
    std::vector<std::array<std::string, 2>> greetings;
    if (!address_.password.empty()) greetings.push_back({"AUTH", address_.password});
    if (address_.database != 0) greetings.push_back({"SELECT", std::to_string(address_.database)});
    for (const auto& [verb, argument] : greetings) {
        const std::array<std::string_view, 2> words{verb, argument};
        const auto reply = call(words);
        // The caller's own command has not been sent yet.
        if (!reply) return dropped(not_sent);
    }
    return std::nullopt;
}

std::optional<Error> RedisKv::send(std::string_view bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        // Not through hiredis, whose write() raises SIGPIPE and does not say whether anything went
        // out.
        const ssize_t count =
            ::send(context_->fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count > 0) {
            sent += static_cast<std::size_t>(count);
        } else if (errno != EINTR) {
            const bool slow = errno == EAGAIN || errno == EWOULDBLOCK;
            last_message_ = slow ? "the request could not be sent in time" : "connection is gone";
            // A command that is not there to its end is never run.
            return dropped(not_sent);
        }
    }
    return std::nullopt;
}

Result<RedisKv::Reply> RedisKv::receive() {
    void* raw = nullptr;
    if (redisGetReply(context_.get(), &raw) == REDIS_OK)
        return Reply(static_cast<redisReply*>(raw));
    const bool slow = context_->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK);
    return dropped({slow ? ErrorKind::timeout : ErrorKind::connection_lost, Certainty::indefinite});
}

Result<RedisKv::Reply> RedisKv::call(std::span<const std::string_view> arguments) {
    if (!context_) {
        if (const auto error = connect()) return *error;
    }
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string_view argument : arguments) {
        texts.push_back(argument.data());
        sizes.push_back(argument.size());
    }
    char* formatted = nullptr;
    const int length = redisFormatCommandArgv(
        &formatted, static_cast<int>(texts.size()), texts.data(), sizes.data()
    );
    if (length < 0) return not_sent;
    ++round_trips_;
    const auto error = send({formatted, static_cast<std::size_t>(length)});
    redisFreeCommand(formatted);
    if (error) return *error;
    auto reply = receive();
    if (reply && (*reply)->type == REDIS_REPLY_ERROR) {
        return refused({(*reply)->str, static_cast<std::size_t>((*reply)->len)});
    }
    return reply;
}

/// The server's "no": it has run nothing.
Error RedisKv::refused(std::string_view message) {
    last_message_ = message;
    if (message.find("OOM ") != std::string_view::npos) {
        return {ErrorKind::out_of_memory, Certainty::definite};
    }
    const bool closed_for_now = starts_with_any(
        message,
        {"LOADING", "READONLY", "MISCONF", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "BUSY "}
    );
    return {closed_for_now ? ErrorKind::unavailable : ErrorKind::rejected, Certainty::definite};
}

Result<std::int64_t> RedisKv::call_integer(std::span<const std::string_view> arguments) {
    const auto reply = call(arguments);
    if (!reply) return reply.error();
    if ((*reply)->type == REDIS_REPLY_INTEGER) return std::int64_t{(*reply)->integer};
    return Error{ErrorKind::rejected, Certainty::indefinite};
}

Result<bool> RedisKv::run(
    const Script& script, std::string_view key, std::span<const std::string_view> arguments
) {
    std::vector<std::string_view> words{"EVALSHA", script.sha1, "1", key};
    words.insert(words.end(), arguments.begin(), arguments.end());
    last_message_.clear();
    auto answer = call_integer(words);
    if (!answer && last_message_.starts_with("NOSCRIPT")) {
        words[0] = "EVAL";
        words[1] = script.text;
        answer = call_integer(words);
    }
    if (!answer) return answer.error();
    return *answer == 1;
}

Result<std::optional<std::string>> RedisKv::command(std::span<const std::string_view> arguments) {
    const auto reply = call(arguments);
    if (!reply) return reply.error();
    switch ((*reply)->type) {
        case REDIS_REPLY_NIL:
            return std::optional<std::string>();
        case REDIS_REPLY_INTEGER:
            return std::optional<std::string>(std::to_string((*reply)->integer));
        case REDIS_REPLY_STRING:
        case REDIS_REPLY_STATUS:
            return std::optional<std::string>(
                std::string((*reply)->str, static_cast<std::size_t>((*reply)->len))
            );
        default:
            return Error{ErrorKind::rejected, Certainty::indefinite};
    }
}

Result<std::optional<std::string>> RedisKv::get(std::string_view key) {
    const std::array<std::string_view, 2> words{"GET", key};
    return command(words);
}

Result<bool> RedisKv::set(std::string_view key, std::string_view value, SetOptions options) {
    if (options.ephemeral) return Error{ErrorKind::rejected, Certainty::definite};
    std::vector<std::string_view> words{"SET", key, value};
    if (options.when == SetWhen::if_absent) words.push_back("NX");
    if (options.when == SetWhen::if_present) words.push_back("XX");
    std::string ttl;
    if (options.ttl) {
        ttl = milliseconds_of(*options.ttl);
        words.insert(words.end(), {"PX", ttl});
    }
    const auto reply = call(words);
    if (!reply) return reply.error();
    return (*reply)->type == REDIS_REPLY_STATUS;
}

Result<bool> RedisKv::del(std::string_view key) {
    const std::array<std::string_view, 2> words{"DEL", key};
    const auto removed = call_integer(words);
    if (!removed) return removed.error();
    return *removed == 1;
}

Result<bool> RedisKv::expire(std::string_view key, Duration ttl) {
    const std::string time = milliseconds_of(ttl);
    const std::array<std::string_view, 3> words{"PEXPIRE", key, time};
    const auto found = call_integer(words);
    if (!found) return found.error();
    return *found == 1;
}

Result<std::optional<Duration>> RedisKv::ttl(std::string_view key) {
    const std::array<std::string_view, 2> words{"PTTL", key};
    const auto left = call_integer(words);
    if (!left) return left.error();
    // PTTL: -2 no such key, -1 no expiry.
    if (*left == -2) return std::optional<Duration>();
    if (*left == -1) return std::optional<Duration>(Duration::max());
    return std::optional<Duration>(std::chrono::milliseconds(*left));
}

Result<bool> RedisKv::compare_and_delete(std::string_view key, std::string_view expected) {
    const std::array<std::string_view, 1> arguments{expected};
    return run(compare_and_delete_script, key, arguments);
}

Result<bool> RedisKv::compare_and_expire(
    std::string_view key, std::string_view expected, Duration ttl
) {
    const std::string time = milliseconds_of(ttl);
    const std::array<std::string_view, 2> arguments{expected, time};
    return run(compare_and_expire_script, key, arguments);
}

Result<bool> RedisKv::compare_and_set(
    std::string_view key, std::string_view expected, std::string_view value, Duration ttl
) {
    const std::string time = milliseconds_of(ttl);
    const std::array<std::string_view, 3> arguments{expected, value, time};
    return run(compare_and_set_script, key, arguments);
}

}  // namespace onceproof::backend
