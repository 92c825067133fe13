#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <rapidcheck.h>

#include "model/base/text.hpp"
#include "model/base/time.hpp"
#include "model/port/kv.hpp"

namespace onceproof {

enum class KvVerb : std::uint8_t {
    get,
    set,
    set_if_absent,
    set_if_present,
    del,
    expire,
    ttl,
    compare_and_delete,
    compare_and_expire,
    compare_and_set,
    wait,  ///< time passes
};

inline constexpr std::array<std::string_view, 11> kv_verb_names{
    "get",
    "set",
    "set_if_absent",
    "set_if_present",
    "del",
    "expire",
    "ttl",
    "compare_and_delete",
    "compare_and_expire",
    "compare_and_set",
    "wait"};

/// One command of the key-value port as a value, so that stores can be driven in parallel.
struct KvCommand {
    KvVerb verb = KvVerb::get;
    std::string key{};
    std::string value{};
    std::string expected{};
    std::optional<Duration> ttl{};  ///< `set` only may lack it
    Duration wait{0};
};

inline std::ostream& operator<<(std::ostream& out, const KvCommand& command) {
    out << kv_verb_names[static_cast<std::size_t>(command.verb)];
    if (command.verb == KvVerb::wait) return out << " " << format_duration(command.wait);
    return out << " " << command.key << " value=" << command.value
               << " expected=" << command.expected
               << " ttl=" << (command.ttl ? format_duration(*command.ttl) : "none");
}

/// What commands are made of.
struct KvAlphabet {
    std::vector<std::string> keys;
    std::vector<std::string> values;
    std::vector<Duration> ttls;
    std::vector<Duration> waits;
};

/// Any number in [0, end), each equally likely. RapidCheck's own `inRange` keeps to the low ones in
/// small cases.
inline rc::Gen<int> any_below(int end) {
    return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, end));
}

/// Any element of a list, each equally likely; shrinks to the first.
template <class T>
rc::Gen<T> any_of(const std::vector<T>& list) {
    return rc::gen::map(any_below(static_cast<int>(list.size())), [list](int index) {
        return list[static_cast<std::size_t>(index)];
    });
}

/// Any command over the alphabet, each verb equally likely.
inline rc::Gen<KvCommand> any_command(const KvAlphabet& alphabet) {
    return rc::gen::exec([alphabet] {
        KvCommand command;
        command.verb = static_cast<KvVerb>(*any_below(static_cast<int>(kv_verb_names.size())));
        command.wait = *any_of(alphabet.waits);
        if (command.verb == KvVerb::wait) return command;
        command.key = *any_of(alphabet.keys);
        command.value = *any_of(alphabet.values);
        command.expected = *any_of(alphabet.values);
        command.ttl = *any_of(alphabet.ttls);
        const bool may_lack_ttl = command.verb == KvVerb::set ||
                                  command.verb == KvVerb::set_if_absent ||
                                  command.verb == KvVerb::set_if_present;
        if (may_lack_ttl && *any_below(3) == 0) command.ttl.reset();
        return command;
    });
}

/// What a command came to. Two stores agree if all of it is equal, a time to live within a
/// tolerance.
struct KvOutcome {
    std::string text;                  ///< the value, "true", "false", "none" or the error's name
    std::optional<Duration> ttl_left;  ///< of a `ttl` command on a key that ends
};

inline std::ostream& operator<<(std::ostream& out, const KvOutcome& outcome) {
    out << outcome.text;
    if (outcome.ttl_left) out << " " << format_duration(*outcome.ttl_left);
    return out;
}

inline KvOutcome outcome_of(const Result<bool>& result) {
    if (!result) return {std::string(name_of(result.error().kind)), std::nullopt};
    return {*result ? "true" : "false", std::nullopt};
}

/// Runs one command (not `wait`) on a store.
inline KvOutcome run(const KvCommand& command, KeyValue& kv) {
    const auto& [verb, key, value, expected, ttl, wait] = command;
    static_cast<void>(wait);
    const Duration time = ttl.value_or(Duration{0});
    switch (verb) {
        case KvVerb::get: {
            const auto found = kv.get(key);
            if (!found) return {std::string(name_of(found.error().kind)), std::nullopt};
            return {*found ? "value " + **found : "none", std::nullopt};
        }
        case KvVerb::ttl: {
            const auto left = kv.ttl(key);
            if (!left) return {std::string(name_of(left.error().kind)), std::nullopt};
            if (!*left) return {"none", std::nullopt};
            if (**left == Duration::max()) return {"no expiry", std::nullopt};
            return {"left", **left};
        }
        case KvVerb::set:
            return outcome_of(kv.set(key, value, {SetWhen::always, ttl}));
        case KvVerb::set_if_absent:
            return outcome_of(kv.set(key, value, {SetWhen::if_absent, ttl}));
        case KvVerb::set_if_present:
            return outcome_of(kv.set(key, value, {SetWhen::if_present, ttl}));
        case KvVerb::del:
            return outcome_of(kv.del(key));
        case KvVerb::expire:
            return outcome_of(kv.expire(key, time));
        case KvVerb::compare_and_delete:
            return outcome_of(kv.compare_and_delete(key, expected));
        case KvVerb::compare_and_expire:
            return outcome_of(kv.compare_and_expire(key, expected, time));
        case KvVerb::compare_and_set:
            return outcome_of(kv.compare_and_set(key, expected, value, time));
        case KvVerb::wait:
            break;
    }
    return {"not a command", std::nullopt};
}

}  // namespace onceproof
