#include "impls/strategy/catalog.hpp"

#include <utility>
#include <vector>

#include "impls/strategy/conflict_without_status.hpp"
#include "impls/strategy/dedup_insert.hpp"
#include "impls/strategy/dedup_table.hpp"
#include "impls/strategy/delete_token.hpp"
#include "impls/strategy/entered.hpp"
#include "impls/strategy/key_not_released.hpp"
#include "impls/strategy/mq_dedup.hpp"
#include "impls/strategy/no_expiry.hpp"
#include "impls/strategy/no_guard.hpp"
#include "impls/strategy/optimistic_lock.hpp"
#include "impls/strategy/outbox.hpp"
#include "impls/strategy/redis_key.hpp"
#include "impls/strategy/table_lock.hpp"
#include "impls/strategy/timeout_table.hpp"
#include "impls/strategy/timestamp_key.hpp"
#include "impls/strategy/two_level.hpp"

namespace onceproof::strategy {

namespace {

std::vector<Info> collect() {
    std::vector<Info> infos{
        no_guard_info(),
        dedup_table_info(),
        table_lock_info(),
        timeout_table_info(),
        redis_key_info(),
        dedup_insert_info(),
        delete_token_info(),
        mq_dedup_info(),
        two_level_info(),
        optimistic_lock_info(),
        outbox_info(),
        timestamp_key_info(),
        no_expiry_info(),
        key_not_released_info(),
        conflict_without_status_info()};
    for (Info& info : entered()) {
        infos.push_back(std::move(info));
    }
    return infos;
}

}  // namespace

std::span<const Info> catalog() {
    static const std::vector<Info> infos = collect();
    return infos;
}

}  // namespace onceproof::strategy
