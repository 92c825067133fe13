#include "harness/real/redis_call.hpp"

#include <charconv>
#include <optional>

namespace onceproof::harness {
namespace {

using Answer = world::KvOperation::Answer;
using world::KvCall;
using world::OpCode;

world::KvOperation operation_of(const KvCall& call) {
    world::KvOperation operation(call.code);
    operation.key = call.key;
    operation.value = call.value;
    operation.expected = call.expected;
    operation.options = call.options;
    operation.ttl = call.ttl;
    operation.result = call.result;
    return operation;
}

KvAnswer flag_of(const Result<bool>& result) {
    if (!result.ok()) {
        return result.error();
    }
    return Answer{.flag = *result, .text = {}, .left = {}};
}

/// The number in front of the first line end.
std::optional<long> number_in(std::string_view bytes) {
    long number = 0;
    const std::string_view digits = bytes.substr(0, bytes.find('\r'));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole = error == std::errc{} && end == digits.data() + digits.size();
    return whole && !digits.empty() ? std::optional(number) : std::nullopt;
}

KvAnswer read_text(std::string_view bytes) {
    const std::optional<long> size = number_in(bytes);
    const std::size_t start = bytes.find('\n');
    if (!size.has_value() || start == std::string_view::npos) {
        return Error{ErrorKind::rejected, Certainty::indefinite};
    }
    if (*size < 0) {
        return Answer{};
    }
    const std::string_view text = bytes.substr(start + 1, static_cast<std::size_t>(*size));
    return Answer{.flag = false, .text = std::string(text), .left = {}};
}

KvAnswer read_number(std::string_view bytes, const KvCall& call) {
    const std::optional<long> number = number_in(bytes);
    if (!number.has_value()) {
        return Error{ErrorKind::rejected, Certainty::indefinite};
    }
    if (call.code != OpCode::kv_ttl) {
        return Answer{.flag = *number == 1, .text = {}, .left = {}};
    }
    // PTTL: -2 no such key, -1 no expiry.
    Answer answer;
    if (*number != -2) {
        answer.left =
            *number == -1 ? Duration::max() : Duration(std::chrono::milliseconds(*number));
    }
    return answer;
}

}  // namespace

KvAnswer send(KeyValue& kv, const KvCall& call, Duration ttl) {
    switch (call.code) {
        using enum OpCode;
        case kv_get: {
            Result<std::optional<std::string>> text = kv.get(call.key);
            return text.ok() ? KvAnswer(Answer{.flag = false, .text = *text, .left = {}})
                             : KvAnswer(text.error());
        }
        case kv_ttl: {
            const Result<std::optional<Duration>> left = kv.ttl(call.key);
            return left.ok() ? KvAnswer(Answer{.flag = false, .text = {}, .left = *left})
                             : KvAnswer(left.error());
        }
        case kv_set: {
            SetOptions options = call.options;
            options.ttl = options.ttl.has_value() ? std::optional(ttl) : std::nullopt;
            return flag_of(kv.set(call.key, call.value, options));
        }
        case kv_del:
            return flag_of(kv.del(call.key));
        case kv_expire:
            return flag_of(kv.expire(call.key, ttl));
        case kv_compare_and_delete:
            return flag_of(kv.compare_and_delete(call.key, call.expected));
        case kv_compare_and_expire:
            return flag_of(kv.compare_and_expire(call.key, call.expected, ttl));
        default:
            return flag_of(kv.compare_and_set(call.key, call.expected, call.value, ttl));
    }
}

KvAnswer read_answer(std::string_view bytes, const KvCall& call) {
    switch (bytes.empty() ? '-' : bytes.front()) {
        case '+':
            return Answer{.flag = true, .text = {}, .left = {}};
        case ':':
            return read_number(bytes.substr(1), call);
        case '$':
            return read_text(bytes.substr(1));
        default:
            return Error{ErrorKind::rejected, Certainty::definite};
    }
}

bool same(const KvAnswer& one, const KvAnswer& other) {
    if (!one.ok() || !other.ok()) {
        return one.ok() == other.ok() && one.error() == other.error();
    }
    const auto kind = [](const std::optional<Duration>& left) {
        return !left.has_value() ? 0 : *left == Duration::max() ? 1 : 2;
    };
    return one->flag == other->flag && one->text == other->text &&
           kind(one->left) == kind(other->left);
}

std::string text_of(const KvCall& call) {
    return operation_of(call).call_text();
}

std::string text_of(const KvCall& call, const KvAnswer& answer) {
    world::KvOperation operation = operation_of(call);
    operation.result = answer;
    return operation.result_text();
}

std::optional<Obstacle> difference(
    const KvCall& call, const KvAnswer& simulated, const KvAnswer& real
) {
    if (same(simulated, real)) {
        return std::nullopt;
    }
    return Obstacle{
        .kind = Obstacle::Kind::differs,
        .what = text_of(call),
        .simulated = text_of(call, simulated),
        .real = text_of(call, real)};
}

Duration ttl_of(const KvCall& call) {
    return call.options.ttl.value_or(call.ttl);
}

bool is_same_command(const KvCall& one, const KvCall& other) {
    return one.code == other.code && one.key == other.key && one.value == other.value &&
           one.expected == other.expected && ttl_of(one) == ttl_of(other);
}

bool has_written(const KvCall& call) {
    const bool reads = call.code == OpCode::kv_get || call.code == OpCode::kv_ttl;
    return call.passage.reach == world::Reach::applied && !reads && call.result.ok() &&
           call.result->flag;
}

}  // namespace onceproof::harness
