#include <algorithm>
#include <array>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include "impls/backend/local_server.hpp"
#include "impls/backend/loopback.hpp"
#include "impls/backend/mariadb_server.hpp"
#include "impls/backend/mariadb_sql.hpp"
#include "impls/backend/postgres_sql.hpp"
#include "impls/backend/redis_kv.hpp"
#include "tests/bench/program.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

// `onceproof bench` with servers that refuse it, and with passwords that nobody may see.
namespace onceproof::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view password = "S3cret-word";

void check_hidden(const Ended& ended) {
    CHECK(ended.output.find(password) == std::string::npos);
    CHECK(ended.errors.find(password) == std::string::npos);
    CHECK(ended.errors.find("S3cret") == std::string::npos);
}

/// A PostgreSQL whose user `guest` has the password, and a Redis that wants it.
class Guarded {
public:
    Guarded()
        : redis_(std::move(backend::RedisServer::start({}).server)),
          postgres_(std::move(backend::PostgresServer::start({.fsync = false}).server)),
          port_(std::to_string(backend::free_ports(1).at(0))) {
        REQUIRE(redis_);
        REQUIRE(postgres_);
        std::ofstream(postgres_->folder() + "/data/pg_hba.conf")
            << "local all postgres trust\nlocal all all scram-sha-256\n";
        backend::PostgresSql sql({.connection = postgres_->connection_string(), .pool = 1});
        REQUIRE(sql.run_script(
                       "CREATE ROLE guest SUPERUSER LOGIN PASSWORD '" + std::string(password) +
                       "'; SELECT pg_reload_conf()"
        )
                    .ok());
        backend::RedisKv kv(*backend::parse_redis_url(redis_->url()), 1s);
        const std::array<std::string_view, 4> port{"CONFIG", "SET", "port", port_};
        const std::array<std::string_view, 4> wanted{"CONFIG", "SET", "requirepass", password};
        REQUIRE(kv.command(port).ok());
        REQUIRE(kv.command(wanted).ok());
    }

    [[nodiscard]] Ended bench(
        const std::string& postgres_password,
        const std::string& redis_password,
        const std::vector<std::string>& more = {}
    ) const {
        std::vector<std::string> arguments{
            "bench",
            "--smoke",
            "--database",
            "postgresql",
            "--strategy",
            "dedup-table/hardened",
            "--postgres-url",
            "host=" + postgres_->folder() + " port=5432 dbname=postgres user=guest password='" +
                postgres_password + "'",
            "--redis-url",
            "redis://:" + redis_password + "@127.0.0.1:" + port_};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments);
    }

private:
    std::unique_ptr<backend::RedisServer> redis_;
    std::unique_ptr<backend::PostgresServer> postgres_;
    std::string port_;
};

TEST_CASE("bench refusals: a wrong password is told in one line without it", "[bench]") {
    const Guarded servers;
    const std::string right(password);
    const std::string wrong = right + "-not";
    const Ended postgres = servers.bench(wrong, right);
    CAPTURE(postgres.errors);
    CHECK(postgres.status == 69);
    CHECK(postgres.errors.starts_with("onceproof: PostgreSQL cannot be reached: "));
    CHECK(postgres.errors.find("password authentication failed") != std::string::npos);
    CHECK(postgres.errors.ends_with("(see --postgres-url)\n"));
    check_hidden(postgres);
    const Ended redis = servers.bench(right, wrong);
    CAPTURE(redis.errors);
    CHECK(redis.status == 69);
    CHECK(redis.errors.starts_with("onceproof: Redis cannot be reached: WRONGPASS"));
    CHECK(redis.errors.ends_with("(see --redis-url)\n"));
    check_hidden(redis);
    const testing::TemporaryFolder folder;
    const Ended granted =
        servers.bench(right, right, {"-o", folder.path(""), "--json", folder.path("figures.json")});
    CAPTURE(granted.errors);
    CHECK(granted.status == 0);
    check_hidden(granted);
    const std::string document = content_of(folder.path("costs.md"));
    CHECK(document.find("redis://:***@127.0.0.1:") != std::string::npos);
    CHECK(document.find(password) == std::string::npos);
    CHECK(content_of(folder.path("figures.json")).find(password) == std::string::npos);
}

TEST_CASE("bench refusals: MariaDB's wrong password is told in one line without it", "[bench]") {
    const auto server = std::move(backend::MariadbServer::start({.fsync = false}).server);
    REQUIRE(server);
    backend::MariadbSql sql({.socket = server->socket(), .pool = 1});
    REQUIRE(
        sql.run_script("CREATE USER guest@localhost IDENTIFIED BY '" + std::string(password) + "'")
            .ok()
    );
    std::string socket = server->socket();
    for (std::size_t place = socket.find('/'); place != std::string::npos;
         place = socket.find('/', place)) {
        socket.replace(place, 1, "%2F");
    }
    const Ended ended = run_program(
        {"bench",
         "--smoke",
         "--database",
         "mariadb",
         "--strategy",
         "dedup-table/hardened",
         "--mariadb-url",
         "mysql://guest:" + std::string(password) + "x@" + socket}
    );
    CAPTURE(ended.errors);
    CHECK(ended.status == 69);
    CHECK(ended.errors.starts_with("onceproof: MariaDB cannot be reached: Access denied"));
    CHECK(ended.errors.ends_with("(see --mariadb-url)\n"));
    check_hidden(ended);
}

TEST_CASE("bench refusals: a wrong address is told without the password in it", "[bench]") {
    const std::string word(password);
    const auto [arguments, status] = GENERATE_COPY(table<std::vector<std::string>, int>(
        {{{"--postgres-url", "postgre://me:" + word + "@db/x"}, 69},
         {{"--postgres-url", "postgresql://me:" + word + "@tail@nowhere.invalid/x"}, 69},
         {{"--postgres-url", "postgresql://me:" + word + "@127.0.0.1:notaport/x"}, 69},
         {{"--mariadb-url", "mariadb://me:" + word + "@db", "--database", "mariadb"}, 69},
         {{"--redis-url", "http://me:" + word + "@db"}, 69},
         {{"redis://:" + word + "@db"}, 64}}
    ));
    std::vector<std::string> words{"bench", "--smoke", "--strategy", "redis-key"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Ended ended = run_program(words);
    CAPTURE(ended.errors);
    CHECK(ended.status == status);
    CHECK(std::ranges::count(ended.errors, '\n') == 1);
    check_hidden(ended);
}

/// Answers PING and INFO as a Redis of that version would, to one client.
class OldRedis {
public:
    explicit OldRedis(const std::string& version)
        : info_("redis_version:" + version + "\r\n"), listener_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* const place = reinterpret_cast<sockaddr*>(&address);
        REQUIRE(bind(listener_, place, size) == 0);
        REQUIRE(listen(listener_, 1) == 0);
        REQUIRE(getsockname(listener_, place, &size) == 0);
        port_ = ntohs(address.sin_port);
        server_ = std::jthread([this] { serve(); });
    }
    ~OldRedis() {
        // Ends the wait for a client that never came.
        shutdown(listener_, SHUT_RDWR);
        server_.join();
        close(listener_);
    }
    OldRedis(const OldRedis&) = delete;
    OldRedis& operator=(const OldRedis&) = delete;

    [[nodiscard]] std::string url() const { return "redis://127.0.0.1:" + std::to_string(port_); }

private:
    void serve() const {
        const int client = accept(listener_, nullptr, nullptr);
        std::array<char, 512> buffer{};
        ssize_t size = 0;
        while (client >= 0 && (size = recv(client, buffer.data(), buffer.size(), 0)) > 0) {
            const std::string_view asked(buffer.data(), static_cast<std::size_t>(size));
            std::string answer("+PONG\r\n");
            if (asked.find("INFO") != std::string_view::npos) {
                answer = "$";
                answer.append(std::to_string(info_.size())).append("\r\n").append(info_);
                answer.append("\r\n");
            }
            send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
        }
        close(client);
    }

    std::string info_;
    int listener_;
    int port_ = 0;
    std::jthread server_;
};

TEST_CASE("bench refusals: a server that is too old is named with the least version", "[bench]") {
    const OldRedis redis("4.0.9");
    const Ended ended = run_program({"bench", "--smoke", "--redis-url", redis.url()});
    CHECK(ended.status == 69);
    CHECK(ended.errors == "onceproof: Redis 4.0.9 is too old: 5.0 is the least that is measured\n");
}

}  // namespace
}  // namespace onceproof::bench
