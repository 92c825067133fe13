#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "bench/database.hpp"
#include "bench/mariadb_place.hpp"
#include "bench/postgres_place.hpp"
#include "bench/redis_place.hpp"
#include "bench/server_options.hpp"
#include "cli/commands.hpp"
#include "cli/self_test.hpp"
#include "cli/shard_flag.hpp"
#include "cli/version.hpp"
#include "impls/backend/server_install.hpp"
#include "impls/backend/system_env.hpp"

namespace onceproof::cli {
namespace {

using reports::Colour;

/// One line of the findings.
struct Finding {
    enum class State : std::uint8_t {
        ok,
        missing,
        failed
    };
    State state = State::ok;
    std::string what;
    std::string text;
    std::string hint{};
};

/// A server's program that `run --on real`, `bench` and the tests start.
struct Program {
    std::string what;
    std::string file;
    std::string least;    ///< the oldest version that it works with
    std::string package;  ///< Debian's
    std::string version{};
};

/// The first "15.14" in a text.
std::string version_in(const std::string& text) {
    for (std::size_t at = text.find_first_of("0123456789"); at != std::string::npos;
         at = text.find_first_of("0123456789", at)) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789.", at), text.size());
        std::string number = text.substr(at, end - at);
        if (number.find('.') != std::string::npos) {
            return number;
        }
        at = end;
    }
    return {};
}

std::string told_version(const std::string& file) {
    FILE* const output = popen(("'" + file + "' --version 2>/dev/null").c_str(), "r");
    if (output == nullptr) {
        return {};
    }
    std::array<char, 512> line{};
    const bool told = std::fgets(line.data(), static_cast<int>(line.size()), output) != nullptr;
    pclose(output);
    return told ? version_in(line.data()) : "";
}

/// RabbitMQ tells its version only by starting a machine of its own; its folder is called after it.
std::string rabbitmq_version() {
    std::string version;
    std::error_code missing;
    for (const auto& entry :
         std::filesystem::directory_iterator("/usr/lib/rabbitmq/lib", missing)) {
        version = std::max(version, version_in(entry.path().filename().string()));
    }
    return version;
}

Finding finding_of(const Program& program) {
    const std::string hint = "apt-get install " + program.package;
    if (access(program.file.c_str(), X_OK) != 0) {
        return {Finding::State::missing, program.what, "no program found to start", hint};
    }
    const std::string version =
        program.version.empty() ? told_version(program.file) : program.version;
    if (version.empty() || bench::is_older(version, program.least)) {
        return {
            Finding::State::missing,
            program.what,
            (version.empty() ? "of unknown version" : version) + ": " + program.least +
                " is the oldest that is known to do (" + program.file + ")",
            hint};
    }
    return {Finding::State::ok, program.what, version + ", can be started: " + program.file};
}

std::vector<Program> programs() {
    return {
        {"PostgreSQL",
         backend::find_postgres_folder() + "/postgres",
         std::string(bench::postgres_least),
         "postgresql"},
        {"Redis", backend::find_in_path("redis-server"), "7.0", "redis-server"},
        {"MariaDB", backend::find_mariadb(), std::string(bench::mariadb_least), "mariadb-server"},
        {"RabbitMQ", backend::find_rabbitmq(), "3.10", "rabbitmq-server", rabbitmq_version()}};
}

/// A server that the user has named, reached as `bench` does.
Finding reached(const char* variable, const bench::ServerFacts* facts, const std::string& trouble) {
    if (facts == nullptr) {
        return {Finding::State::failed, variable, trouble};
    }
    return {Finding::State::ok, variable, "reached: " + facts->title + " " + facts->version};
}

Finding database_finding(
    const char* variable,
    const std::unique_ptr<bench::DatabaseServer>& server,
    const std::string& trouble
) {
    return reached(variable, server == nullptr ? nullptr : &server->facts(), trouble);
}

std::vector<Finding> addresses() {
    backend::RandomIds ids;
    const std::string name = "onceproof_doctor_" + ids.uuid().substr(0, 8);
    const auto value_of = [](const char* variable) {
        const char* const value = std::getenv(variable);
        return std::string(value == nullptr ? "" : value);
    };
    const bench::ServerOptions options{
        .postgres_url = value_of("ONCEPROOF_POSTGRES_URL"),
        .mariadb_url = value_of("ONCEPROOF_MARIADB_URL"),
        .redis_url = value_of("ONCEPROOF_REDIS_URL")};
    std::vector<Finding> findings;
    std::string trouble;
    if (!options.postgres_url.empty()) {
        const auto server = bench::open_postgres(options, name, trouble);
        findings.push_back(database_finding("ONCEPROOF_POSTGRES_URL", server, trouble));
    }
    if (!options.mariadb_url.empty()) {
        const auto server = bench::open_mariadb(options, name, trouble);
        findings.push_back(database_finding("ONCEPROOF_MARIADB_URL", server, trouble));
    }
    if (!options.redis_url.empty()) {
        const auto server = bench::RedisPlace::open(options, name, trouble);
        const bench::ServerFacts* const facts = server == nullptr ? nullptr : &server->facts();
        findings.push_back(reached("ONCEPROOF_REDIS_URL", facts, trouble));
    }
    return findings;
}

Finding clock_finding() {
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    file >> source;
    const auto first = std::chrono::steady_clock::now();
    auto second = first;
    while (second == first) {
        second = std::chrono::steady_clock::now();
    }
    return {
        Finding::State::ok,
        "clock",
        fmt::format(
            "{}, steady, moves by {} ns",
            source.empty() ? "source not told" : source,
            std::chrono::nanoseconds(second - first).count()
        )};
}

Finding cores_finding() {
    const unsigned cores = std::thread::hardware_concurrency();
    return {
        Finding::State::ok,
        "cores",
        cores > 0 ? fmt::format("{} threads at once", cores) : "number not told"};
}

Finding shard_finding() {
    const auto choice = detected_shard();
    if (!choice.has_value()) return {Finding::State::ok, "shard", "no scheduler's job"};
    if (!choice->trouble.empty()) return {Finding::State::failed, "shard", choice->trouble};
    return {
        Finding::State::ok,
        "shard",
        fmt::format("{}/{} ({})", choice->number.index, choice->number.count, choice->found)};
}

Finding self_test_finding() {
    const SelfTest test = self_test();
    return {
        test.same ? Finding::State::ok : Finding::State::failed,
        "self-test",
        test.text,
        test.same ? "" : "the code under test is not deterministic here"};
}

void show(const Finding& finding, const reports::TextStyle& style) {
    const bool ok = finding.state == Finding::State::ok;
    const bool failed = finding.state == Finding::State::failed;
    const std::string word = ok ? "ok" : failed ? "FAILED" : "missing";
    const Colour colour = ok ? Colour::green : failed ? Colour::red : Colour::yellow;
    std::fputs(
        fmt::format(
            "{}  {:<24}{}\n",
            painted(style, colour, fmt::format("{:<8}", word)),
            finding.what,
            finding.text
        )
            .c_str(),
        stdout
    );
    if (!finding.hint.empty()) {
        std::fputs(fmt::format("{:<10}{:<24}{}\n", "", "", finding.hint).c_str(), stdout);
    }
    std::fflush(stdout);
}

}  // namespace

ExitCode doctor(const DoctorOptions& options) {
    const reports::TextStyle style = style_of(options.text);
    std::fputs(fmt::format("onceproof {} ({})\n", version, commit).c_str(), stdout);
    auto code = ExitCode::ok;
    for (const Program& program : programs()) {
        show(finding_of(program), style);
    }
    for (const Finding& finding : addresses()) {
        show(finding, style);
        code = finding.state == Finding::State::failed ? ExitCode::backend : code;
    }
    show(clock_finding(), style);
    show(cores_finding(), style);
    show(shard_finding(), style);
    const Finding test = self_test_finding();
    show(test, style);
    const bool restless = test.state == Finding::State::failed;
    return code == ExitCode::ok && restless ? ExitCode::not_deterministic : code;
}

}  // namespace onceproof::cli
