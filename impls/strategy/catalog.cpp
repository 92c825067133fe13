#include "impls/strategy/catalog.hpp"

#include <algorithm>
#include <array>

#include "impls/strategy/conflict_without_status.hpp"
#include "impls/strategy/dedup_insert.hpp"
#include "impls/strategy/dedup_table.hpp"
#include "impls/strategy/delete_token.hpp"
#include "impls/strategy/key_not_released.hpp"
#include "impls/strategy/mq_dedup.hpp"
#include "impls/strategy/no_expiry.hpp"
#include "impls/strategy/no_guard.hpp"
#include "impls/strategy/optimistic_lock.hpp"
#include "impls/strategy/outbox.hpp"
#include "impls/strategy/redis_key.hpp"
#include "impls/strategy/schema.hpp"
#include "impls/strategy/table_lock.hpp"
#include "impls/strategy/timeout_table.hpp"
#include "impls/strategy/timestamp_key.hpp"
#include "impls/strategy/two_level.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::strategy {

std::span<const Info> catalog() {
    static const std::array infos{
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
    return infos;
}

const Info* find(std::string_view name) {
    const std::span<const Info> infos = catalog();
    const auto info = std::ranges::find(infos, name, &Info::name);
    return info == infos.end() ? nullptr : &*info;
}

Options resolve(const Info& info, std::string_view preset, const Options& single) {
    Options options;
    for (const OptionInfo& option : info.options) {
        options[std::string(option.name)] = option.value;
    }
    const auto chosen = std::ranges::find(info.presets, preset, &Preset::name);
    ENSURE(chosen != info.presets.end());
    for (const Options& layer : {chosen->options, single}) {
        for (const auto& [name, value] : layer) {
            ENSURE(options.contains(name));
            options[name] = value;
        }
    }
    return options;
}

std::string full_schema(const Info& info) {
    return std::string(info.schema) + std::string(schema::payment);
}

}  // namespace onceproof::strategy
