#include "bench/parameters.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::bench {
namespace {

const std::array<std::int64_t, 3>& values_of(Parameter parameter, bool smoke) {
    const auto row = std::ranges::find(parameter_table, parameter, &ParameterRow::parameter);
    ENSURE(row != parameter_table.end());
    return smoke ? row->smoke : row->canonical;
}

}  // namespace

Parameters parameters(bool smoke) {
    const auto number = [smoke](Parameter parameter) {
        return values_of(parameter, smoke).front();
    };
    Parameters result;
    for (const std::int64_t threads : values_of(Parameter::threads, smoke)) {
        if (threads > 0) {
            result.threads.push_back(static_cast<std::size_t>(threads));
        }
    }
    result.min_time = std::chrono::milliseconds(number(Parameter::min_time));
    result.requests = static_cast<std::uint64_t>(number(Parameter::requests));
    result.done_keys = static_cast<std::size_t>(number(Parameter::done_keys));
    result.warm_up = static_cast<std::size_t>(number(Parameter::warm_up));
    return result;
}

}  // namespace onceproof::bench
