#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/probe.hpp"
#include "model/base/text.hpp"

namespace onceproof::cli {
namespace {

using probe::Part;
using probe::Verdict;
using reports::Colour;
using reports::TextStyle;

constexpr const char* draft = "draft-ietf-httpapi-idempotency-key-header-07, section 2.7";

/// What a verdict looks like.
struct Look {
    const char* sign;
    Colour colour;
};

Look look_of(Verdict verdict, const TextStyle& style) {
    switch (verdict) {
        case Verdict::held:
            return {style.ascii ? "+" : "✔", Colour::green};
        case Verdict::violated:
            return {style.ascii ? "X" : "✖", Colour::red};
        default:
            return {"?", Colour::yellow};
    }
}

/// Wrapped, with `indent` blanks in front of the first line and two more in front of the others.
void add_lines(
    std::string& text, const std::string& paragraph, std::size_t indent, const TextStyle& style
) {
    const std::size_t room = style.width > indent + 2 ? style.width - indent - 2 : style.width;
    std::size_t blanks = indent;
    for (const std::string& line : reports::wrapped(paragraph, room)) {
        text += std::string(blanks, ' ') + line + "\n";
        blanks = indent + 2;
    }
}

std::string_view word_of(Part part) {
    switch (part) {
        case Part::first:
            return "request";
        case Part::retry:
            return "retry";
        case Part::other_payload:
            return "other payload";
        case Part::between:
            return "another request";
        default:
            return "request";
    }
}

std::string end_of(const probe::Attempt& attempt) {
    if (attempt.dropped) {
        return "its reply was dropped";
    }
    if (attempt.status == 0) {
        return attempt.trouble;
    }
    if (!probe::is_success(attempt.status) || attempt.part == Part::keyless) {
        return fmt::format("{}", attempt.status);
    }
    return attempt.result == 0 ? fmt::format("{} without a result", attempt.status)
                               : fmt::format("{} with result {}", attempt.status, attempt.result);
}

std::string history_of(const probe::Story& story) {
    std::string text;
    std::size_t number = 0;
    for (const probe::Attempt& attempt : story.attempts) {
        const bool is_other = attempt.part == Part::between;
        number += is_other ? 0 : 1;
        text += fmt::format(
            "      {:>7} ms  {:<9}  {} key={}; {} ms: {}\n",
            attempt.sent.count(),
            is_other ? "-" : fmt::format("attempt {}", number),
            word_of(attempt.part),
            attempt.key.empty() ? "(none)" : attempt.key,
            attempt.ended.count(),
            end_of(attempt)
        );
    }
    return text + (story.effects ? fmt::format("      effects of the key: {}\n", *story.effects)
                                 : "      effects of the key: not counted\n");
}

std::size_t at_once(const probe::Story& story) {
    const auto count = std::ranges::count(story.attempts, Part::first, &probe::Attempt::part);
    return std::max<std::size_t>(2, static_cast<std::size_t>(count));
}

std::string_view name_of(guarantee::Id id) {
    return guarantee::all[static_cast<std::size_t>(id) - 1].name;
}

/// "5 rounds, 45 requests, 5 effects; held: single_effect, …"
std::string counts_of(const probe::KindReport& kind) {
    std::string text = counted(kind.rounds, "round") + ", " + counted(kind.requests, "request");
    if (kind.guarantees.empty()) {
        return text;
    }
    std::vector<std::string> held;
    for (const probe::GuaranteeReport& guarantee : kind.guarantees) {
        if (guarantee.verdict == Verdict::held) {
            held.emplace_back(name_of(guarantee.id));
        }
    }
    const auto effects = static_cast<std::size_t>(std::max<std::int64_t>(0, kind.effects));
    text += ", " + counted(effects, "effect");
    return held.empty() ? text : text + "; held: " + join(held, ", ");
}

void add_guarantee(
    std::string& text,
    const probe::GuaranteeReport& guarantee,
    const probe::KindReport& kind,
    const TextStyle& style
) {
    std::string line = fmt::format(
        "{} {} {}",
        look_of(guarantee.verdict, style).sign,
        name_of(guarantee.id),
        probe::word_of(guarantee.verdict)
    );
    if (guarantee.rounds > 0) {
        line += fmt::format(" in {} of {}", guarantee.rounds, counted(kind.rounds, "round"));
    }
    add_lines(text, line + ": " + guarantee.text, 4, style);
}

void add_finding(
    std::string& text, const probe::CountedFinding& counted_finding, const TextStyle& style
) {
    const auto& [finding, times] = counted_finding;
    add_lines(
        text,
        fmt::format(
            "! status {} {}, where {} has {} ({}); no guarantee is broken by it",
            finding.got,
            finding.when,
            draft,
            finding.expected,
            counted(times, "time")
        ),
        4,
        style
    );
}

/// "held"; of a kind that only looks at status codes, whether they are the draft's.
std::string_view verdict_of(const probe::KindReport& kind) {
    if (!kind.guarantees.empty() || !kind.open.empty()) {
        return probe::word_of(kind.verdict());
    }
    return kind.findings.empty() ? "as the draft says" : "not as the draft says";
}

void add_kind(
    std::string& text,
    const ProbeOptions& options,
    const probe::KindReport& kind,
    const TextStyle& style
) {
    const probe::KindInfo& info = probe::info_of(kind.kind);
    if (!kind.not_run.empty()) {
        text += fmt::format("- {}: not run, {}\n", info.name, kind.not_run);
        return;
    }
    Look look = look_of(kind.verdict(), style);
    if (kind.verdict() == Verdict::held && !kind.findings.empty()) {
        look = {"!", Colour::yellow};
    }
    text += painted(
        style, look.colour, fmt::format("{} {}: {}", look.sign, info.name, verdict_of(kind))
    );
    text += fmt::format("  ({})\n", info.text);
    add_lines(text, counts_of(kind), 4, style);
    std::set<std::string> shown;
    for (const probe::GuaranteeReport& guarantee : kind.guarantees) {
        if (guarantee.verdict == Verdict::held) {
            continue;
        }
        add_guarantee(text, guarantee, kind, style);
        if (guarantee.story.has_value() && shown.insert(guarantee.story->key).second) {
            text += history_of(*guarantee.story) + "      again: " +
                    repeat_command(options, kind.kind, at_once(*guarantee.story)) + "\n";
        }
    }
    if (kind.guarantees.empty() && !kind.open.empty()) {
        add_lines(text, kind.open, 4, style);
    }
    for (const probe::CountedFinding& finding : kind.findings) {
        add_finding(text, finding, style);
    }
}

}  // namespace

std::string probe_text(
    const ProbeOptions& options, const probe::Report& report, const TextStyle& style
) {
    const probe::Settings& settings = options.settings;
    std::string text = painted(
        style, Colour::bold, fmt::format("{} {}", settings.method, shown_url(settings.url))
    );
    text += fmt::format("\n  keys in {}, seed {}\n", settings.key_header, settings.seed);
    if (!report.trouble.empty()) {
        add_lines(text, "? nothing was probed: " + report.trouble, 0, style);
        return text;
    }
    for (const probe::KindReport& kind : report.kinds) {
        add_kind(text, options, kind, style);
    }
    if (text.find("***") != std::string::npos) {
        add_lines(
            text,
            "*** stands for what is not shown: bodies, header values, user info, query strings, "
            "commands. --header-file and --body-file can be repeated as they stand.",
            0,
            style
        );
    }
    return text + (report.stopped ? "stopped by the user; what was not run says nothing\n" : "");
}

}  // namespace onceproof::cli
