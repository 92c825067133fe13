#include "cli/chaos_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "reports/grid.hpp"

namespace onceproof::cli {
namespace {

using harness::ChaosResult;
using harness::GuaranteeCount;
using reports::Colour;
using reports::Verdict;

constexpr std::size_t history_max = 60;  // lines

std::string durations_text(const std::vector<Duration>& durations) {
    std::vector<std::string> texts;
    texts.reserve(durations.size());
    for (const Duration duration : durations) {
        texts.push_back("+" + format_duration(duration));
    }
    return join(texts, ", ");
}

void add_lines(std::string& text, const std::string& paragraph, std::size_t width) {
    const std::size_t room = width > 2 ? width - 2 : width;
    bool first = true;
    for (const std::string& line : reports::wrapped(paragraph, room)) {
        text += (first ? "  " : "    ") + line + "\n";
        first = false;
    }
}

std::string counts_text(const ChaosResult& result) {
    std::string text = fmt::format(
        "{:.1f} s, {} at once: {}, {}, {}",
        result.seconds,
        counted(result.desks, "logical request"),
        counted(result.requests, "request"),
        counted(result.attempts, "attempt"),
        counted(result.effects, "effect")
    );
    text += result.ledger == result.effects ? " (the ledger says the same)"
                                            : fmt::format(" (THE LEDGER SAYS {})", result.ledger);
    return text;
}

std::string faults_text(const ChaosResult& result) {
    std::size_t sum = 0;
    std::vector<std::string> kinds;
    for (const auto& [kind, count] : result.faults) {
        sum += count;
        if (count > 0) {
            kinds.push_back(fmt::format("{} {}", count, kind));
        }
    }
    std::string text = counted(sum, "fault");
    text += kinds.empty() ? "" : ": " + join(kinds, ", ");
    if (!result.left_out.empty()) {
        text += "; left out: " + join(result.left_out, ", ");
    }
    return text;
}

std::string retries_text(const ChaosResult& result) {
    std::string text = "quiet retries of " + counted(result.retried, "request") + " after " +
                       durations_text(result.horizons);
    if (!result.horizons_left_out.empty()) {
        text += "; not waited for " + durations_text(result.horizons_left_out);
    }
    return text;
}

/// The example's own story and the servers' faults in its time, in their order.
std::string history_of(const GuaranteeCount& count, const ChaosResult& result) {
    std::vector<harness::ChaosEvent> events = count.example->events;
    for (const harness::ServerEvent& event : result.events) {
        if (event.end >= count.example->begin && event.begin <= count.example->end) {
            events.push_back({event.begin, "FAULT " + event.text});
        }
    }
    std::ranges::stable_sort(events, {}, &harness::ChaosEvent::at);
    std::string text;
    const std::size_t shown = std::min(events.size(), history_max);
    for (std::size_t line = 0; line < shown; ++line) {
        const double ms =
            std::chrono::duration<double, std::milli>(events[line].at - count.example->begin)
                .count();
        text += fmt::format("    {:>9.1f} ms  {}\n", ms, events[line].text);
    }
    if (shown < events.size()) {
        text += fmt::format("    … {} more\n", events.size() - shown);
    }
    return text;
}

std::string head_of(
    const reports::GuaranteeResult& verdict, const GuaranteeCount* count, const ChaosResult& result
) {
    std::string head = verdict.guarantee + " " + std::string(word_of(verdict.verdict));
    if (verdict.verdict != Verdict::violated || count == nullptr) {
        return head + (verdict.text.empty() ? "" : " (" + verdict.text + ")");
    }
    head += verdict.expected ? ", as expected" : ", NOT expected";
    head += fmt::format(": {} of {}", count->within, counted(result.requests, "request"));
    if (count->beyond > 0) {
        head += fmt::format(
            ", and {} beyond the scenario's bound ({} at most, and this machine in time)",
            count->beyond,
            counted(result.budget, "fault")
        );
    }
    return head;
}

std::string guarantee_text(
    const reports::GuaranteeResult& verdict,
    const ChaosResult& result,
    const reports::TextStyle& style,
    bool histories
) {
    const auto found = std::ranges::find_if(result.guarantees, [&](const GuaranteeCount& count) {
        return guarantee::all[static_cast<std::size_t>(count.guarantee) - 1].name ==
               verdict.guarantee;
    });
    const GuaranteeCount* const count = found == result.guarantees.end() ? nullptr : &*found;
    const bool broken = verdict.verdict == Verdict::violated;
    const char* sign = "?";
    auto colour = Colour::yellow;
    if (broken) {
        sign = style.ascii ? "X" : "✖";
        colour = verdict.expected ? Colour::yellow : Colour::red;
    } else if (verdict.verdict == Verdict::held) {
        sign = style.ascii ? "+" : "✔";
        colour = Colour::green;
    } else if (verdict.verdict == Verdict::not_applicable) {
        sign = "-";
        colour = Colour::dim;
    }
    std::string text;
    add_lines(text, std::string(sign) + " " + head_of(verdict, count, result), style.width);
    text = painted(style, colour, text.substr(0, text.size() - 1)) + "\n";
    if (broken && count != nullptr) {
        add_lines(text, "  " + count->text, style.width);
        if (!verdict.expected) {
            add_lines(text, "  expected: " + verdict.expectation, style.width);
        }
        if (histories && count->example.has_value()) {
            text += history_of(*count, result);
        }
    }
    return text;
}

}  // namespace

std::string chaos_text(
    const reports::CellResult& record,
    const ChaosResult& result,
    const reports::TextStyle& style,
    bool histories
) {
    std::string text = painted(style, Colour::bold, cell_name(record)) + "\n";
    if (!result.not_run.empty()) {
        add_lines(text, "- " + result.not_run, style.width);
        return text;
    }
    std::string place = join(result.servers, ", ");
    if (result.factor > 1) {
        place += fmt::format("; all durations 1/{} of the scenario's", result.factor);
    }
    add_lines(text, place, style.width);
    add_lines(text, counts_text(result), style.width);
    add_lines(text, faults_text(result), style.width);
    if (!result.horizons.empty()) {
        add_lines(text, retries_text(result), style.width);
    }
    if (result.beyond > 0) {
        add_lines(
            text,
            fmt::format(
                "{} met more than the scenario allows ({}, in its times)",
                counted(result.beyond, "request"),
                fault_bound(result.budget)
            ),
            style.width
        );
    }
    if (!result.trouble.empty()) {
        add_lines(text, painted(style, Colour::red, "stopped: " + result.trouble), style.width);
    }
    for (const reports::GuaranteeResult& verdict : record.guarantees) {
        text += guarantee_text(verdict, result, style, histories);
    }
    return text;
}

}  // namespace onceproof::cli
