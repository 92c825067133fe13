#include "harness/real/counterparts.hpp"

#include <array>

namespace onceproof::harness {

namespace {

constexpr std::array<Counterpart, 17> database_table{{
    {"request-lost", "nothing is sent; the connection is ended by the server"},
    {"reply-lost",
     "a commit: sent, and the connection closed without reading; a statement: its answer is "
     "compared and kept from nobody but the strategy, then the connection ends",
     "the answer to such a commit; the rows at the end tell whether it was made"},
    {"late", "the commit is sent when it arrives, on the connection of the client that gave up"},
    {"resent", "the statement is sent twice"},
    {"refused", "the connection is ended by the server"},
    {"crash-before",
     "the process's connections are ended by the server",
     "a statement that waits when its client dies: it is ended at once, where a server might go on "
     "with it"},
    {"crash-after", "as crash-before"},
    {"cancelled",
     "pg_cancel_backend or KILL QUERY, then ROLLBACK",
     "which error the statement ends with"},
    {"statement-error",
     "a deadlock with a connection of the player's, in which the statement's session gives way"},
    {"connection-killed", "pg_terminate_backend or KILL"},
    {"lock-timeout",
     "lock_timeout or innodb_lock_wait_timeout of a second",
     "how long the wait lasts"},
    {"database-restart",
     "SIGKILL of the server, and a start on what is on its disk",
     "identities: they are set back to where the run has them"},
    {"database-down",
     "SIGKILL of the server, and a start when the time is over",
     "identities, as with database-restart"},
    {"database-failover",
     "PostgreSQL: the commits that will be forgotten are made with synchronous_commit off while "
     "the "
     "server's writing processes are stopped, then SIGKILL and a start; MariaDB: none",
     "identities, as with database-restart"},
    {"times",
     "each session is told the run's time, a day later: by a function now() in front of "
     "PostgreSQL's own, by MariaDB's SET timestamp; times of columns and parameters are compared "
     "to "
     "the microsecond"},
    {"waits",
     "the server itself says that a statement waits for a lock (pg_blocking_pids, InnoDB's "
     "monitor); PostgreSQL's process of that session is then stopped until the run goes on with it",
     "MariaDB: a session goes on as soon as its lock is free, and one that waits in a run with "
     "a deadlock is not looked at"},
    {"deadlocks",
     "the server's own detection; who gives way is settled by deadlock_timeout, on MariaDB by a "
     "write of the others to a table that cannot roll back"},
}};

constexpr std::array<Counterpart, 14> broker_table{{
    {"request-lost", "nothing is sent; what the consumer holds comes back with its connection"},
    {"reply-lost", "the producer's connection is closed behind the confirm"},
    {"late", "the message is published when it arrives"},
    {"resent", "the message is published twice"},
    {"refused", "nothing is sent; what the consumer holds comes back with its connection"},
    {"crash-before", "the connections of the process's consumers are cut"},
    {"crash-after", "as crash-before"},
    {"redelivery",
     "the consumer's connection is cut if it holds nothing else; else the delivery is given back"},
    {"rebalance", "the consumer's connection is cut"},
    {"broker-down", "SIGKILL of the node, and a start when the time is over"},
    {"patience",
     "a delivery that the run's broker waits for no longer is given back for it",
     "RabbitMQ's own consumer_timeout: it looks once a minute only"},
    {"order",
     "messages are known by a number in front of their ids; what stands before the one that the "
     "run hands out is taken and put back",
     "the order of what comes back; the redelivered flag of what was put back so (its count is "
     "corrected)"},
    {"driven again",
     "a copy of a message that is done with or dead is published; any other is given back",
     "the count and the flag of a copy: they begin anew"},
    {"producer dedup", "", "RabbitMQ takes in every copy that a producer sends"},
}};

}  // namespace

std::span<const Counterpart> database_counterparts() {
    return database_table;
}

std::span<const Counterpart> broker_counterparts() {
    return broker_table;
}

}  // namespace onceproof::harness
