#include "bench/limits.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <latch>
#include <optional>
#include <thread>

#include "bench/mann_whitney.hpp"
#include "bench/rig.hpp"
#include "impls/backend/child.hpp"
#include "impls/backend/server_install.hpp"

namespace onceproof::bench {
namespace {

namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

constexpr std::array<std::size_t, 2> limit_clients{1, 16};
/// Where no time is given: only shows that it runs.
constexpr std::size_t few_calls = 50;
constexpr std::chrono::seconds program_max{60};

/// One of the two comparisons.
struct Pair {
    Servers& servers;
    const Parameters& parameters;
    const std::function<bool()>& should_stop;
    const Subject& subject;
    std::string program{};                 ///< path of the server's own benchmark program
    std::string folder{};                  ///< where it works
    std::vector<std::string> arguments{};  ///< of every call
    double (*rate_in)(std::string_view) = nullptr;
};

double number_at(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Output of a program; empty: it failed.
std::optional<std::string> output_of(
    const std::string& folder, const std::vector<std::string>& arguments
) {
    const std::string log = folder + "/benchmark_output";
    fs::remove(log);
    const auto child = backend::Child::spawn(
        {.arguments = arguments, .folder = folder, .log = log, .death_signal = 9}
    );
    if (!child || child->wait(program_max) != 0) {
        return std::nullopt;
    }
    std::ifstream in(log);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

/// Requests per second of the raw loop: every thread calls until the time is over.
double loop_rate(Rig& rig, const Pair& pair, std::size_t threads, std::string& problem) {
    std::latch ready(static_cast<std::ptrdiff_t>(threads));
    std::atomic<std::uint64_t> calls{0};
    std::atomic<bool> wrong{false};
    const std::chrono::milliseconds time = pair.parameters.limit_time;
    std::vector<std::jthread> loops;
    std::vector<double> seconds(threads);
    for (std::size_t thread = 0; thread < threads; ++thread) {
        loops.emplace_back([&, thread] {
            Worker& worker = rig.worker(thread);
            ready.arrive_and_wait();
            const Steady::time_point start = Steady::now();
            std::uint64_t done = 0;
            Steady::time_point now = start;
            while (!wrong && (time.count() > 0 ? now - start < time : done < few_calls)) {
                Request request = worker.fresh();
                const Reply reply = worker.handle(pair.subject, request, true);
                wrong = wrong || reply.kind != ReplyKind::done;
                now = Steady::now();
                ++done;
            }
            calls += done;
            seconds[thread] = std::chrono::duration<double>(now - start).count();
        });
    }
    loops.clear();
    if (wrong) {
        problem = pair.subject.name + " failed";
    }
    return static_cast<double>(calls.load()) / std::ranges::max(seconds);
}

double program_rate(
    const Pair& pair, std::size_t clients, std::size_t round, std::string& problem
) {
    std::vector<std::string> arguments{pair.program};
    for (std::string argument : pair.arguments) {
        for (const auto& [name, value] :
             {std::pair{std::string("{clients}"), clients},
              {"{round}", round},
              {"{jobs}", std::min<std::size_t>(clients, std::thread::hardware_concurrency())},
              {"{calls}", clients * (clients == 1 ? 20'000 : 2'500)}}) {
            if (const std::size_t place = argument.find(name); place != std::string::npos) {
                argument.replace(place, name.size(), std::to_string(value));
            }
        }
        arguments.push_back(std::move(argument));
    }
    const auto output = output_of(pair.folder, arguments);
    const double rate = output ? pair.rate_in(*output) : 0;
    if (rate <= 0) {
        problem = fs::path(pair.program).filename().string() + " failed";
    }
    return rate;
}

/// Empty if it was told to stop.
std::optional<Limit> compare(const Pair& pair, std::size_t clients) {
    Limit limit{
        .ours = pair.subject.name,
        .program = fs::path(pair.program).filename().string(),
        .clients = clients};
    const auto rig = Rig::build(
        {.servers = pair.servers,
         .database = Database::postgresql,
         .subject = pair.subject,
         .number = 0,
         .threads = clients,
         .warm_up = pair.parameters.warm_up,
         .should_stop = pair.should_stop},
        limit.problem
    );
    std::vector<double> ours;
    std::vector<double> theirs;
    std::vector<double> ratios;
    if (rig && pair.subject.ledger == Ledger::table) {
        // Beside ours, so that ours can be counted.
        const auto pool = pair.servers.database(Database::postgresql).pool(1, program_max);
        if (!pool->run_script("CREATE TABLE program_insert (request_key text NOT NULL UNIQUE)")
                 .ok()) {
            limit.problem = "no table for pgbench";
        }
    }
    for (std::size_t round = 0; round < pair.parameters.limit_rounds; ++round) {
        if (pair.should_stop() || !limit.problem.empty()) {
            break;
        }
        ours.push_back(loop_rate(*rig, pair, clients, limit.problem));
        theirs.push_back(program_rate(pair, clients, round, limit.problem));
        ratios.push_back(ours.back() / theirs.back());
    }
    if (pair.should_stop()) {
        return std::nullopt;
    }
    if (limit.problem.empty()) {
        limit.problem = rig->broken().value_or("the data could not be checked");
    }
    if (limit.problem.empty()) {
        limit.ours_per_second = median(ours);
        limit.program_per_second = median(theirs);
        limit.ratio = median(ratios);
    }
    return limit;
}

std::string pgbench_file(const std::string& binaries) {
    return (binaries.empty() ? backend::find_postgres_folder() : binaries) + "/pgbench";
}

std::vector<std::string> pgbench_arguments(
    const DatabaseServer& server, const Parameters& parameters
) {
    const std::string script = server.folder() + "/insert.sql";
    std::ofstream(script) << "\\set n :n + 1\n"
                             "\\set k (:client_id + 1) * 1000000000000 + :round * 1000000000 + :n\n"
                             "INSERT INTO program_insert (request_key) VALUES (:k);\n";
    fs::permissions(script, fs::perms::others_read, fs::perm_options::add);
    const bool timed = parameters.limit_time.count() > 0;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(parameters.limit_time).count();
    return {
        "-n",
        "-M",
        "prepared",
        "-c",
        "{clients}",
        "-j",
        "{jobs}",
        timed ? "-T" : "-t",
        std::to_string(timed ? seconds : static_cast<std::int64_t>(few_calls)),
        "-D",
        "n=0",
        "-D",
        "round={round}",
        "-f",
        script,
        server.connection()};
}

std::vector<std::string> redis_arguments(const RedisPlace& redis, const Parameters& parameters) {
    return {
        "-s",
        redis.socket(),
        "-c",
        "{clients}",
        "-n",
        parameters.limit_time.count() > 0 ? "{calls}" : std::to_string(few_calls),
        "-r",
        "1000000000",
        "--csv",
        "SET",
        "program:__rand_int__",
        "1",
        "NX",
        "PX",
        "10000"};
}

}  // namespace

double pgbench_rate(std::string_view output) {
    constexpr std::string_view word = "tps = ";
    const std::size_t place = output.find(word);
    return place == std::string_view::npos ? 0 : number_at(output.substr(place + word.size()));
}

double redis_benchmark_rate(std::string_view csv) {
    // "test","rps",… and then a line "SET …","36363.64",…
    const std::size_t line = csv.rfind("\n\"");
    const std::size_t comma = line == std::string_view::npos ? line : csv.find("\",\"", line);
    return comma == std::string_view::npos ? 0 : number_at(csv.substr(comma));
}

std::vector<Limit> measure_limits(
    Servers& servers,
    const std::vector<Database>& databases,
    const Parameters& parameters,
    const std::function<bool()>& should_stop,
    const std::string& postgres_binaries
) {
    std::vector<Limit> limits;
    const bool has_postgres = std::ranges::find(databases, Database::postgresql) != databases.end();
    if (!has_postgres || servers.folders(Database::postgresql).empty()) {
        return limits;
    }
    const std::vector<Subject> raw = raw_subjects();
    const DatabaseServer& postgres = servers.database(Database::postgresql);
    const std::array<Pair, 2> pairs{
        {{.servers = servers,
          .parameters = parameters,
          .should_stop = should_stop,
          .subject = raw[0],
          .program = pgbench_file(postgres_binaries),
          .folder = postgres.folder(),
          .arguments = pgbench_arguments(postgres, parameters),
          .rate_in = pgbench_rate},
         {.servers = servers,
          .parameters = parameters,
          .should_stop = should_stop,
          .subject = raw[1],
          .program = backend::find_in_path("redis-benchmark"),
          .folder = servers.redis().folder(),
          .arguments = redis_arguments(servers.redis(), parameters),
          .rate_in = redis_benchmark_rate}}};
    for (const Pair& pair : pairs) {
        for (const std::size_t clients : limit_clients) {
            if (auto limit = compare(pair, clients)) {
                limits.push_back(std::move(*limit));
            }
        }
    }
    return limits;
}

}  // namespace onceproof::bench
