#include "harness/real/chaos_database.hpp"

#include <chrono>
#include <cstdlib>
#include <unistd.h>
#include <utility>

#include "impls/backend/local_server.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_sql.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/tcp_relay.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using namespace std::chrono_literals;

/// Waiting for a connection is no fault: there are as many as handlers.
constexpr Duration pool_timeout = 60s;

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// What differs between the two servers.
struct PostgresKind {
    using Server = backend::PostgresServer;
    using Pool = backend::PostgresSql;

    static constexpr std::string_view socket_name = "/.s.PGSQL.5432";
    static std::string name(const std::string& number) {
        return "PostgreSQL " + number.substr(0, number.find(' '));
    }
    static constexpr std::string_view version = "SELECT current_setting('server_version')";
    static constexpr std::string_view victim =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'onceproof-service' "
        "ORDER BY (state = 'idle'), random() LIMIT 1";
    static auto start(const std::string& base) { return Server::start({.base = base}); }
    static std::string address(const std::string& folder) {
        return "host=" + folder +
               " port=5432 user=postgres dbname=postgres connect_timeout=2 application_name=";
    }
    static std::unique_ptr<Pool> pool(
        const std::string& folder, const std::string& who, std::size_t size, Duration timeout
    ) {
        return std::make_unique<Pool>(backend::PostgresSqlOptions{
            .connection = address(folder) + who,
            .pool = size,
            .pool_timeout = pool_timeout,
            .statement_timeout = timeout});
    }
    static bool kill(Pool&, const Rows& found) { return !found.rows.empty(); }
};

struct MariadbKind {
    using Server = backend::MariadbServer;
    using Pool = backend::MariadbSql;

    static constexpr std::string_view socket_name = "/mariadb.sock";
    static std::string name(const std::string& number) {
        return "MariaDB " + number.substr(0, number.find('-'));
    }
    static constexpr std::string_view version = "SELECT version()";
    static constexpr std::string_view victim =
        "SELECT processlist.id FROM information_schema.processlist "
        "LEFT JOIN information_schema.innodb_trx ON trx_mysql_thread_id = processlist.id "
        "WHERE db = 'service' AND processlist.id <> connection_id() "
        "ORDER BY (trx_id IS NULL), rand() LIMIT 1";
    static auto start(const std::string& base) { return Server::start({.base = base}); }
    static std::unique_ptr<Pool> pool(
        const std::string& folder, const std::string&, std::size_t size, Duration timeout
    ) {
        return std::make_unique<Pool>(backend::MariadbSqlOptions{
            .socket = folder + std::string(socket_name),
            .pool = size,
            .pool_timeout = pool_timeout,
            .statement_timeout = timeout});
    }
    static bool kill(Pool& admin, const Rows& found) {
        if (found.rows.empty()) {
            return false;
        }
        const auto* const id = std::get_if<std::int64_t>(&found.rows[0][0]);
        return id != nullptr && admin.run_script("KILL " + std::to_string(*id)).ok();
    }
};

template <class Kind>
class Database final : public ChaosDatabase {
public:
    static std::unique_ptr<ChaosDatabase> start(const std::string& schema, std::string& trouble) {
        auto started = Kind::start(fast_folder());
        if (started.error) {
            trouble = first_line(started.error->message);
            return nullptr;
        }
        auto folder = backend::TempFolder::create(fast_folder(), "relay", geteuid(), getegid());
        if (!folder) {
            trouble = "no temporary folder can be made (see TMPDIR)";
            return nullptr;
        }
        auto database = std::make_unique<Database>(std::move(started.server), std::move(*folder));
        const Result<Done> made = database->admin_->run_script(schema);
        const Result<Rows> version = database->ask(Kind::version);
        if (!made.ok() || !version.ok()) {
            trouble = "the database makes no tables: " + database->admin_->last_message();
            return nullptr;
        }
        database->name_ = Kind::name(std::get<std::string>(version->rows.at(0).at(0)));
        return database;
    }

    Database(std::unique_ptr<typename Kind::Server> server, backend::TempFolder folder)
        : server_(std::move(server)),
          folder_(std::move(folder)),
          admin_(Kind::pool(server_->folder(), "onceproof-admin", 1, 30s)) {
        accept();
    }

    [[nodiscard]] std::string name() const override { return name_; }
    [[nodiscard]] std::unique_ptr<Sql> pool(std::size_t size, Duration timeout) const override {
        return Kind::pool(folder_.path(), "onceproof-service", size, timeout);
    }
    Result<Rows> ask(std::string_view text) override {
        // The connection of before a restart is dead, and says so once.
        Result<Rows> answer = ask_once(text);
        return answer.ok() ? std::move(answer) : ask_once(text);
    }
    void cut() override { relay_->cut(); }
    void refuse() override { relay_.reset(); }
    void accept() override {
        const std::string socket(Kind::socket_name);
        relay_ = std::make_unique<backend::TcpRelay>(
            backend::RelayEnd{.socket = folder_.path() + socket},
            backend::RelayEnd{.socket = server_->folder() + socket}
        );
    }
    void pause() override { server_->pause(); }
    void resume() override { server_->resume(); }
    bool kill_one() override {
        const Result<Rows> found = ask(Kind::victim);
        return found.ok() && Kind::kill(*admin_, *found);
    }
    std::optional<std::string> restart() override {
        server_->crash();
        if (const auto error = server_->restart()) {
            return "the database does not come back: " + first_line(error->message);
        }
        return std::nullopt;
    }

private:
    Result<Rows> ask_once(std::string_view text) {
        const Result<SqlSession*> session = admin_->open();
        if (!session.ok()) {
            return session.error();
        }
        Result<Rows> answer = (*session)->execute(text);
        (*session)->close();
        return answer;
    }

    std::unique_ptr<typename Kind::Server> server_;
    backend::TempFolder folder_;
    std::unique_ptr<backend::TcpRelay> relay_;
    std::unique_ptr<typename Kind::Pool> admin_;
    std::string name_;
};

}  // namespace

std::string fast_folder() {
    const char* const wanted = std::getenv("TMPDIR");
    const bool in_memory = wanted == nullptr && access("/dev/shm", W_OK | X_OK) == 0;
    return in_memory ? "/dev/shm" : "";
}

std::unique_ptr<ChaosDatabase> ChaosDatabase::start(
    const std::string& dialect, const std::string& schema, std::string& trouble
) {
    ENSURE(dialect == "postgres" || dialect == "mysql");
    return dialect == "mysql" ? Database<MariadbKind>::start(schema, trouble)
                              : Database<PostgresKind>::start(schema, trouble);
}

}  // namespace onceproof::harness
