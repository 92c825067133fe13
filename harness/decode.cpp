#include "harness/decode.hpp"

#include <algorithm>
#include <map>

#include "harness/decode_parts.hpp"
#include "harness/extends.hpp"
#include "harness/read_value.hpp"
#include "harness/schema.hpp"
#include "harness/sweep.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {

std::vector<const Node*> tables_of(const Source& source, std::string_view name) {
    const Entry* entry = source.root.find(name);
    if (entry == nullptr) return {};
    std::vector<const Node*> tables;
    if (const auto* list = entry->value.as<List>()) {
        for (const Node& node : *list) {
            if (node.as<Table>() != nullptr) tables.push_back(&node);
        }
        if (tables.size() == list->size()) return tables;
    }
    source.problems.add(
        entry->value.place,
        in_quotes(name) + " is a list of tables",
        "write: [[" + std::string(name) + "]]"
    );
    return {};
}

void require(const Table& table, const Place& place, std::string_view key, Problems& problems) {
    if (table.find(key) == nullptr) {
        problems.add(place, in_quotes(key) + " is missing here");
    }
}

namespace {

/// Each attempt is up to four actors of the world, and those are numbered with one byte.
constexpr std::size_t attempts_in_all_max = 48;

/// Another payload under the same key needs a key that two callers send.
void check_identity(const Node& root, const Scenario& scenario, Problems& problems) {
    const Entry* section = root.as<Table>()->find("workload");
    const auto* workload = section == nullptr ? nullptr : section->value.as<Table>();
    if (workload == nullptr || scenario.workload.identity == world::Identity::per_order) {
        return;
    }
    const auto refuse = [&](std::string_view key, bool given) {
        const Entry* entry = workload->find(key);
        if (given && entry != nullptr) {
            problems.add(
                entry->place, in_quotes(key) + " needs identity \"per-order\": no key is sent twice"
            );
        }
    };
    refuse("other_payload", scenario.workload.other_payload);
    refuse("other_order", scenario.workload.other_order);
}

/// Says what a scenario cannot do without (its id, a strategy to run) or cannot have.
void check_presence(const Node& root, const Scenario& scenario, Problems& problems) {
    const Entry* section = root.as<Table>()->find("scenario");
    if (section == nullptr) {
        problems.add(root.place, "no scenario here: [scenario] id is missing");
    } else if (const auto* table = section->value.as<Table>()) {
        require(*table, section->place, "id", problems);
    }
    const Workload& load = scenario.workload;
    const std::size_t workers = load.consumers + load.relays;
    if (load.callers * load.keys * load.attempts + workers > attempts_in_all_max) {
        const Entry* workload = root.as<Table>()->find("workload");
        problems.add(
            workload == nullptr ? root.place : workload->place,
            workers == 0 ? "more than 48 attempts in all (callers x keys x attempts)"
                         : "more than 48 attempts (callers x keys x attempts), consumers and "
                           "relays in all"
        );
    }
    if (scenario.strategies.empty() && problems.empty()) {
        problems.add(root.place, "no strategy to run: [strategies] use is missing or empty");
    }
}

/// What goes wrong at one sweep point: in reading it, and, worth telling only if nothing did, with
/// the strategies' rules.
struct Troubles {
    Problems& problems;
    Problems& breaches;
};

Scenario decode_point(
    const Node& root, const Sweep& sweep, const Vocabulary& vocabulary, const Troubles& troubles
) {
    Problems& problems = troubles.problems;
    Scenario scenario;
    Slots slots;
    slots.scenario = &scenario;
    const auto* table = root.as<Table>();
    ENSURE(table != nullptr);
    const Source source{*table, vocabulary, problems};
    read_table(source.root, "", slots, problems);
    scenario.strategies = decode_strategies(source);
    scenario.faults = decode_faults(source, scenario.mode);
    scenario.guarantees = decode_guarantees(source);
    scenario.expectations = decode_expectations(source, scenario, sweep);
    scenario.regress = decode_regress(source);
    check_messages(source, scenario);
    check_claim(source, scenario);
    check_timed(source, scenario);
    check_presence(root, scenario, problems);
    check_identity(root, scenario, problems);
    if (problems.empty()) check_rules({*table, vocabulary, troubles.breaches}, scenario);
    for (const Axis& axis : sweep.axes) {
        SweepAxis swept{axis.path, {}};
        for (const Node& value : axis.values)
            swept.values.push_back(spelled(value));
        scenario.sweep.push_back(std::move(swept));
    }
    return scenario;
}

}  // namespace

Decoded decode_tree(
    const std::optional<Node>& root,
    const std::string& file,
    const Vocabulary& vocabulary,
    Problems& problems
) {
    Decoded decoded;
    Problems breaches;
    const Troubles troubles{problems, breaches};
    if (root) {
        const Sweep sweep = read_sweep(*root->as<Table>(), vocabulary, problems);
        if (sweep.points.empty()) {
            // The rest of the file is still worth reading: one round of errors, not two.
            static_cast<void>(decode_point(*root, sweep, vocabulary, troubles));
        }
        for (const auto& point : sweep.points) {
            Scenario scenario =
                decode_point(at_point(*root, sweep, point), sweep, vocabulary, troubles);
            scenario.file = file;
            for (std::size_t i = 0; i < point.size(); ++i) {
                scenario.point[scenario.sweep[i].path] = scenario.sweep[i].values[point[i]];
            }
            decoded.scenarios.push_back(std::move(scenario));
        }
    }
    decoded.diagnostics = problems.empty() ? breaches.take() : problems.take();
    if (!decoded.diagnostics.empty()) decoded.scenarios.clear();
    return decoded;
}

Decoded decode_file(const std::string& file, const Vocabulary& vocabulary) {
    Problems problems;
    return decode_tree(load(file, problems), file, vocabulary, problems);
}

Decoded decode_text(
    const std::string& text, const std::string& file, const Vocabulary& vocabulary
) {
    Problems problems;
    return decode_tree(load_text(text, file, problems), file, vocabulary, problems);
}

Decoded decode_files(std::span<const std::string> files, const Vocabulary& vocabulary) {
    Decoded all;
    std::map<std::string, std::string> file_of_id;
    for (const std::string& file : files) {
        Decoded one = decode_file(file, vocabulary);
        if (one.ok()) {
            const std::string& id = one.scenarios.front().id;
            const auto [first, is_new] = file_of_id.emplace(id, file);
            if (!is_new) {
                Diagnostic diagnostic;
                diagnostic.file = file;
                diagnostic.message = "scenario id \"" + id + "\" is taken by " + first->second;
                one.diagnostics.push_back(std::move(diagnostic));
            }
        }
        std::ranges::move(one.scenarios, std::back_inserter(all.scenarios));
        std::ranges::move(one.diagnostics, std::back_inserter(all.diagnostics));
    }
    if (!all.ok()) all.scenarios.clear();
    return all;
}

}  // namespace onceproof::harness
