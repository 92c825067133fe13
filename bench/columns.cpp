#include "bench/columns.hpp"

#include <array>

#include <fmt/format.h>

namespace onceproof::bench {
namespace {

/// "5", "5.2", "5.25"
std::string short_number(double number) {
    std::string text = fmt::format("{:.2f}", number);
    text.erase(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

/// A latency; the four of a row whose queue grew without end read "offered above capacity" in its
/// place.
std::string latency(const Row& row, double nanoseconds, std::string_view word) {
    return row.above_capacity ? std::string(word) : fmt::format("{:.2f}", nanoseconds / 1e6);
}

constexpr std::array<Column, 10> table{{
    {"requests/s",
     10,
     [](const Row& row) { return grouped(row.per_second); },
     "finished requests per second"},
    {"of raw",
     7,
     [](const Row& row) {
         return row.of_raw_insert > 0 ? fmt::format("{:.0f} %", 100 * row.of_raw_insert) : "";
     },
     "requests/s as a share of raw-insert's on the same database with as many threads"},
    {"p50 ms",
     8,
     [](const Row& row) { return latency(row, row.p50_ns, "offered"); },
     "latency that half of the requests stay within"},
    {"p90", 8, [](const Row& row) { return latency(row, row.p90_ns, "above"); }, "90 of 100"},
    {"p99", 8, [](const Row& row) { return latency(row, row.p99_ns, "capacity"); }, "99 of 100"},
    {"p99.9", 8, [](const Row& row) { return latency(row, row.p999_ns, ""); }, "999 of 1,000"},
    {"busy",
     5,
     [](const Row& row) {
         return row.put_off > 0 ? fmt::format("{:.1f}", 100 * row.put_off) : std::string();
     },
     "percentage of the calls that were told to come again, since the same key was just being "
     "handled"},
    {"trips",
     6,
     [](const Row& row) { return short_number(row.round_trips); },
     "round trips per request, to all servers"},
    {"cpu s",
     6,
     [](const Row& row) {
         return row.cpu_seconds < 0 ? "-" : fmt::format("{:.3f}", row.cpu_seconds);
     },
     "processor seconds of all servers per 1,000 requests (counted in hundredths)"},
    {"bytes",
     6,
     [](const Row& row) { return row.bytes_per_key < 0 ? "-" : grouped(row.bytes_per_key); },
     "stored per key by the guarding: tables of the strategy's own with their indexes, and keys in "
     "Redis; the effect's row is not counted"},
}};

}  // namespace

std::span<const Column> columns() {
    return table;
}

std::string words_of(const Row& row) {
    if (!row.not_measured.empty()) {
        return "not measured: " + row.not_measured;
    }
    return row.problem;
}

std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", number);
    for (std::size_t place = digits.size(); place > 3; place -= 3) {
        digits.insert(place - 3, ",");
    }
    return digits;
}

}  // namespace onceproof::bench
