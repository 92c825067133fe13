#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "bench/servers.hpp"
#include "cli/commands.hpp"
#include "cli/self_test.hpp"
#include "cli/version.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "impls/backend/server_install.hpp"
#include "model/base/text.hpp"

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
        const std::string number = text.substr(at, end - at);
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

/// "9.6" is older than "10": part by part, as numbers.
bool is_older(const std::string& version, const std::string& least) {
    const char* left = version.c_str();
    const char* right = least.c_str();
    while (*left != '\0' && *right != '\0') {
        char* left_end = nullptr;
        char* right_end = nullptr;
        const long here = std::strtol(left, &left_end, 10);
        const long there = std::strtol(right, &right_end, 10);
        if (here != there) {
            return here < there;
        }
        left = left_end + (*left_end == '.' ? 1 : 0);
        right = right_end + (*right_end == '.' ? 1 : 0);
        if (left == version.c_str() || right == least.c_str()) {
            return false;
        }
    }
    return false;
}

Finding finding_of(const Program& program) {
    const std::string hint = "apt-get install " + program.package;
    if (access(program.file.c_str(), X_OK) != 0) {
        return {Finding::State::missing, program.what, "no program found to start", hint};
    }
    const std::string version =
        program.version.empty() ? told_version(program.file) : program.version;
    if (version.empty() || is_older(version, program.least)) {
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
        {"PostgreSQL", backend::find_postgres_folder() + "/postgres", "12", "postgresql"},
        {"Redis", backend::find_in_path("redis-server"), "7.0", "redis-server"},
        {"MariaDB", backend::find_mariadb(), "10.5", "mariadb-server"},
        {"RabbitMQ", backend::find_rabbitmq(), "3.10", "rabbitmq-server", rabbitmq_version()}};
}

/// What a library said about an address, unless it quotes the address: there may be a password in
/// it.
std::string harmless(const std::string& message) {
    const bool quotes = message.find("connection info string") != std::string::npos ||
                        message.find("URI") != std::string::npos ||
                        message.find("invalid connection option") != std::string::npos;
    return quotes ? "no address of a server" : bench::one_line(message);
}

Finding reached(
    const std::string& what,
    const std::string& server,
    const std::string& version,
    const std::string& least
) {
    if (is_older(version, least)) {
        return {
            Finding::State::failed,
            what,
            server + " " + version + " is too old: " + least +
                " is the oldest that is known to do"};
    }
    return {Finding::State::ok, what, "reached, " + server + " " + version};
}

Finding postgres_at(const std::string& what, const std::string& url) {
    // Not for longer than a person waits.
    const bool is_url = url.find("://") != std::string::npos;
    const std::string bound = is_url ? (url.find('?') == std::string::npos ? "?" : "&") : " ";
    backend::PostgresSql sql(
        {.connection = url.find("connect_timeout") == std::string::npos
                           ? url + bound + "connect_timeout=5"
                           : url,
         .pool = 1}
    );
    const Result<SqlSession*> session = sql.open();
    if (!session.ok()) {
        return {Finding::State::failed, what, "not reached: " + harmless(sql.last_message())};
    }
    const Result<Rows> rows = (*session)->execute("SELECT current_setting('server_version')");
    (*session)->close();
    const std::string version = rows.ok() ? std::get<std::string>(rows->rows[0][0]) : "";
    return reached(what, "PostgreSQL", version_in(version), "12");
}

Finding redis_at(const std::string& what, const std::string& url) {
    const auto address = backend::parse_redis_url(url);
    if (!address.has_value()) {
        return {
            Finding::State::failed,
            what,
            "no address of a Redis: redis://[:password@]host[:port][/database] or unix:/socket"};
    }
    backend::RedisKv client(*address, std::chrono::seconds(5));
    constexpr std::array<std::string_view, 2> info{"INFO", "server"};
    const auto answer = client.command(info);
    if (!answer.ok() || !answer->has_value()) {
        return {
            Finding::State::failed, what, "not reached: " + bench::one_line(client.last_message())};
    }
    const std::size_t field = (**answer).find("redis_version:");
    return reached(
        what, "Redis", field == std::string::npos ? "" : version_in((**answer).substr(field)), "6.0"
    );
}

std::vector<Finding> addresses() {
    std::vector<Finding> findings;
    const auto look = [&](const char* name, auto ask) {
        const char* const url = std::getenv(name);
        if (url != nullptr && *url != '\0') {
            findings.push_back(ask(name, url));
        }
    };
    look("ONCEPROOF_POSTGRES_URL", postgres_at);
    look("ONCEPROOF_REDIS_URL", redis_at);
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
    const Finding test = self_test_finding();
    show(test, style);
    const bool restless = test.state == Finding::State::failed;
    return code == ExitCode::ok && restless ? ExitCode::not_deterministic : code;
}

}  // namespace onceproof::cli
