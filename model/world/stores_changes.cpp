#include "model/world/stores.hpp"

// What happens to the stores besides the operations that actors announce.

namespace onceproof::world {

void Stores::write_down(const StoreEvent::What& event) {
    if (log_ != nullptr) {
        log_->add(event);
    }
}

void Stores::change_broker(const BrokerChange& change) {
    write_down(change);
    const Region::Use use(*broker_region_);
    switch (change.turn) {
        case BrokerTurn::redelivers:
            broker_->take_back_message(change.number);
            return;
        case BrokerTurn::takes_back:
            broker_->take_back(change.number);
            return;
        case BrokerTurn::drives_again:
            broker_->drive_again(change.number);
            return;
        case BrokerTurn::patience_passes:
            broker_->expire(change.until);
    }
}

void Stores::begin(std::size_t session, Isolation isolation) {
    write_down(SqlBegin{session, isolation});
    const Region::Use use(database_region_);
    database_->begin(session, isolation);
}

void Stores::roll_back(std::size_t session, SqlEnding how) {
    write_down(SqlEnd{.session = session, .how = how});
    const Region::Use use(database_region_);
    database_->rollback(session);
}

Error Stores::break_deadlock(std::size_t session) {
    const Region::Use use(database_region_);
    const Error error = database_->break_deadlock(session);
    write_down(SqlEnd{session, SqlEnding::deadlock_victim, error});
    return error;
}

Error Stores::fail_statement(std::size_t session) {
    const Region::Use use(database_region_);
    const Error error = database_->fail_statement(session);
    write_down(SqlEnd{session, SqlEnding::statement_failed, error});
    return error;
}

Error Stores::fail_wait(std::size_t session, ErrorKind kind) {
    const Region::Use use(database_region_);
    const Error error = database_->fail_wait(session, kind);
    write_down(SqlEnd{session, SqlEnding::wait_failed, error});
    return error;
}

void Stores::fail_database_over(std::size_t lost) {
    const Region::Use use(database_region_);
    database_->forget_commits(lost);
}

void Stores::evict(std::string_view key, Instant now) {
    const Region::Use use(redis_region_);
    redis_->del(key, now);
}

void Stores::end_session(std::uint8_t session, Instant at) {
    write_down(KvSessionEnd{session, at});
    const Region::Use use(redis_region_);
    redis_->end_session(session, at);
}

void Stores::restart_redis(Instant now) {
    const Region::Use use(redis_region_);
    redis_->restart(now);
}

void Stores::fail_redis_over(std::size_t lost, Instant now) {
    const Region::Use use(redis_region_);
    redis_->fail_over(lost, now);
}

}  // namespace onceproof::world
