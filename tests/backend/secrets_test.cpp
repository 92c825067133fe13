#include "impls/backend/secrets.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

std::string hidden(const std::string& address, const std::string& text) {
    Secrets secrets;
    secrets.learn(address);
    return secrets.hidden(text);
}

TEST_CASE("secrets: an address is shown without its password", "[backend]") {
    const auto [address, shown] = GENERATE(table<std::string, std::string>(
        {{"postgresql://me:S3cret@db/x", "postgresql://me:***@db/x"},
         {"redis://:S3cret@host:6379/1", "redis://:***@host:6379/1"},
         {"host=db password=S3cret user=me", "host=db password=*** user=me"},
         {"host=db password = 'S3 cret' user=me", "host=db password = '***' user=me"},
         {"postgresql://db/x?password=S3cret&user=me", "postgresql://db/x?password=***&user=me"},
         {"postgresql://db/x?sslpassword=S3cret", "postgresql://db/x?sslpassword=***"},
         {"postgresql://me@db/x", "postgresql://me@db/x"},
         {"unix:/tmp/redis.sock", "unix:/tmp/redis.sock"}}
    ));
    CHECK(hidden(address, address) == shown);
    CHECK(without_passwords(address) == shown);
}

TEST_CASE("secrets: a library's message is shown without the password", "[backend]") {
    CHECK(
        hidden(
            "postgre://me:S3cret@db",
            "missing \"=\" after \"postgre://me:S3cret@db\" in connection info string"
        ) == "missing \"=\" after \"postgre://me:***@db\" in connection info string"
    );
}

TEST_CASE("secrets: a piece of a password that was split elsewhere is hidden", "[backend]") {
    CHECK(
        hidden("postgresql://me:S3c@tail@db/x", "could not translate host name \"tail@db\"") ==
        "could not translate host name \"***@db\""
    );
    CHECK(
        hidden("postgresql://me:S3c/tail@db", "could not translate host name \"me:S3c\"") ==
        "could not translate host name \"me:***\""
    );
}

TEST_CASE("secrets: a password is hidden as it was written and decoded", "[backend]") {
    CHECK(
        hidden("mysql://me:a%2Bb%21@db", "no access with a+b! or a%2Bb%21") ==
        "no access with *** or ***"
    );
}

TEST_CASE("secrets: addresses inside of a sentence are found", "[backend]") {
    CHECK(
        without_passwords("The following argument was not expected: redis://:S3cret@host") ==
        "The following argument was not expected: redis://:***@host"
    );
    CHECK(without_passwords("unknown flag --colour") == "unknown flag --colour");
}

}  // namespace
}  // namespace onceproof::backend
