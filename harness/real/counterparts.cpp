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

constexpr std::array<Counterpart, 18> redis_table{{
    {"request-lost",
     "the client gives up on a socket on which its request is kept; it goes nowhere"},
    {"reply-lost", "the same; then the request is given to the server, and its answer is compared"},
    {"late", "the same; the request is given to the server when it arrives"},
    {"resent", "the command is sent twice, and both answers are compared"},
    {"refused", "the client finds a socket on which nobody listens"},
    {"crash-before", "nothing is sent"},
    {"crash-after", "the command is sent, and its answer is compared"},
    {"cancelled", "nothing: a Redis sees nothing of it"},
    {"redis-restart",
     "SIGKILL of the server, the append-only file cut back to what was written a second ago "
     "(everysec), removed (none) or as it is (always), and a start",
     "everysec less than a second behind a failover: no run with it is played"},
    {"redis-failover",
     "a replica, whose link is held up before the writes that it is to lack; then SIGKILL of the "
     "primary, and REPLICAOF NO ONE"},
    {"redis-down", "SIGKILL of the server, and a start on the whole append-only file"},
    {"redis-read-only", "min-replicas-to-write, without such replicas"},
    {"redis-eviction",
     "DEL of the key that the run drops",
     "which key it is: Redis draws a few and drops the least recently used of them"},
    {"lease-session-expired", "", "a Redis has no sessions"},
    {"ephemeral keys", "", "a Redis has no sessions"},
    {"a full store", "maxmemory below what is in use, for that command"},
    {"times to live",
     "real ones, so short that a key ends between the same two events as in the run",
     "how much is left of one; whether a key has an end is compared"},
    {"contents", "names, values and which keys have an end, behind the last event"},
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

std::span<const Counterpart> redis_counterparts() {
    return redis_table;
}

std::span<const Counterpart> broker_counterparts() {
    return broker_table;
}

}  // namespace onceproof::harness
