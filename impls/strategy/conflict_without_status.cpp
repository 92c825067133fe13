#include "impls/strategy/conflict_without_status.hpp"

#include "impls/strategy/dedup_insert.hpp"
#include "impls/strategy/options.hpp"
#include "impls/strategy/schema.hpp"

namespace onceproof::strategy {

Info conflict_without_status_info() {
    return {
        .name = "conflict-without-status",
        .summary = "the dedup insert, answering from the row whatever its status",
        .source = article_b("mistake 4"),
        .claim = "named as a mistake: the second caller gets an empty result",
        .gap = "a pending or failed row is answered as a success",
        .needs_sql = true,
        .schema = schema::dedup_insert,
        .tables = {"idempotent_request"},
        .options = {},
        .presets = {{"published", {}}},
        .make = [](const Options&, Effect effect) -> std::unique_ptr<const Strategy> {
            return std::make_unique<DedupInsert>(InsertOptions{
                .effect = effect, .read_status = false, .store_body = true});
        },
        .uses_tasks = never};
}

}  // namespace onceproof::strategy
