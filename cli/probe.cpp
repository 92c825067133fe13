#include "cli/probe.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/interrupt.hpp"
#include "harness/probe/pointed.hpp"
#include "impls/backend/host_addresses.hpp"
#include "model/base/text.hpp"

namespace onceproof::cli {
namespace {

using probe::Verdict;

/// Why a command ends before it has probed.
struct Refusal {
    ExitCode code = ExitCode::usage;
    std::string text{};
};

using Refused = std::optional<Refusal>;

Refused read_file(const std::string& file, std::string& content) {
    if (file.empty()) {
        return std::nullopt;
    }
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) {
        return Refusal{ExitCode::io, "cannot read " + file};
    }
    content = text.str();
    return std::nullopt;
}

Refused read_files(ProbeOptions& options) {
    probe::Settings& settings = options.settings;
    std::string headers;
    for (const auto& [file, content] :
         {std::pair{&options.header_file, &headers},
          std::pair{&options.body_file, &settings.body},
          std::pair{&options.other_body_file, &options.other_body}}) {
        if (Refused refused = read_file(*file, *content)) {
            return refused;
        }
    }
    settings.headers = probe::header_lines(headers);
    settings.headers.insert(settings.headers.end(), options.headers.begin(), options.headers.end());
    if (!options.other_body.empty() || !options.other_body_file.empty()) {
        settings.other_body = options.other_body;
    }
    return std::nullopt;
}

Refused read_words(ProbeOptions& options) {
    probe::Settings& settings = options.settings;
    for (const probe::KindInfo& info : probe::kinds) {
        if (options.scenarios.empty() ||
            std::ranges::find(options.scenarios, info.name) != options.scenarios.end()) {
            settings.kinds.push_back(info.kind);
        }
    }
    const bool wants_other =
        std::ranges::find(options.scenarios, "other-payload") != options.scenarios.end();
    if (wants_other && !settings.other_body.has_value()) {
        return Refusal{.text = "--scenario other-payload needs --other-body"};
    }
    if (settings.other_body == settings.body) {
        return Refusal{.text = "--other-body is the same as the body"};
    }
    const auto timeout = parse_duration(options.timeout);
    const auto wait = parse_duration(options.wait);
    constexpr probe::Milliseconds longest = std::chrono::hours(25);
    if (!timeout || !wait || *timeout < probe::Milliseconds(1) || *timeout > longest ||
        *wait > longest) {
        return Refusal{.text = "--timeout and --wait are durations of at most 25h (10s, 250ms)"};
    }
    settings.timeout = std::chrono::ceil<probe::Milliseconds>(*timeout);
    settings.wait = std::chrono::ceil<probe::Milliseconds>(*wait);
    for (const std::string& pointer : {settings.count_pointer, settings.result_pointer}) {
        if (!probe::is_json_pointer(pointer)) {
            return Refusal{.text = "not a JSON pointer (/total, /items/0/id): " + pointer};
        }
    }
    return std::nullopt;
}

Refused check(const probe::Settings& settings) {
    std::vector<std::string> headers = settings.headers;
    headers.push_back(settings.key_header + ": ");
    for (const std::string& header : headers) {
        std::string trouble = probe::trouble_of_header(header);
        if (!trouble.empty()) {
            return Refusal{.text = std::move(trouble)};
        }
    }
    if (settings.count_url.empty() && settings.count_command.empty()) {
        return Refusal{.text = "tell how to count effects: --count-url or --count-command"};
    }
    if (const std::size_t bound = probe::requests_bound(settings); bound > probe::probe_max) {
        return Refusal{
            .text = fmt::format(
                "that may be {} requests, and {} are the most", bound, probe::probe_max
            )};
    }
    return std::nullopt;
}

/// Resolves the URL's host once. A service that is not on this machine must be the user's own.
Refused route_to(const std::string& url, bool owned, probe::Route& route) {
    const auto address = probe::parse_address(url);
    if (!address.has_value()) {
        return Refusal{.text = "not an http or https URL with a host (nothing of it is shown)"};
    }
    const auto found = backend::addresses_of(address->host);
    if (found.empty()) {
        return Refusal{ExitCode::backend, address->shown + ": its host has no address"};
    }
    if (!owned && !backend::all_loopback(found)) {
        return Refusal{
            .text = address->shown +
                    " is not only on this machine: a probe makes effects and load. If the service "
                    "is yours to harm, say --i-own-this-service"};
    }
    // A name may stand for more addresses than the service listens on.
    const auto there = std::ranges::find_if(found, [&](const backend::HostAddress& each) {
        return found.size() == 1 || probe::listens({each.text, address->port});
    });
    route = {
        .address = there == found.end() ? found.front().text : there->text,
        .port = address->port,
    };
    return std::nullopt;
}

ExitCode code_of(const ProbeOptions& options, const probe::Report& report) {
    if (!report.trouble.empty()) {
        return report.unreachable ? ExitCode::backend : ExitCode::inconclusive;
    }
    bool violated = false;
    bool open = false;
    for (const probe::KindReport& kind : report.kinds) {
        violated = violated || kind.verdict() == Verdict::violated ||
                   (options.strict_status && !kind.findings.empty());
        open = open || kind.verdict() == Verdict::inconclusive;
    }
    if (violated) {
        return ExitCode::violated;
    }
    if (report.stopped) {
        return ExitCode::interrupted;
    }
    return open ? ExitCode::inconclusive : ExitCode::ok;
}

Refused prepare(ProbeOptions& options, probe::Routes& routes) {
    if (Refused refused = read_files(options)) {
        return refused;
    }
    if (Refused refused = read_words(options)) {
        return refused;
    }
    const probe::Settings& settings = options.settings;
    if (Refused refused = check(settings)) {
        return refused;
    }
    if (Refused refused = route_to(settings.url, settings.owned, routes.service)) {
        return refused;
    }
    return settings.count_url.empty() ? std::nullopt
                                      : route_to(settings.count_url, settings.owned, routes.count);
}

}  // namespace

std::string shown_url(const std::string& url) {
    const auto address = probe::parse_address(url);
    return address ? address->shown : "***";
}

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
    add("--ca-file", settings.ca_file);
    for (const std::string& header : options.headers) {
        add("--header", header.substr(0, header.find(':')) + ": ***");
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
    return essential_command(program_name(), words);
}

ExitCode probe_service(ProbeOptions& options) {
    probe::Routes routes;
    if (const Refused refused = prepare(options, routes)) {
        return refuse(refused->code, refused->text);
    }
    catch_interrupts();
    const probe::Report report = probe::probe(options.settings, routes, interrupted);
    const std::string text = options.json ? probe_json(options, report)
                                          : probe_text(options, report, style_of(options.text));
    std::fputs(text.c_str(), stdout);
    return code_of(options, report);
}

}  // namespace onceproof::cli
