#include <CLI/CLI.hpp>
#include <random>

#include "cli/flags.hpp"
#include "cli/probe.hpp"

namespace onceproof::cli {
namespace {

void add_request(CLI::App& command, ProbeOptions& options) {
    probe::Settings& settings = options.settings;
    command.add_option("url", settings.url, "The service's URL for this request")->required();
    command.add_option("--method", settings.method, "POST")
        ->check(CLI::IsMember({"POST", "PUT", "PATCH", "DELETE"}));
    command.add_option(
        "--key-header", settings.key_header, "Header that holds the key (Idempotency-Key)"
    );
    command.add_flag(
        "--quote-key", settings.quoted_key, "Send the key in double quotes, as the IETF draft does"
    );
    command
        .add_option("--header", options.headers, "\"Name: value\" to send with each (repeatable)")
        ->allow_extra_args(false);
    command.add_option(
        "--header-file",
        options.header_file,
        "File with such lines: no other process sees what is in it"
    );
    command.add_option(
        "--ca-file", settings.ca_file, "PEM file of who vouches for an https service (the system's)"
    );
    CLI::Option* body = command.add_option(
        "--body", settings.body, "What to send; {fresh} is a new number for each logical request"
    );
    command.add_option("--body-file", options.body_file, "File with it")->excludes(body);
    CLI::Option* other = command.add_option(
        "--other-body", options.other_body, "A body of another meaning, for other-payload"
    );
    command.add_option("--other-body-file", options.other_body_file, "File with it")
        ->excludes(other);
}

void add_counting(CLI::App& command, ProbeOptions& options) {
    probe::Settings& settings = options.settings;
    CLI::Option* url = command.add_option(
        "--count-url",
        settings.count_url,
        "Where to GET how many effects there are: of the request, with {key} or {fresh} in it, or "
        "of all requests"
    );
    command
        .add_option(
            "--count-command",
            settings.count_command,
            "Shell command that prints it; ONCEPROOF_KEY and ONCEPROOF_FRESH are in its environment"
        )
        ->excludes(url);
    command.add_option(
        "--count-pointer", settings.count_pointer, "JSON pointer to the number (/total)"
    );
    command.add_option(
        "--result-pointer",
        settings.result_pointer,
        "JSON pointer to the result, where the rest of a reply may differ (/id)"
    );
}

void add_bounds(CLI::App& command, ProbeOptions& options) {
    probe::Settings& settings = options.settings;
    std::vector<std::string> names;
    names.reserve(probe::kinds.size());
    for (const probe::KindInfo& info : probe::kinds) {
        names.emplace_back(info.name);
    }
    command
        .add_option("--scenario", options.scenarios, "Only this one (repeatable, or with commas)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember(names));
    command.add_option("--requests", settings.requests, "Duplicates at once (8)")
        ->check(CLI::Range(std::size_t{2}, probe::requests_max));
    command.add_option("--rounds", settings.rounds, "Rounds of each scenario (5)")
        ->check(CLI::Range(std::size_t{1}, probe::rounds_max));
    command.add_option("--timeout", options.timeout, "Of each request (10s)");
    command.add_option(
        "--wait", options.wait, "Before a late retry, and for all retries of a request (2s)"
    );
    command.add_option("--seed", settings.seed, "Of keys and fresh values (a new one)");
    command.add_flag(
        "--i-own-this-service",
        settings.owned,
        "Also probe what is not on this machine: every probe makes effects there"
    );
}

}  // namespace

void add_probe(CLI::App& app, ProbeOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "probe", "Send duplicates, retries and reused keys to an HTTP service of your own"
    );
    options.settings.seed = std::random_device{}();
    add_request(*command, options);
    add_counting(*command, options);
    add_bounds(*command, options);
    command->add_flag(
        "--strict-status", options.strict_status, "Exit 1 also for a status code only"
    );
    command->add_flag("--json", options.json, "One JSON document on standard output");
    add_text_flags(*command, options.text);
    command->callback([&] { code = probe_service(options); });
}

}  // namespace onceproof::cli
