#include "bench/postgres_place.hpp"

#include <utility>

#include "bench/pool_of.hpp"
#include "impls/backend/local_server.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/secrets.hpp"

namespace onceproof::bench {
namespace {

using PostgresPool = PoolOf<backend::PostgresSql>;

class PostgresPlace final : public DatabaseServer {
public:
    PostgresPlace(const ServerOptions& options, std::string name) : name_(std::move(name)) {
        secrets_.learn(options.postgres_url);
    }
    ~PostgresPlace() override {
        // Whoever wants to know what is left calls it before.
        static_cast<void>(clean_up());
    }

    std::optional<std::string> start(const ServerOptions& options);
    std::optional<std::string> connect(const ServerOptions& options);

    std::unique_ptr<Pool> pool(std::size_t connections, Duration statement_timeout) override {
        return std::make_unique<PostgresPool>(backend::PostgresSqlOptions{
            .connection = address_, .pool = connections, .statement_timeout = statement_timeout});
    }

    [[nodiscard]] const ServerFacts& facts() const override { return facts_; }
    [[nodiscard]] std::string folder() const override { return own_ ? own_->folder() : ""; }
    [[nodiscard]] std::string connection() const override { return own_ ? address_ : ""; }

    std::optional<std::string> empty_schema() override {
        return said(
            "DROP SCHEMA " + name_ + " CASCADE; CREATE SCHEMA " + name_, "did not empty our schema"
        );
    }

    std::optional<std::uint64_t> stored_bytes(const std::vector<std::string>& tables) override;
    std::optional<std::string> unreachable() override { return said("SELECT 1", not_there); }

    std::optional<std::string> clean_up() override {
        // What is our own goes with its folder.
        const bool has_schema = std::exchange(has_schema_, false) && !own_;
        return has_schema
                   ? said("DROP SCHEMA " + name_ + " CASCADE", "still has our schema " + name_)
                   : std::nullopt;
    }

    [[nodiscard]] std::string trouble(std::string_view what, const std::string& message)
        const override {
        return "PostgreSQL " + std::string(what) + ": " + secrets_.hidden(one_line(message)) +
               (own_ ? "" : " (see --postgres-url)");
    }

private:
    static constexpr std::string_view not_there = "cannot be reached";

    std::optional<std::string> learn_facts();

    /// Runs a script; what to say if it fails.
    std::optional<std::string> said(const std::string& script, std::string_view what) {
        if (sql_->run_script(script).ok()) {
            return std::nullopt;
        }
        return trouble(what, sql_->last_message());
    }

    std::string name_;
    backend::Secrets secrets_;
    std::unique_ptr<backend::PostgresServer> own_;
    std::string address_;
    ServerFacts facts_;
    std::unique_ptr<Pool> sql_;  ///< one connection, for what is not measured
    bool has_schema_ = false;
};

std::optional<std::string> PostgresPlace::start(const ServerOptions& options) {
    if (!options.postgres_url.empty()) {
        return std::nullopt;
    }
    auto started = backend::PostgresServer::start(
        {.fsync = options.fsync, .binaries = options.postgres_binaries}
    );
    if (started.error) {
        return start_trouble(*started.error, "--postgres-url, --postgres-bin");
    }
    own_ = std::move(started.server);
    return std::nullopt;
}

std::optional<std::string> PostgresPlace::connect(const ServerOptions& options) {
    address_ = address_in_schema(own_ ? own_->connection_string() : options.postgres_url, name_);
    sql_ = std::make_unique<PostgresPool>(backend::PostgresSqlOptions{
        .connection = address_, .pool = 1});
    auto problem = unreachable();
    if (!problem) {
        problem = learn_facts();
    }
    if (!problem) {
        problem = said("CREATE SCHEMA " + name_, "makes no schema for us");
        has_schema_ = !problem;
    }
    return problem;
}

std::optional<std::string> PostgresPlace::learn_facts() {
    const Result<Rows> settings = query(
        *sql_,
        "SELECT current_setting('server_version'), current_setting('fsync'), "
        "current_setting('synchronous_commit')"
    );
    if (!settings.ok()) {
        return trouble("does not tell its settings", sql_->last_message());
    }
    const std::string version = std::get<std::string>(settings->rows[0][0]);
    const std::string fsync = std::get<std::string>(settings->rows[0][1]);
    const std::string commit = std::get<std::string>(settings->rows[0][2]);
    facts_ = {
        .title = "PostgreSQL",
        .version = version.substr(0, version.find(' ')),
        .settings = {{"fsync", fsync}, {"synchronous_commit", commit}},
        .promise = commit_promise(fsync == "on" && commit != "off")};
    return too_old(facts_.title, facts_.version, postgres_least);
}

std::optional<std::uint64_t> PostgresPlace::stored_bytes(const std::vector<std::string>& tables) {
    std::uint64_t sum = 0;
    for (const std::string& table : tables) {
        const Result<Rows> size =
            query(*sql_, "SELECT pg_total_relation_size('" + table + "'::regclass)");
        if (!size.ok()) {
            return std::nullopt;
        }
        sum += static_cast<std::uint64_t>(std::get<std::int64_t>(size->rows[0][0]));
    }
    return sum;
}

}  // namespace

std::unique_ptr<DatabaseServer> open_postgres(
    const ServerOptions& options, const std::string& name, std::string& trouble
) {
    auto place = std::make_unique<PostgresPlace>(options, name);
    std::optional<std::string> problem = place->start(options);
    if (!problem) {
        problem = place->connect(options);
    }
    if (problem) {
        trouble = *problem;
        return nullptr;
    }
    return place;
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

}  // namespace onceproof::bench
