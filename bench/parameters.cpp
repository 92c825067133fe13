#include "bench/parameters.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::bench {
namespace {

const Values& values_of(Parameter parameter, Size size) {
    const auto row = std::ranges::find(parameter_table, parameter, &ParameterRow::parameter);
    ENSURE(row != parameter_table.end());
    return size == Size::usual ? row->usual : size == Size::full ? row->full : row->smoke;
}

template <class Number>
std::vector<Number> list_of(Parameter parameter, Size size) {
    std::vector<Number> list;
    for (const std::int64_t value : values_of(parameter, size)) {
        if (value != no_value) {
            list.push_back(static_cast<Number>(value));
        }
    }
    return list;
}

}  // namespace

Parameters parameters(Size size) {
    const auto number = [size](Parameter parameter) {
        return values_of(parameter, size).front();
    };
    const auto count = [&](Parameter parameter) {
        return static_cast<std::size_t>(number(parameter));
    };
    return {
        .threads = list_of<std::size_t>(Parameter::threads, size),
        .repeats = list_of<unsigned>(Parameter::repeats, size),
        .hot = number(Parameter::hot) == 1,
        .rates = {},
        .min_time = std::chrono::milliseconds(number(Parameter::min_time)),
        .requests = count(Parameter::requests),
        .offered_time = std::chrono::milliseconds(number(Parameter::offered_time)),
        .done_keys = count(Parameter::done_keys),
        .warm_up = count(Parameter::warm_up),
        .limit_rounds = count(Parameter::limit_rounds),
        .limit_time = std::chrono::milliseconds(number(Parameter::limit_time))};
}

std::vector<Load> loads_of(const Parameters& parameters, std::size_t threads) {
    std::vector<Load> loads;
    for (const unsigned repeats : parameters.repeats) {
        loads.push_back({.repeats = repeats});
        if (repeats > 0 && parameters.hot) {
            loads.push_back({.repeats = repeats, .keys = Keys::hot});
        }
    }
    if (threads == std::ranges::max(parameters.threads)) {
        for (const double rate : parameters.rates) {
            for (const unsigned repeats : parameters.repeats) {
                loads.push_back({.repeats = repeats, .rate = rate});
            }
        }
    }
    return loads;
}

}  // namespace onceproof::bench
