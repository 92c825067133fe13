#include <algorithm>

#include "impls/strategy/catalog.hpp"
#include "impls/strategy/schema.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::strategy {

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
