#include "impls/strategy/outbox_relay.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace onceproof::strategy {
namespace {

/// A row of the outbox.
struct Message {
    std::int64_t id = 0;
    Request request;
};

/// One round of a relay.
struct Round {
    const RelayOptions& options;
    Env& env;
    SqlSession& session;
    std::string owner;
};

std::vector<Message> messages_of(const Rows& rows) {
    std::vector<Message> messages;
    for (const auto& row : rows.rows) {
        messages.push_back(
            {std::get<std::int64_t>(row[0]),
             {.key = std::get<std::string>(row[1]),
              .order = std::get<std::string>(row[2]),
              .amount = std::get<std::int64_t>(row[3]),
              .user = std::get<std::string>(row[4])}}
        );
    }
    // UPDATE … RETURNING gives them in no order.
    std::ranges::sort(messages, {}, &Message::id);
    return messages;
}

Result<Rows> read_above_mark(SqlSession& session) {
    Result<Rows> mark = session.execute("SELECT position FROM relay_mark WHERE name = $1", "relay");
    if (!mark.ok()) {
        return mark;
    }
    const std::int64_t position = mark->rows.empty() ? 0 : std::get<std::int64_t>(mark->rows[0][0]);
    return session.execute(
        "SELECT id, request_key, order_id, amount, user_id FROM outbox WHERE id > $1 ORDER BY id",
        position
    );
}

Result<Rows> read(const Round& round) {
    if (round.options.high_water_mark) {
        return read_above_mark(round.session);
    }
    if (round.options.claim == RelayClaim::none) {
        return round.session.execute(
            "SELECT id, request_key, order_id, amount, user_id FROM outbox WHERE sent = 0 "
            "ORDER BY id"
        );
    }
    return round.session.execute(
        "UPDATE outbox SET owner = $1, lease_until = now() + " + seconds_sql(round.options.lease) +
            " WHERE sent = 0 AND (owner IS NULL OR lease_until <= now()) "
            "RETURNING id, request_key, order_id, amount, user_id",
        round.owner
    );
}

Result<Rows> move_mark(SqlSession& session, std::int64_t position) {
    Result<Rows> moved =
        session.execute("UPDATE relay_mark SET position = $1 WHERE name = $2", position, "relay");
    if (!moved.ok() || moved->affected == 1) {
        return moved;
    }
    return session.execute(
        "INSERT INTO relay_mark (name, position) VALUES ($1, $2)", "relay", position
    );
}

/// Notes that this message is out.
Result<Rows> mark(const Round& round, const Message& message) {
    if (round.options.high_water_mark) {
        return move_mark(round.session, message.id);
    }
    if (round.options.claim == RelayClaim::none) {
        return round.session.execute("UPDATE outbox SET sent = 1 WHERE id = $1", message.id);
    }
    return round.session.execute(
        "UPDATE outbox SET sent = 1 WHERE id = $1 AND owner = $2", message.id, round.owner
    );
}

/// Gives up what was claimed and not published; should it fail, the lease ends all the same.
void release(const Round& round) {
    if (round.options.claim != RelayClaim::none) {
        static_cast<void>(round.session.execute(
            "UPDATE outbox SET owner = NULL, lease_until = NULL WHERE owner = $1 AND sent = 0",
            round.owner
        ));
    }
}

void publish_and_mark(const Round& round) {
    const Result<Rows> rows = read(round);
    if (!rows.ok()) {
        return;
    }
    for (const Message& message : messages_of(*rows)) {
        const Result<std::string> published =
            round.env.broker.publish(message.request, "outbox-" + std::to_string(message.id));
        if (!published.ok()) {
            release(round);
            return;
        }
        if (!round.options.marks_all && !mark(round, message).ok()) {
            return;
        }
    }
    if (round.options.marks_all) {
        static_cast<void>(round.session.execute("UPDATE outbox SET sent = 1 WHERE sent = 0"));
    }
}

}  // namespace

void relay_outbox(const RelayOptions& options, Env& env) {
    const Result<SqlSession*> session = env.sql.open();
    if (!session.ok()) {
        return;
    }
    publish_and_mark(
        {.options = options,
         .env = env,
         .session = **session,
         .owner = options.claim == RelayClaim::owner ? env.ids.uuid() : "relay"}
    );
    (*session)->close();
}

}  // namespace onceproof::strategy
