#include "bench/servers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <unistd.h>

#include "impls/backend/system_env.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::bench {
namespace {

constexpr Duration redis_patience = std::chrono::seconds(2);

/// One step of a walk over all keys that removes those of a pattern: small steps, since a server
/// does nothing else while a script runs. Returns where the next step goes on; "0" is the end.
constexpr std::string_view remove_step_script =
    "local step = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 1000) "
    "for _, key in ipairs(step[2]) do redis.call('DEL', key) end return step[1]";

/// "redis_version:7.0.15\r\n" in the text of INFO.
std::string info_value(const std::string& text, const std::string& field) {
    const std::size_t place = text.find(field + ":");
    if (place == std::string::npos) {
        return {};
    }
    const std::size_t start = place + field.size() + 1;
    return text.substr(start, text.find_first_of("\r\n", start) - start);
}

std::string start_trouble(const backend::StartError& error, std::string_view what) {
    if (error.problem == backend::StartProblem::missing_binary) {
        return one_line(error.message) + " (see " + std::string(what) + ")";
    }
    if (error.problem == backend::StartProblem::folder) {
        const char* const folder = std::getenv("TMPDIR");
        return "no temporary folder can be made in " + std::string(folder ? folder : "/tmp") +
               " (see TMPDIR)";
    }
    return one_line(error.message);
}

}  // namespace

std::string one_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.remove_suffix(1);
    }
    const std::size_t first_end = text.find('\n');
    if (first_end == std::string_view::npos) {
        return std::string(text);
    }
    std::string_view last = text.substr(text.rfind('\n') + 1);
    last.remove_prefix(std::min(last.find_first_not_of(" \t"), last.size()));
    const std::string first(text.substr(0, first_end));
    return first + (first.ends_with(':') ? " " : "; ") + std::string(last);
}

std::string address_in_schema(const std::string& address, const std::string& schema) {
    const bool is_bounded = address.find("connect_timeout") != std::string::npos;
    if (address.find("://") != std::string::npos) {
        const char* const separator = address.find('?') == std::string::npos ? "?" : "&";
        return address + separator + "options=-c%20search_path%3D" + schema +
               (is_bounded ? "" : "&connect_timeout=5");
    }
    return address + " options='-c search_path=" + schema + "'" +
           (is_bounded ? "" : " connect_timeout=5");
}

Servers::Servers() {
    backend::RandomIds ids;
    name_ = "onceproof_bench_" + std::to_string(getpid()) + "_" + ids.uuid().substr(0, 8);
}

Servers::~Servers() {
    // Whoever wants to know what is left calls it before.
    static_cast<void>(clean_up());
}

std::unique_ptr<Servers> Servers::open(const ServerOptions& options, std::string& trouble) {
    std::unique_ptr<Servers> servers(new Servers());
    std::optional<std::string> problem = servers->start(options);
    if (!problem.has_value()) {
        problem = servers->connect(options);
    }
    if (!problem.has_value()) {
        problem = servers->learn_facts(options);
    }
    if (problem.has_value()) {
        trouble = *problem;
        return nullptr;
    }
    return servers;
}

std::optional<std::string> Servers::start(const ServerOptions& options) {
    if (options.redis_url.empty()) {
        auto started = backend::RedisServer::start(
            {.append_only =
                 options.fsync ? backend::AppendOnly::everysec : backend::AppendOnly::off,
             .binary = options.redis_binary}
        );
        if (started.error) {
            return start_trouble(*started.error, "--redis-url, --redis-server");
        }
        own_redis_ = std::move(started.server);
    }
    if (options.postgres_url.empty()) {
        auto started = backend::PostgresServer::start(
            {.fsync = options.fsync, .binaries = options.postgres_binaries}
        );
        if (started.error) {
            return start_trouble(*started.error, "--postgres-url, --postgres-bin");
        }
        own_postgres_ = std::move(started.server);
    }
    return std::nullopt;
}

std::optional<std::string> Servers::connect(const ServerOptions& options) {
    const std::string redis_url = own_redis_ ? own_redis_->url() : options.redis_url;
    const auto redis_address = backend::parse_redis_url(redis_url);
    if (!redis_address.has_value()) {
        return "no address of a Redis: " + redis_url;
    }
    redis_address_ = *redis_address;
    kv_ = std::make_unique<backend::RedisKv>(redis_address_, redis_patience);
    postgres_address_ = address_in_schema(
        own_postgres_ ? own_postgres_->connection_string() : options.postgres_url, name_
    );
    sql_ = std::make_unique<backend::PostgresSql>(backend::PostgresSqlOptions{
        .connection = postgres_address_, .pool = 1});
    if (auto problem = unreachable()) {
        return problem;
    }
    if (!sql_->run_script("CREATE SCHEMA " + name_).ok()) {
        return postgres_trouble("makes no schema for us");
    }
    has_schema_ = true;
    return std::nullopt;
}

std::optional<std::string> Servers::learn_facts(const ServerOptions& options) {
    const Result<SqlSession*> session = sql_->open();
    if (!session.ok()) {
        return postgres_trouble("cannot be reached");
    }
    const Result<Rows> settings = (*session)->execute(
        "SELECT current_setting('server_version'), current_setting('fsync'), "
        "current_setting('synchronous_commit')"
    );
    (*session)->close();
    constexpr std::array<std::string_view, 1> info{"INFO"};
    const auto redis = kv_->command(info);
    if (!settings.ok()) {
        return postgres_trouble("does not tell its settings");
    }
    if (!redis.ok() || !redis->has_value()) {
        return redis_trouble("does not tell its settings");
    }
    const std::string version = std::get<std::string>(settings->rows[0][0]);
    facts_.postgres_version = version.substr(0, version.find(' '));
    facts_.fsync = std::get<std::string>(settings->rows[0][1]);
    facts_.synchronous_commit = std::get<std::string>(settings->rows[0][2]);
    facts_.redis_version = info_value(**redis, "redis_version");
    const bool appends = info_value(**redis, "aof_enabled") == "1";
    const std::string how = own_redis_ && options.fsync ? ", synced once a second" : "";
    facts_.append_only = appends ? "append-only file" + how : "no append-only file";
    return std::nullopt;
}

std::optional<std::string> Servers::empty_schema() {
    const Result<Done> done =
        sql_->run_script("DROP SCHEMA " + name_ + " CASCADE; CREATE SCHEMA " + name_);
    if (!done.ok()) {
        return postgres_trouble("did not empty our schema");
    }
    return std::nullopt;
}

std::optional<std::string> Servers::unreachable() {
    if (!sql_->run_script("SELECT 1").ok()) {
        return postgres_trouble("cannot be reached");
    }
    constexpr std::array<std::string_view, 1> ping{"PING"};
    if (!kv_->command(ping).ok()) {
        return redis_trouble("cannot be reached");
    }
    return std::nullopt;
}

std::optional<std::string> Servers::clean_up() {
    if (!has_schema_) {
        return std::nullopt;
    }
    has_schema_ = false;
    std::optional<std::string> left;
    // What is our own goes with its folder.
    if (!own_postgres_ && !sql_->run_script("DROP SCHEMA " + name_ + " CASCADE").ok()) {
        left = postgres_trouble("still has our schema " + name_);
    }
    if (!own_redis_) {
        const std::optional<std::string> keys = remove_keys();
        left = left.has_value() ? left : keys;
    }
    return left;
}

std::optional<std::string> Servers::remove_keys() {
    // Not only keys that start with the name: strategies put words of theirs in front.
    const std::string pattern = "*" + name_ + ":*";
    std::string cursor = "0";
    do {
        const std::array<std::string_view, 5> words{
            "EVAL", remove_step_script, "0", cursor, pattern};
        const auto next = kv_->command(words);
        if (!next.ok() || !next->has_value()) {
            return redis_trouble("may still have keys with " + name_);
        }
        cursor = **next;
    } while (cursor != "0");
    return std::nullopt;
}

std::string Servers::postgres_trouble(std::string_view what) const {
    return "PostgreSQL " + std::string(what) + ": " + one_line(sql_->last_message());
}

std::string Servers::redis_trouble(std::string_view what) const {
    return "Redis " + std::string(what) + ": " + one_line(kv_->last_message());
}

}  // namespace onceproof::bench
