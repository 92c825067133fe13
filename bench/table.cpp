#include "bench/table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/columns.hpp"
#include "bench/subject.hpp"
#include "model/base/text.hpp"

namespace onceproof::bench {
namespace {

using reports::Colour;
using reports::TextStyle;

constexpr std::size_t load_width = 17;
constexpr std::size_t width_max = 100;

std::string in_lines(const std::string& text, const TextStyle& style) {
    std::string lines;
    for (const std::string& line : reports::wrapped(text, std::min(style.width, width_max))) {
        lines += line + "\n";
    }
    return lines;
}

std::string title_line() {
    std::string line(load_width, ' ');
    for (const Column& column : columns()) {
        line += fmt::format(" {:>{}}", column.title, column.width);
    }
    return line;
}

std::string line_of(const Row& row, const TextStyle& style) {
    std::string line = fmt::format("    {:<{}}", text_of(row.load), load_width - 4);
    if (const std::string words = words_of(row); !words.empty()) {
        const Colour colour = !row.not_measured.empty() ? Colour::dim
                              : row.broke               ? Colour::red
                                                        : Colour::yellow;
        return line + " " + reports::painted(style, colour, words);
    }
    for (const Column& column : columns()) {
        line += fmt::format(" {:>{}}", column.text(row), column.width);
    }
    return line;
}

std::string length_text(const Parameters& parameters) {
    return parameters.requests > 0
               ? fmt::format("{} requests per run", parameters.requests)
               : fmt::format("each run at least {}", format_duration(parameters.min_time));
}

/// Where the raw insert's second measurement differs from its first.
std::string unsteady_groups(const Outcome& outcome) {
    std::vector<std::string> groups;
    for (const Row& row : outcome.rows) {
        const bool steady = row.of_raw_insert > 0.8 && row.of_raw_insert < 1.25;
        if (row.subject == raw_insert_again_name && row.of_raw_insert > 0 && !steady) {
            groups.push_back(group_of(row));
        }
    }
    return join(groups, "; ");
}

std::string effect_text(Effect effect) {
    switch (effect) {
        case Effect::in_transaction:
            return "a row of the service's own database (in-transaction)";
        case Effect::external:
            return "a call of a gateway in this process, not idempotent, no work time (external)";
        case Effect::external_idempotent:
            break;
    }
    return "a call of a gateway in this process, idempotent, no work time (external-idempotent)";
}

bool offers_rates(const Outcome& outcome) {
    return std::ranges::any_of(outcome.rows, [](const Row& row) { return row.load.rate > 0; });
}

}  // namespace

std::vector<std::string> heading(
    const Outcome& outcome, const Options& options, std::size_t cores
) {
    std::vector<std::string> servers;
    servers.reserve(outcome.facts.size());
    for (const ServerFacts& facts : outcome.facts) {
        servers.push_back(text_of(facts));
    }
    const std::string storage =
        outcome.storage.empty() ? "" : "; data of our own servers on " + outcome.storage;
    return {
        fmt::format(
            "{}{}; {}, shared by servers and callers; {}.",
            join(servers, "; "),
            storage,
            counted(cores, "core"),
            length_text(options.parameters)
        ),
        "The effect is " + effect_text(options.effect) + ".",
        "Absolute figures depend on this machine and its disk; what carries over are the ratios "
        "within one run of this command."};
}

std::vector<std::string> notes(const Outcome& outcome) {
    std::vector<std::string> notes;
    if (const std::string groups = unsteady_groups(outcome); !groups.empty()) {
        notes.push_back(
            "NOT STEADY at " + groups +
            ": raw-insert itself ran at another rate at the end of the group, so the group's "
            "shares say little. Something else used this machine, or its disk is uneven; servers "
            "of our own keep their data in TMPDIR, and TMPDIR=/dev/shm is memory."
        );
    }
    notes.emplace_back(
        "Lines: the percentage of calls that repeat a request which is done (hot: all repeat the "
        "same one); the other calls have fresh keys. Strategies with a broker: one request is one "
        "message, from its publication (by the outbox's relay, where there is one) to the "
        "consumer's acknowledgement. Strategies that give out keys: the key is asked for first."
    );
    if (offers_rates(outcome)) {
        notes.emplace_back(
            "Lines with a rate: so many requests per second were offered, whether or not the "
            "earlier ones were done, and latency counts from the moment a request was due. Where "
            "the queue grew without end it says \"offered above capacity\" in place of a latency."
        );
    }
    std::string meanings;
    for (const Column& column : columns()) {
        meanings +=
            fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", column.title, column.meaning);
    }
    notes.push_back("Columns: " + meanings + ".");
    notes.emplace_back(
        "After each run the effects were counted: a strategy that made more or less than one per "
        "key has no figures."
    );
    return notes;
}

std::string group_of(const Row& row) {
    return std::string(title_of(row.database)) + ", " + counted(row.threads, "thread");
}

std::string text_of(const Limit& limit) {
    if (!limit.problem.empty()) {
        return limit.problem;
    }
    return fmt::format(
        "{} {}/s, {} {}/s, ratio {:.2f}",
        limit.ours,
        grouped(limit.ours_per_second),
        limit.program,
        grouped(limit.program_per_second),
        limit.ratio
    );
}

std::string table(
    const Outcome& outcome, const Options& options, std::size_t cores, const TextStyle& style
) {
    std::string text;
    for (const std::string& paragraph : heading(outcome, options, cores)) {
        text += in_lines(paragraph, style);
    }
    text += "\n";
    for (const Limit& limit : outcome.limits) {
        text += counted(limit.clients, "client") + ": " + text_of(limit) + "\n";
    }
    text += (outcome.limits.empty() ? "" : "\n") +
            reports::painted(style, Colour::bold, title_line()) + "\n";
    std::string group;
    std::string subject;
    for (const Row& row : outcome.rows) {
        if (group != group_of(row)) {
            group = group_of(row);
            subject.clear();
            text += reports::painted(style, Colour::bold, group) + "\n";
        }
        if (subject != row.subject) {
            subject = row.subject;
            text += "  " + subject + "\n";
        }
        text += line_of(row, style) + "\n";
    }
    text += "\n";
    for (const std::string& paragraph : notes(outcome)) {
        text += in_lines(paragraph, style);
    }
    return text;
}

}  // namespace onceproof::bench
