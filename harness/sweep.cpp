#include "harness/sweep.hpp"

#include <algorithm>
#include <set>

#include "harness/read_value.hpp"
#include "harness/sweep_target.hpp"

namespace onceproof::harness {
namespace {

/// One path of `[sweep]` with what stands behind it. Unquoted dotted keys arrive as nested tables.
struct Swept {
    std::string path;
    const Entry* entry;
};

void flatten(const Table& table, const std::string& prefix, std::vector<Swept>& swept) {
    for (const Entry& entry : table.entries) {
        const std::string path = prefix.empty() ? entry.key : prefix + "." + entry.key;
        if (path == "combine") continue;
        if (const auto* inner = entry.value.as<Table>()) {
            flatten(*inner, path, swept);
        } else {
            swept.push_back({path, &entry});
        }
    }
}

/// The values of one axis; empty after a problem.
List axis_values(const Swept& swept, Problems& problems) {
    const List* values = swept.entry->value.as<List>();
    if (values == nullptr) {
        problems.add(
            swept.entry->value.place,
            in_quotes(swept.path) + " is a list of values, not " +
                std::string(type_name(swept.entry->value))
        );
        return {};
    }
    if (values->empty()) {
        problems.add(swept.entry->value.place, in_quotes(swept.path) + " has no value to take");
    }
    std::set<std::string> seen;
    for (const Node& value : *values) {
        if (!seen.insert(spelled(value)).second) {
            problems.add(value.place, "value \"" + spelled(value) + "\" stands here twice");
            return {};
        }
    }
    return *values;
}

/// Value indices in step; empty after a problem.
std::vector<std::vector<std::size_t>> zipped(const std::vector<Axis>& axes, Problems& problems) {
    std::vector<std::vector<std::size_t>> points;
    for (const Axis& axis : axes) {
        if (axis.values.size() != axes.front().values.size()) {
            problems.add(
                axis.place,
                in_quotes(axis.path) + " has " + std::to_string(axis.values.size()) +
                    " values, \"" + axes.front().path + "\" has " +
                    std::to_string(axes.front().values.size()),
                "combine = \"zip\" takes lists of one length"
            );
            return {};
        }
    }
    for (std::size_t i = 0; i < axes.front().values.size(); ++i) {
        points.emplace_back(axes.size(), i);
    }
    return points;
}

/// Every combination; more than allowed gives one more than allowed.
std::vector<std::vector<std::size_t>> product(const std::vector<Axis>& axes) {
    std::vector<std::vector<std::size_t>> points{{}};
    for (const Axis& axis : axes) {
        std::vector<std::vector<std::size_t>> longer;
        for (const auto& point : points) {
            for (std::size_t i = 0; i < axis.values.size(); ++i) {
                if (longer.size() > sweep_points_max) return longer;
                longer.push_back(point);
                longer.back().push_back(i);
            }
        }
        points = std::move(longer);
    }
    return points;
}

/// Two spellings of one path would overwrite each other.
bool is_new(
    const SweepTarget& target, const Swept& swept, const std::vector<Axis>& axes, Problems& problems
) {
    const auto same = std::ranges::find_if(axes, [&](const Axis& axis) {
        return axis.target.fault == target.fault && axis.target.keys == target.keys;
    });
    if (same == axes.end()) return true;
    problems.add(swept.entry->place, in_quotes(same->path) + " is swept already");
    return false;
}

bool is_zip(const Table& table, Problems& problems) {
    const Entry* combine = table.find("combine");
    if (combine == nullptr) return false;
    const auto word = read_value(*find_key("sweep.combine"), combine->value, problems);
    return word && std::get<std::string>(*word) == "zip";
}

}  // namespace

Sweep read_sweep(const Table& root, const Vocabulary& vocabulary, Problems& problems) {
    Sweep sweep;
    const Entry* entry = root.find("sweep");
    if (entry == nullptr) {
        return {{}, {{}}};
    }
    const Table* table = entry->value.as<Table>();
    if (table == nullptr) {
        problems.add(entry->value.place, "\"sweep\" is a table");
        return sweep;
    }
    const bool zip = is_zip(*table, problems);
    std::vector<Swept> swept;
    flatten(*table, "", swept);
    bool usable = true;
    for (const Swept& one : swept) {
        const auto target = sweep_target(one.path, one.entry->place, root, vocabulary, problems);
        List values = axis_values(one, problems);
        usable = usable && target && !values.empty() && is_new(*target, one, sweep.axes, problems);
        if (usable) {
            sweep.axes.push_back({one.path, one.entry->place, *target, std::move(values)});
        }
    }
    if (!usable) return {};
    sweep.points = zip && !sweep.axes.empty() ? zipped(sweep.axes, problems) : product(sweep.axes);
    if (sweep.points.size() > sweep_points_max) {
        problems.add(
            entry->place,
            "the sweep has more than " + std::to_string(sweep_points_max) + " points",
            "fewer values, or combine = \"zip\""
        );
        sweep.points.clear();
    }
    return sweep;
}

Node at_point(const Node& root, const Sweep& sweep, const std::vector<std::size_t>& point) {
    Node result = root;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
        const SweepTarget& target = sweep.axes[i].target;
        const Node& value = sweep.axes[i].values[point[i]];
        Table* table = result.as<Table>();
        if (target.fault) {
            table = (*table->find("fault")->value.as<List>())[*target.fault].as<Table>();
        }
        for (std::size_t step = 0; table != nullptr && step + 1 < target.keys.size(); ++step) {
            if (table->find(target.keys[step]) == nullptr) {
                table->set(target.keys[step], value.place, {value.place, Table{}});
            }
            table = table->find(target.keys[step])->value.as<Table>();
        }
        if (table != nullptr) {
            table->set(target.keys.back(), value.place, value);
        }
    }
    return result;
}

}  // namespace onceproof::harness
