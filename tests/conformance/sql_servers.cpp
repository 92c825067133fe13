#include "tests/conformance/sql_servers.hpp"

#include <stdexcept>
#include <utility>

namespace onceproof::conformance {

namespace {

std::unique_ptr<backend::SteppedDatabase> prepared(
    backend::Started<backend::SteppedDatabase> started,
    std::string_view schema,
    std::size_t sessions
) {
    if (!started.server) throw std::runtime_error(started.error->message);
    started.server->recreate(schema);
    for (std::size_t session = 0; session < sessions; ++session)
        started.server->connect(session);
    return std::move(started.server);
}

}  // namespace

std::unique_ptr<backend::SteppedDatabase> postgres_with(
    std::string_view schema, std::size_t sessions
) {
    return prepared(backend::start_stepped_postgres({.fsync = false}), schema, sessions);
}

std::unique_ptr<backend::SteppedDatabase> mariadb_with(
    std::string_view schema, std::size_t sessions
) {
    return prepared(backend::start_stepped_mariadb({.fsync = false}), schema, sessions);
}

}  // namespace onceproof::conformance
