#include "bench/raw.hpp"

#include <chrono>
#include <string>

namespace onceproof::bench {
namespace {

constexpr Duration set_ttl = std::chrono::seconds(10);

Reply failed(Error error) {
    return {ReplyKind::error, std::string(name_of(error.kind))};
}

}  // namespace

const std::string_view raw_insert_schema =
    "CREATE TABLE raw_insert (request_key text NOT NULL UNIQUE);";

Reply RawInsert::handle(const Request& request, Env& env) const {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return failed(session.error());
    }
    const Result<Rows> inserted =
        (*session)->execute("INSERT INTO raw_insert (request_key) VALUES ($1)", request.key);
    if (!inserted.ok()) {
        return failed(inserted.error());
    }
    return {ReplyKind::done, receipt_for(request)};
}

Reply RawSet::handle(const Request& request, Env& env) const {
    const Result<bool> written =
        env.kv.set(request.key, "1", {.when = SetWhen::if_absent, .ttl = set_ttl});
    if (!written.ok()) {
        return failed(written.error());
    }
    return *written ? Reply{ReplyKind::done, receipt_for(request)} : Reply{ReplyKind::busy, ""};
}

}  // namespace onceproof::bench
