#include "impls/strategy/options.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "model/base/ensure.hpp"
#include "model/base/text.hpp"

namespace onceproof::strategy {
namespace {

using namespace std::chrono_literals;

constexpr Duration retention_days = std::chrono::hours(24 * 30);

template <class T>
const T& value_of(const Options& options, std::string_view name) {
    const auto option = options.find(name);
    ENSURE(option != options.end());
    const T* value = std::get_if<T>(&option->second);
    ENSURE(value != nullptr);
    return *value;
}

/// `words` with `first` in front.
std::vector<std::string_view> led_by(std::string_view first, std::vector<std::string_view> words) {
    const auto place = std::ranges::find(words, first);
    ENSURE(place != words.end());
    std::rotate(words.begin(), place, std::next(place));
    return words;
}

}  // namespace

std::string article_a(std::string_view section) {
    return "\"Idempotency with a dedup table and a distributed lock\", article A, 2026-07-08, " +
           std::string(section);
}

std::string article_b(std::string_view section) {
    return "\"Idempotency schemes compared\", article B, 2026-07-23, " + std::string(section);
}

bool flag_of(const Options& options, std::string_view name) {
    return value_of<bool>(options, name);
}

Duration duration_of(const Options& options, std::string_view name) {
    return value_of<Duration>(options, name);
}

std::string_view word_of(const Options& options, std::string_view name) {
    return value_of<std::string>(options, name);
}

bool is_word(const Options& options, std::string_view name, std::string_view word) {
    return word_of(options, name) == word;
}

OptionInfo word_option(
    std::string_view name, std::vector<std::string_view> words, std::string_view help
) {
    std::string first(words.at(0));
    return {name, std::move(first), std::move(words), help};
}

OptionInfo time_option(std::string_view name, Duration value, std::string_view help) {
    return {name, value, {}, help};
}

OptionInfo switch_option(std::string_view name, std::string_view help) {
    return {name, false, {}, help};
}

OptionInfo isolation_option() {
    return word_option(
        "isolation",
        {"default", "read-committed", "repeatable-read", "serializable"},
        "isolation level of the transaction; default is the server's own"
    );
}

Isolation isolation_of(const Options& options) {
    const std::string_view word = word_of(options, "isolation");
    if (word == "serializable") {
        return Isolation::serializable;
    }
    if (word == "repeatable-read") {
        return Isolation::repeatable_read;
    }
    return word == "read-committed" ? Isolation::read_committed : Isolation::server_default;
}

OptionInfo failed_option(std::string_view first) {
    return word_option(
        "failed",
        led_by(first, {"keep", "delete", "delete-definite"}),
        "a failed claim: it stays, it goes, or it goes if surely nothing has happened"
    );
}

OnFailure on_failure_of(const Options& options) {
    const std::string_view word = word_of(options, "failed");
    if (word == "keep") {
        return OnFailure::keep;
    }
    return word == "delete" ? OnFailure::release : OnFailure::release_definite;
}

OptionInfo lease_option() {
    return time_option(
        "lease", 10s, "hardened, with an outside effect: how long a claim is its owner's"
    );
}

OptionInfo row_retention_option() {
    return time_option("retention", retention_days, "hardened: how long a row is kept");
}

std::vector<OptionInfo> joined(std::vector<OptionInfo> first, std::vector<OptionInfo> second) {
    first.insert(
        first.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end())
    );
    return first;
}

ClaimOptions claim_options(const Options& options, Effect effect, const GuardTable& table) {
    const bool has_retention = options.contains("retention");
    return {
        .effect = effect,
        .isolation = isolation_of(options),
        .sql = claim_sql(
            table,
            duration_of(options, "lease"),
            has_retention ? duration_of(options, "retention") : retention_days
        )};
}

bool never(const Options&) {
    return false;
}

bool renews(const Options& options) {
    return flag_of(options, "renew");
}

std::optional<Breach> times_are_positive(const Options& options, const Setting&) {
    // Named here, so that a breach's name outlives the options that it is about.
    constexpr std::array<std::string_view, 5> names{
        "ttl", "lease", "timeout", "retention", "cache"};
    for (const std::string_view name : names) {
        if (options.contains(name) && duration_of(options, name) < 1ms) {
            return Breach{
                name,
                std::string(name) + " must be at least 1ms, and is " +
                    format_duration(duration_of(options, name))};
        }
    }
    return std::nullopt;
}

std::optional<Breach> renewal_fits(const Options& options, const Setting&) {
    if (flag_of(options, "renew") && duration_of(options, "ttl") < 3ms) {
        return Breach{
            "ttl",
            "ttl must be at least 3ms where it is renewed at a third of it, and is " +
                format_duration(duration_of(options, "ttl"))};
    }
    return std::nullopt;
}

std::optional<Breach> retention_too_short(const Options& options, const Setting& setting) {
    if (duration_of(options, "retention") < setting.retry_window) {
        return Breach{
            "retention",
            "retention must cover the caller's retries, which take up to " +
                format_duration(setting.retry_window) + ", and is " +
                format_duration(duration_of(options, "retention"))};
    }
    return std::nullopt;
}

}  // namespace onceproof::strategy
