#include "cli/bench_flags.hpp"

#include <CLI/CLI.hpp>

#include "cli/flags.hpp"

namespace onceproof::cli {
namespace {

void add_what(CLI::App& command, BenchOptions& options) {
    command.add_option(
        "--strategy", options.strategies, "Only this strategy or strategy/preset (repeatable)"
    );
    command.add_option("--database", options.databases, "Only on this database (repeatable)")
        ->check(CLI::IsMember({"postgresql", "mariadb"}));
    command.add_option("--effect", options.effect, "Where the effect is made (in-transaction)")
        ->check(CLI::IsMember({"in-transaction", "external", "external-idempotent"}));
    command.add_option("--threads", options.threads, "Callers at once (1,16)")
        ->delimiter(',')
        ->check(CLI::Range(1, 1024));
    command
        .add_option(
            "--duplicates", options.duplicates, "Percent of calls that repeat a done request (0,50)"
        )
        ->delimiter(',')
        ->check(CLI::Range(0, 100));
    command.add_flag("--hot", options.hot, "Also with all duplicates on one key");
    command
        .add_option(
            "--rate",
            options.rates,
            "Also offer so many requests per second, with latency from the moment each was due "
            "(repeatable)"
        )
        ->check(CLI::Range(1.0, 1e6));
}

void add_how(CLI::App& command, BenchOptions& options) {
    CLI::Option* requests =
        command.add_option("--requests", options.requests, "Requests of each run")
            ->check(CLI::PositiveNumber);
    command.add_option("--min-time", options.min_time, "Length of each run at least (500ms)")
        ->excludes(requests);
    CLI::Option* smoke = command.add_flag(
        "--smoke", options.smoke, "Every parameter at its smallest: shows that all of it runs"
    );
    command
        .add_flag(
            "--full",
            options.full,
            "The whole matrix: 1, 4, 16, 64 threads; 0, 5, 50 % duplicates, spread and hot"
        )
        ->excludes(smoke);
    command.add_flag(
        "--no-raw-limits",
        options.no_raw_limits,
        "Without pgbench and redis-benchmark beside our own loops"
    );
}

void add_servers(CLI::App& command, BenchOptions& options) {
    CLI::Option* fsync = command.add_flag(
        "--no-fsync", options.no_fsync, "Our own servers may lose what they have acknowledged"
    );
    command
        .add_option(
            "--postgres-url",
            options.postgres_url,
            "Measure on this PostgreSQL (10 or later), in a schema of our own (a throw-away server)"
        )
        ->envname("ONCEPROOF_POSTGRES_URL")
        ->excludes(fsync);
    command
        .add_option(
            "--mariadb-url",
            options.mariadb_url,
            "Measure on this MariaDB (10.5 or later), in a database of our own (a throw-away "
            "server): mysql://user:password@host:port or unix:/socket"
        )
        ->envname("ONCEPROOF_MARIADB_URL")
        ->excludes(fsync);
    command
        .add_option(
            "--redis-url",
            options.redis_url,
            "Measure on this Redis (5.0 or later), with keys of our own (a throw-away server): "
            "redis://:password@host:port/database or unix:/socket"
        )
        ->envname("ONCEPROOF_REDIS_URL")
        ->excludes(fsync);
    command.add_option(
        "--postgres-bin", options.postgres_bin, "Folder of the programs postgres and initdb"
    );
    command.add_option("--mariadb-server", options.mariadb_server, "The program mariadbd");
    command.add_option("--redis-server", options.redis_server, "The program redis-server");
}

void add_results(CLI::App& command, BenchOptions& options) {
    command.add_option("--json", options.json, "Also write a file in Google Benchmark's schema");
    command.add_option("-o,--out", options.out, "Also write costs.md into this folder");
    CLI::Option* compare = command.add_option(
        "--compare",
        options.compare,
        "Another build's program: run it and this one in turn, and judge the difference"
    );
    command
        .add_option("--repeat", options.repeat, "Runs of each program (5; fewer are not judged)")
        ->needs(compare)
        ->check(CLI::Range(1, 100));
    command
        .add_option(
            "--threshold",
            options.threshold,
            "Percent by which a median may fall; a significant fall beyond it is exit 5 (5)"
        )
        ->needs(compare)
        ->check(CLI::Range(0.0, 100.0));
}

}  // namespace

void add_bench(CLI::App& app, BenchOptions& options, ExitCode& code) {
    CLI::App* command =
        app.add_subcommand("bench", "Measure strategies on real databases, Redis and RabbitMQ");
    add_what(*command, options);
    add_how(*command, options);
    add_servers(*command, options);
    add_results(*command, options);
    command->add_flag("--no-progress", options.no_progress, "No line of progress");
    add_text_flags(*command, options.text);
    command->callback([&] { code = bench(options); });
}

}  // namespace onceproof::cli
