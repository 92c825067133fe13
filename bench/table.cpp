#include "bench/table.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "model/base/text.hpp"

namespace onceproof::bench {
namespace {

using reports::Colour;
using reports::TextStyle;

/// "12,345"
std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) {
        digits.insert(place - 3, ",");
    }
    return digits;
}

/// "5", "5.2", "5.25"
std::string short_number(double number) {
    std::string text = fmt::format("{:.2f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

std::string line_of(
    std::string_view subject, std::string_view stream, const std::array<std::string, 5>& figures
) {
    return fmt::format(
        "  {:<22} {:<10} {:>11} {:>14} {:>9} {:>9} {:>12}",
        subject,
        stream,
        figures[0],
        figures[1],
        figures[2],
        figures[3],
        figures[4]
    );
}

std::string line_of(const Row& row, const TextStyle& style) {
    // A subject's second line needs its name no more.
    const std::string_view subject =
        row.stream == Stream::first ? std::string_view(row.subject) : "";
    if (!row.problem.empty()) {
        const Colour colour = row.broke ? Colour::red : Colour::yellow;
        return fmt::format("  {:<22} {:<10} ", subject, name_of(row.stream)) +
               reports::painted(style, colour, row.problem);
    }
    const std::string share =
        row.of_raw_insert > 0 ? fmt::format("{} %", grouped(100 * row.of_raw_insert)) : "";
    return line_of(
        subject,
        name_of(row.stream),
        {grouped(row.per_second),
         share,
         fmt::format("{:.3f}", row.p50_ns / 1e6),
         fmt::format("{:.3f}", row.p99_ns / 1e6),
         short_number(row.round_trips)}
    );
}

std::string in_lines(const std::string& text, const TextStyle& style) {
    std::string lines;
    for (const std::string& line :
         reports::wrapped(text, std::min<std::size_t>(style.width, 100))) {
        lines += line + "\n";
    }
    return lines;
}

/// What the raw insert's second measurement says about the shares.
std::string drift(const Outcome& outcome, const TextStyle& style) {
    std::string groups;
    for (const Row& row : outcome.rows) {
        const bool steady = row.of_raw_insert > 0.8 && row.of_raw_insert < 1.25;
        if (row.subject == raw_insert_again_name && row.of_raw_insert > 0 && !steady) {
            groups += fmt::format("{}{}", groups.empty() ? "" : ", ", row.threads);
        }
    }
    if (groups.empty()) {
        return {};
    }
    return in_lines(
        "NOT STEADY at " + groups +
            " thread(s): raw-insert itself ran at another rate at the end of the group, so the "
            "group's shares say little. Something else used this machine, or its disk is uneven; "
            "servers of our own keep their data in TMPDIR, and TMPDIR=/dev/shm is memory.",
        style
    );
}

std::string length_text(const Parameters& parameters) {
    return parameters.requests > 0
               ? fmt::format("{} requests per run", parameters.requests)
               : fmt::format("each run at least {}", format_duration(parameters.min_time));
}

}  // namespace

std::string heading(
    const Outcome& outcome, const Options& options, std::size_t cores, const TextStyle& style
) {
    const ServerFacts& facts = outcome.facts;
    const bool durable = facts.fsync == "on" && facts.synchronous_commit != "off";
    const std::string effect =
        options.effect == Effect::in_transaction
            ? "a row of the service's own database (in-transaction)"
        : options.effect == Effect::external
            ? "a call of a gateway in this process, not idempotent, no work time (external)"
            : "a call of a gateway in this process, idempotent, no work time (external-idempotent)";
    const std::string text = fmt::format(
        "PostgreSQL {} (fsync {}, synchronous_commit {}: {}); Redis {} ({}); {} {}; {}.",
        facts.postgres_version,
        facts.fsync,
        facts.synchronous_commit,
        durable ? "commits are durable" : "commits are NOT durable",
        facts.redis_version,
        facts.append_only,
        cores,
        cores == 1 ? "core" : "cores",
        length_text(options.parameters)
    );
    return in_lines(text, style) + in_lines("The effect is " + effect + ".", style) +
           in_lines(
               "Absolute figures depend on this machine and its disk; what carries over are the "
               "ratios within one run of this command.",
               style
           );
}

std::string table(const Outcome& outcome, const TextStyle& style) {
    std::string text;
    std::size_t threads = 0;
    text +=
        reports::painted(
            style,
            Colour::bold,
            line_of("", "calls", {"requests/s", "of raw-insert", "p50 ms", "p99 ms", "round trips"})
        ) +
        "\n";
    for (const Row& row : outcome.rows) {
        if (row.threads != threads) {
            threads = row.threads;
            const std::string title =
                fmt::format("{} {}", threads, threads == 1 ? "thread" : "threads");
            text += reports::painted(style, Colour::bold, title) + "\n";
        }
        text += line_of(row, style) + "\n";
    }
    text += "\n" + drift(outcome, style);
    text += in_lines(
        "first: every call has a fresh key. duplicate: every call has a key that is done. "
        "of raw-insert: requests/s as a share of raw-insert's with as many threads. "
        "round trips: per request, to PostgreSQL and Redis. After each run the effects were "
        "counted: a strategy that made more or less than one per key has no figures.",
        style
    );
    return text;
}

}  // namespace onceproof::bench
