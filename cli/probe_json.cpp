#include <algorithm>

#include "cli/probe.hpp"
#include "reports/json_writer.hpp"

namespace onceproof::cli {
namespace {

using probe::Part;
using reports::JsonWriter;

constexpr int format_version = 1;

std::string_view word_of(Part part) {
    switch (part) {
        case Part::first:
            return "first";
        case Part::retry:
            return "retry";
        case Part::other_payload:
            return "other-payload";
        case Part::between:
            return "between";
        default:
            return "keyless";
    }
}

void write_story(JsonWriter& json, const probe::Story& story) {
    json.begin_object();
    json.field("key", story.key);
    json.key("effects");
    if (story.effects.has_value()) {
        json.value(*story.effects);
    } else {
        json.null();
    }
    json.key("attempts");
    json.begin_array();
    for (const probe::Attempt& attempt : story.attempts) {
        json.begin_object();
        json.field("part", word_of(attempt.part));
        json.field("key", attempt.key);
        json.field("sent_ms", attempt.sent.count());
        json.field("ended_ms", attempt.ended.count());
        json.field("status", attempt.status);
        json.field("dropped", attempt.dropped);
        json.field("trouble", attempt.trouble);
        json.field("result", attempt.result);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

void write_guarantee(
    JsonWriter& json,
    const ProbeOptions& options,
    probe::Kind kind,
    const probe::GuaranteeReport& guarantee
) {
    json.begin_object();
    json.field("guarantee", guarantee::all[static_cast<std::size_t>(guarantee.id) - 1].name);
    json.field("verdict", probe::word_of(guarantee.verdict));
    json.field("text", guarantee.text);
    json.field("rounds", guarantee.rounds);
    if (guarantee.story.has_value()) {
        const auto count =
            std::ranges::count(guarantee.story->attempts, Part::first, &probe::Attempt::part);
        json.key("history");
        write_story(json, *guarantee.story);
        json.field(
            "again",
            repeat_command(options, kind, std::max<std::size_t>(2, static_cast<std::size_t>(count)))
        );
    }
    json.end_object();
}

void write_kind(JsonWriter& json, const ProbeOptions& options, const probe::KindReport& kind) {
    json.begin_object();
    json.field("scenario", probe::info_of(kind.kind).name);
    json.field("not_run", kind.not_run);
    json.field("verdict", kind.not_run.empty() ? probe::word_of(kind.verdict()) : "not run");
    json.field("open", kind.open);
    json.field("rounds", kind.rounds);
    json.field("requests", kind.requests);
    json.field("effects", kind.effects);
    json.key("guarantees");
    json.begin_array();
    for (const probe::GuaranteeReport& guarantee : kind.guarantees) {
        write_guarantee(json, options, kind.kind, guarantee);
    }
    json.end_array();
    json.key("status_findings");
    json.begin_array();
    for (const auto& [finding, times] : kind.findings) {
        json.begin_object();
        json.field("expected", finding.expected);
        json.field("got", finding.got);
        json.field("when", finding.when);
        json.field("times", times);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

}  // namespace

std::string probe_json(const ProbeOptions& options, const probe::Report& report) {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.field("format", format_version);
    json.field("url", shown_url(options.settings.url));
    json.field("seed", options.settings.seed);
    json.field("requests", report.requests);
    json.field("stopped", report.stopped);
    json.field("trouble", report.trouble);
    json.key("scenarios");
    json.begin_array();
    for (const probe::KindReport& kind : report.kinds) {
        write_kind(json, options, kind);
    }
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

}  // namespace onceproof::cli
