#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/command_line.hpp"
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
            "      {:>7} ms  {:<9}  {} key={}, answered at {} ms: {}\n",
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
    const Look look = look_of(kind.verdict(), style);
    const bool judges = !kind.guarantees.empty() || !kind.open.empty();
    const std::string_view word =
        judges ? probe::word_of(kind.verdict()) : (kind.findings.empty() ? "as the draft" : "");
    text += painted(
        style,
        look.colour,
        fmt::format("{} {}{}{}", look.sign, info.name, word.empty() ? "" : " ", word)
    );
    text += fmt::format("  {}\n", info.text);
    std::string counts = counted(kind.rounds, "round") + ", " + counted(kind.requests, "request");
    if (!kind.guarantees.empty()) {
        counts +=
            ", " +
            counted(static_cast<std::size_t>(std::max<std::int64_t>(0, kind.effects)), "effect");
    }
    add_lines(text, counts, 4, style);
    std::set<std::string> shown;
    for (const probe::GuaranteeReport& guarantee : kind.guarantees) {
        if (guarantee.verdict == Verdict::held) {
            continue;
        }
        const auto& name = guarantee::all[static_cast<std::size_t>(guarantee.id) - 1].name;
        const Look own = look_of(guarantee.verdict, style);
        std::string line =
            fmt::format("{} {} {}", own.sign, name, probe::word_of(guarantee.verdict));
        line += guarantee.rounds > 0
                    ? fmt::format(" in {} of {}", guarantee.rounds, counted(kind.rounds, "round"))
                    : "";
        add_lines(text, line + ": " + guarantee.text, 4, style);
        if (guarantee.story.has_value() && shown.insert(guarantee.story->key).second) {
            text += history_of(*guarantee.story);
            text +=
                "      again: " + repeat_command(options, kind.kind, at_once(*guarantee.story)) +
                "\n";
        }
    }
    if (kind.guarantees.empty() && !kind.open.empty()) {
        add_lines(text, kind.open, 4, style);
    }
    for (const auto& [finding, times] : kind.findings) {
        add_lines(
            text,
            fmt::format(
                "status {} {}, where {} has {} ({}); no guarantee is broken by it",
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
}

std::string shown_url(const std::string& url) {
    const auto address = probe::parse_address(url);
    return address ? address->shown : "***";
}

}  // namespace

std::string repeat_command(const ProbeOptions& options, probe::Kind kind, std::size_t requests) {
    const probe::Settings& settings = options.settings;
    std::vector<std::string> words{"probe", shown_url(settings.url)};
    const auto add = [&words](const char* flag, const std::string& value) {
        if (!value.empty()) {
            words.insert(words.end(), {flag, value});
        }
    };
    const auto hide = [](const std::string& value) {
        return value.empty() ? "" : "***";
    };
    add("--method", settings.method == "POST" ? "" : settings.method);
    add("--key-header", settings.key_header);
    add("--header-file", options.header_file);
    for (const std::string& header : settings.headers) {
        if (options.header_file.empty()) {
            add("--header", header.substr(0, header.find(':')) + ": ***");
        }
    }
    add("--body-file", options.body_file);
    add("--body", options.body_file.empty() ? hide(settings.body) : "");
    if (kind == probe::Kind::other_payload) {
        add("--other-body-file", options.other_body_file);
        add("--other-body", options.other_body_file.empty() ? hide(options.other_body) : "");
    }
    add("--count-url", settings.count_url.empty() ? "" : shown_url(settings.count_url));
    add("--count-command", hide(settings.count_command));
    add("--count-pointer", settings.count_pointer);
    add("--result-pointer", settings.result_pointer);
    add("--timeout", options.timeout == "10s" ? "" : options.timeout);
    add("--wait", options.wait == "2s" ? "" : options.wait);
    add("--scenario", std::string(probe::info_of(kind).name));
    if (kind == probe::Kind::duplicates) {
        add("--requests", fmt::format("{}", requests));
    }
    if (settings.quoted_key) {
        words.emplace_back("--quote-key");
    }
    if (settings.owned) {
        words.emplace_back("--i-own-this-service");
    }
    return essential_command(words);
}

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
