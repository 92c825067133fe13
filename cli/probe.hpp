#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/terminal.hpp"
#include "harness/probe/prober.hpp"
#include "reports/style.hpp"

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}  // namespace CLI

namespace onceproof::cli {

/// `onceproof probe URL`: sends what clients and networks do to a user's own service.
struct ProbeOptions {
    probe::Settings settings{};
    std::vector<std::string> headers{};  ///< "Name: value"; besides those of `header_file`
    std::string header_file{};
    std::string body_file{};
    std::string other_body{};
    std::string other_body_file{};
    std::vector<std::string> scenarios{};  ///< names; empty: all
    std::string timeout = "10s";
    std::string wait = "2s";
    bool strict_status = false;  ///< a status finding is a failure
    bool json = false;
    TextFlags text{};
};
ExitCode probe_service(ProbeOptions& options);

/// Adds the command with all its flags; it sets `options` and, when run, `code`.
void add_probe(CLI::App& app, ProbeOptions& options, ExitCode& code);

/// The URL with `***` in place of what may be secret.
std::string shown_url(const std::string& url);

/// The command that does one scenario again, with so many requests at once. `***` stands for what
/// may be secret.
std::string repeat_command(const ProbeOptions& options, probe::Kind kind, std::size_t requests);

/// The verdicts for people. Holds no body and no credential.
std::string probe_text(
    const ProbeOptions& options, const probe::Report& report, const reports::TextStyle& style
);

/// The same as one JSON document.
std::string probe_json(const ProbeOptions& options, const probe::Report& report);

}  // namespace onceproof::cli
