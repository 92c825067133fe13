#include "bench/mariadb_place.hpp"

#include <utility>

#include "bench/pool_of.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_sql.hpp"
#include "impls/backend/secrets.hpp"
#include "impls/backend/server_address.hpp"
#include "model/base/text.hpp"

namespace onceproof::bench {
namespace {

using MariadbPool = PoolOf<backend::MariadbSql>;

class MariadbPlace final : public DatabaseServer {
public:
    MariadbPlace(const ServerOptions& options, std::string name) : name_(std::move(name)) {
        secrets_.learn(options.mariadb_url);
    }
    ~MariadbPlace() override {
        // Whoever wants to know what is left calls it before.
        static_cast<void>(clean_up());
    }

    std::optional<std::string> start(const ServerOptions& options);
    std::optional<std::string> connect(const ServerOptions& options);

    std::unique_ptr<Pool> pool(std::size_t connections, Duration statement_timeout) override {
        backend::MariadbSqlOptions options = address_;
        options.pool = connections;
        options.statement_timeout = statement_timeout;
        return std::make_unique<MariadbPool>(options);
    }

    [[nodiscard]] const ServerFacts& facts() const override { return facts_; }
    [[nodiscard]] std::string folder() const override { return own_ ? own_->folder() : ""; }
    [[nodiscard]] std::string connection() const override { return own_ ? own_->socket() : ""; }

    std::optional<std::string> empty_schema() override {
        return said(
            "DROP DATABASE " + name_ + "; CREATE DATABASE " + name_ + "; USE " + name_,
            "did not empty our database"
        );
    }

    std::optional<std::uint64_t> stored_bytes(const std::vector<std::string>& tables) override;
    std::optional<std::string> unreachable() override {
        return said("SELECT 1", "cannot be reached");
    }

    std::optional<std::string> clean_up() override {
        // What is our own goes with its folder.
        const bool has_schema = std::exchange(has_schema_, false) && !own_;
        return has_schema ? said("DROP DATABASE " + name_, "still has our database " + name_)
                          : std::nullopt;
    }

    [[nodiscard]] std::string trouble(std::string_view what, const std::string& message)
        const override {
        return "MariaDB " + std::string(what) + ": " + secrets_.hidden(one_line(message)) +
               (own_ ? "" : " (see --mariadb-url)");
    }

private:
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
    std::unique_ptr<backend::MariadbServer> own_;
    backend::MariadbSqlOptions address_;
    ServerFacts facts_;
    std::unique_ptr<Pool> sql_;  ///< one connection, for what is not measured
    bool has_schema_ = false;
};

std::optional<std::string> MariadbPlace::start(const ServerOptions& options) {
    if (!options.mariadb_url.empty()) {
        return std::nullopt;
    }
    auto started =
        backend::MariadbServer::start({.fsync = options.fsync, .binary = options.mariadb_binary});
    if (started.error) {
        return start_trouble(
            *started.error, "--mariadb-url, --mariadb-server, --database postgresql"
        );
    }
    own_ = std::move(started.server);
    return std::nullopt;
}

std::optional<std::string> MariadbPlace::connect(const ServerOptions& options) {
    if (own_) {
        address_.socket = own_->socket();
    } else {
        const auto address = backend::parse_server_url(options.mariadb_url, "mysql");
        if (!address) {
            return "no address of a MariaDB: " + secrets_.hidden(options.mariadb_url) +
                   " (see --mariadb-url)";
        }
        address_.socket = address->socket;
        address_.host = address->host;
        address_.port = address->port == 0 ? address_.port : address->port;
        address_.user = address->user.empty() ? address_.user : address->user;
        address_.password = address->password;
    }
    address_.database = name_;
    address_.pool = 1;
    sql_ = std::make_unique<MariadbPool>(address_);
    if (auto problem = unreachable()) {
        return problem;
    }
    has_schema_ = true;
    return learn_facts();
}

std::optional<std::string> MariadbPlace::learn_facts() {
    const Result<Rows> settings =
        query(*sql_, "SELECT @@version, cast(@@innodb_flush_log_at_trx_commit AS char)");
    if (!settings.ok()) {
        return trouble("does not tell its settings", sql_->last_message());
    }
    const std::string version = std::get<std::string>(settings->rows[0][0]);
    const std::string flush = std::get<std::string>(settings->rows[0][1]);
    facts_ = {
        .title = "MariaDB",
        .version = version.substr(0, version.find('-')),
        .settings = {{"innodb_flush_log_at_trx_commit", flush}},
        .promise = commit_promise(flush == "1")};
    if (version.find("MariaDB") == std::string::npos) {
        return "the server behind --mariadb-url says version " + version + ", which is no MariaDB";
    }
    return too_old(facts_.title, facts_.version, mariadb_least);
}

std::optional<std::uint64_t> MariadbPlace::stored_bytes(const std::vector<std::string>& tables) {
    if (tables.empty()) {
        return 0;
    }
    // Without it the sizes are those of some time ago.
    if (!sql_->run_script("ANALYZE TABLE " + join(tables, ", ")).ok()) {
        return std::nullopt;
    }
    const Result<Rows> size = query(
        *sql_,
        "SELECT cast(sum(data_length + index_length) AS signed) FROM information_schema.tables "
        "WHERE table_schema = '" +
            name_ + "' AND table_name IN ('" + join(tables, "', '") + "')"
    );
    if (!size.ok() || !std::holds_alternative<std::int64_t>(size->rows[0][0])) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(std::get<std::int64_t>(size->rows[0][0]));
}

}  // namespace

std::unique_ptr<DatabaseServer> open_mariadb(
    const ServerOptions& options, const std::string& name, std::string& trouble
) {
    auto place = std::make_unique<MariadbPlace>(options, name);
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

}  // namespace onceproof::bench
