#include "tests/conformance/known.hpp"

#include <algorithm>
#include <array>

#include "model/base/ensure.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::array table{
    KnownDifference{
        .id = Known::serializable_refusal,
        .name = "serializable-refusal",
        .server = "PostgreSQL",
        .what = "The server refuses a SERIALIZABLE transaction that the fake lets commit.",
        .reason = "PostgreSQL marks what was read by whole index pages, and merges marks when "
                  "there are many; the fake marks rows and key places. So the server refuses more, "
                  "never less.",
        .treatment = "The sequence ends there. A refusal by the fake alone is an error."},
    KnownDifference{
        .id = Known::late_refusal,
        .name = "late-refusal",
        .server = "PostgreSQL",
        .what = "A SERIALIZABLE transaction that waits for a row is made to fail meanwhile: the "
                "server ends that statement, and refuses the next one or the commit; the fake "
                "refuses at once.",
        .reason = "The server looks at pages of rows before it waits for one of them, the fake "
                  "at each row when it comes to it.",
        .treatment = "The server must refuse the commit. The sequence ends there."},
    KnownDifference{
        .id = Known::victim_in_a_queue,
        .name = "victim-in-a-queue",
        .server = "PostgreSQL, MariaDB",
        .what = "Of three sessions that all wait, the server gives up one that queues for a row "
                "behind a deadlock.",
        .reason = "On the server the second in the queue waits for the first; in the fake both "
                  "wait for the row's holder, so the cycle is a smaller one.",
        .treatment = "The sequence ends there."},
    KnownDifference{
        .id = Known::rows_in_turn,
        .name = "rows-in-turn",
        .server = "PostgreSQL, MariaDB",
        .what = "Two statements that one end has freed lock their rows in turn on the server, and "
                "may come into a deadlock; in the fake one has all its rows before the other.",
        .reason = "A statement of the fake is one step as long as it does not wait.",
        .treatment = "The sequence ends there."},
    KnownDifference{
        .id = Known::loose_locks,
        .name = "loose-locks",
        .server = "MariaDB",
        .what = "A READ COMMITTED transaction that has waited for a row holds locks, or not, on "
                "rows that do not match its WHERE.",
        .reason = "InnoDB gives a row that does not match back only if the search has not waited "
                  "for it, and a transaction's locks go one by one, so for how many rows a search "
                  "waits is a matter of luck; in the fake it is one.",
        .treatment = "The sequence ends at the first difference after such a wait."},
    KnownDifference{
        .id = Known::late_purge,
        .name = "late-purge",
        .server = "MariaDB",
        .what = "Entries of deleted rows go away, with the gaps beside them, some time after the "
                "commit; in the fake at once.",
        .reason = "InnoDB purges in the background.",
        .treatment = "After each statement that writes, the comparison waits for the purge. Where "
                     "entries go while another session waits, the two race: the sequence ends at "
                     "the first difference after that. Any other difference counts only if it "
                     "comes again in two repetitions, since a machine under load purges late."},
    KnownDifference{
        .id = Known::index_ranges,
        .name = "index-ranges",
        .server = "MariaDB",
        .what = "A locking search by a range of an index (id > $1) locks that range; in the fake "
                "the whole table.",
        .reason = "The fake's only access paths are a key that WHERE pins and the whole table.",
        .treatment =
            "No such statement in the sequences, or none above REPEATABLE READ, where a plain "
            "SELECT locks: the fake locks too much, not too little."},
    KnownDifference{
        .id = Known::errors_left_out,
        .name = "errors-left-out",
        .server = "PostgreSQL",
        .what = "x AND $1, where x overflows in some row and $1 is FALSE: the server has left x "
                "out, the fake computes it first.",
        .reason = "The fake plans a statement once; the server again for each set of parameters.",
        .treatment = "No parameter is a condition of its own in the sequences; constants are, on "
                     "either side."},
    KnownDifference{
        .id = Known::null_comparisons,
        .name = "null-comparisons",
        .server = "MariaDB",
        .what = "A search by an equality with NULL takes no snapshot; in the fake it does.",
        .reason = "MariaDB sees before the search that no row can match.",
        .treatment = "No NULL is compared with in the sequences."},
    KnownDifference{
        .id = Known::order_after_return,
        .name = "order-after-return",
        .server = "RabbitMQ",
        .what = "Messages that came back are handed out first; by the fake last.",
        .reason = "AMQP promises no order for them, and strategies must not live on one.",
        .treatment = "While such messages wait, all there are are taken, and compared as a set."},
    KnownDifference{
        .id = Known::young_queue,
        .name = "young-queue",
        .server = "RabbitMQ",
        .what = "A quorum queue that was made less than 2.5 s before the node is killed has no "
                "leader afterwards, for ever; in the fake every queue survives.",
        .reason = "The node (3.10) writes what it knows of its queues with such a delay.",
        .treatment = "The node is killed when its queue is older."},
    KnownDifference{
        .id = Known::process_crash,
        .name = "process-crash",
        .server = "Redis",
        .what = "With appendfsync everysec a killed server loses nothing; the fake loses the "
                "writes of the last second.",
        .reason = "What the process has written is the kernel's: only a crash of the machine loses "
                  "it, and that is what the fake stands for.",
        .treatment = "Crashes are compared with persistence none and always."},
    KnownDifference{
        .id = Known::memory_by_size,
        .name = "memory-by-size",
        .server = "Redis",
        .what = "maxmemory counts bytes; the fake counts keys, and evicts the one written least "
                "recently, where Redis samples.",
        .reason = "Bytes and samples depend on the allocator and on chance.",
        .treatment = "Not compared: faults of that kind strike in the simulated world only."},
};

}  // namespace

std::span<const KnownDifference> known_differences() {
    return table;
}

const KnownDifference& about(Known id) {
    const auto* const found = std::ranges::find(table, id, &KnownDifference::id);
    ENSURE(found != table.end());
    return *found;
}

std::optional<Known> known_by_name(std::string_view name) {
    const auto* const found = std::ranges::find(table, name, &KnownDifference::name);
    if (found == table.end()) return std::nullopt;
    return found->id;
}

}  // namespace onceproof::conformance
