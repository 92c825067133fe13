#include "reports/choosing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "reports/costs_table.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"
#include "reports/windows.hpp"

namespace onceproof::reports {
namespace {

/// Failures that one asks for together.
struct Group {
    std::string_view name;
    std::string_view what;
    std::string_view kinds;  ///< begin with one of these words
};

constexpr std::array<Group, 8> groups{{
    {"no fault", "repeats and requests at the same time, while all is well", ""},
    {"network",
     "requests or replies get lost, come late or twice, connections are refused, callers give up",
     "request-lost reply-lost late resent refused cancelled"},
    {"crash", "an instance of the service dies and comes back", "crash"},
    {"pause", "a handler stalls, or an instance's clock is wrong", "stall clock"},
    {"database",
     "it restarts, fails over or cannot be reached, connections and statements fail",
     "database statement connection lock-timeout"},
    {"Redis", "it restarts, fails over, evicts, refuses or cannot be reached", "redis lease"},
    {"provider", "the charge is declined", "declined"},
    {"broker", "it delivers again, or cannot be reached", "redelivery rebalance broker"},
}};

/// What is known of one strategy under one group.
struct Found {
    std::size_t safe = 0;           ///< cells without a violation by such a fault
    std::set<std::string> broken;   ///< letters of guarantees that break for no named gap
    std::set<std::string> windows;  ///< the gaps that others break by
};

using Row = std::map<std::string_view, Found>;

bool is_of(std::string_view kind, const Group& group) {
    std::string_view words = group.kinds;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (kind.starts_with(words.substr(0, end))) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

class Matrix {
public:
    explicit Matrix(const RunRecord& record) : record_(record) {
        for (const Counterexample& each : record.counterexamples) {
            std::string& faults = faults_[each.token];
            for (const history::Step& step : each.trace.steps) {
                if (!step.fault.empty()) faults += step.fault + "\n";
            }
        }
    }

    [[nodiscard]] Row row_of(const std::string& strategy) const {
        Row row;
        for (const CellResult& cell : record_.cells) {
            if (cell.strategy != strategy || !cell.error.empty()) continue;
            for (const Group& group : groups) {
                if (can_strike(cell, group)) add(cell, group, row[group.name]);
            }
        }
        // What breaks by itself survives nothing.
        if (!row[groups[0].name].broken.empty()) {
            for (auto& [name, found] : row) {
                found.safe = 0;
            }
        }
        return row;
    }

private:
    static bool can_strike(const CellResult& cell, const Group& group) {
        return group.kinds.empty() || std::ranges::any_of(cell.faults, [&](const FaultCount& each) {
                   return each.in_reach && each.struck > 0 && is_of(each.kind, group);
               });
    }

    /// A counterexample blames the faults that are in it. With one that is not known, any may be.
    [[nodiscard]] bool blames(const GuaranteeResult& result, const Group& group) const {
        if (group.kinds.empty()) return result.faults == 0;
        const auto found = faults_.find(result.token);
        if (found == faults_.end()) return result.faults > 0;
        std::string_view rest = found->second;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            if (is_of(rest.substr(0, end), group)) return true;
            rest.remove_prefix(end + 1);
        }
        return false;
    }

    void add(const CellResult& cell, const Group& group, Found& found) const {
        bool judged = false;
        bool open = false;
        bool violated = false;
        for (const GuaranteeResult& result : cell.guarantees) {
            judged |= result.verdict == Verdict::proved || result.verdict == Verdict::held;
            open |= result.verdict == Verdict::inconclusive;
            if (result.verdict != Verdict::violated) continue;
            violated = true;
            if (!blames(result, group)) continue;
            if (result.window.empty()) {
                found.broken.insert(letter_of(result.guarantee));
            } else {
                found.windows.insert(result.window);
            }
        }
        // A search ends with the smallest history: what else could break it was not looked for.
        found.safe += judged && !violated && !open ? 1U : 0U;
    }

    [[nodiscard]] std::string letter_of(const std::string& name) const {
        const auto facts = std::ranges::find(record_.guarantees, name, &GuaranteeFacts::name);
        return facts == record_.guarantees.end() ? name : facts->letter;
    }

    const RunRecord& record_;
    std::map<std::string, std::string> faults_;  // of counterexamples, by token
};

std::string joined(const std::set<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string cell_text(const Found& found) {
    std::string text;
    if (!found.broken.empty()) text = "✖ " + joined(found.broken);
    if (!found.windows.empty()) text += (text.empty() ? "" : ", ") + joined(found.windows);
    if (text.empty() && found.safe > 0) text = fmt::format("■ {}", found.safe);
    return text;
}

std::string survival(const std::vector<std::string>& strategies, std::map<std::string, Row>& rows) {
    std::string head = "| strategy |";
    std::string line = "|---|";
    for (const Group& group : groups) {
        head += fmt::format(" {} |", group.name);
        line += "---|";
    }
    std::string text = head + "\n" + line + "\n";
    for (const std::string& strategy : strategies) {
        text += fmt::format("| {} |", markdown(strategy));
        for (const Group& group : groups) {
            text += fmt::format(" {} |", cell_text(rows[strategy][group.name]));
        }
        text += "\n";
    }
    return text;
}

/// Per group: who broke nothing in it, and who but for named gaps.
std::string by_failure(
    const std::vector<std::string>& strategies, std::map<std::string, Row>& rows
) {
    std::string text;
    for (const Group& group : groups) {
        std::string whole;
        std::string but;
        for (const std::string& strategy : strategies) {
            const Found& found = rows[strategy][group.name];
            const bool breaks = !rows[strategy][groups[0].name].broken.empty();
            if (breaks || !found.broken.empty()) continue;
            if (!found.windows.empty()) {
                but += fmt::format(
                    "{}{} ({})", but.empty() ? "" : ", ", markdown(strategy), joined(found.windows)
                );
            } else if (found.safe > 0) {
                whole += (whole.empty() ? "" : ", ") + markdown(strategy);
            }
        }
        text += fmt::format(
            "- **{}** ({}): {}. But for a gap: {}.\n",
            group.name,
            group.what,
            whole.empty() ? "none" : whole,
            but.empty() ? "none" : but
        );
    }
    return text;
}

std::string prices(
    const std::vector<std::string>& strategies,
    std::map<std::string, Row>& rows,
    const CostsTable& table
) {
    constexpr std::array<std::string_view, 3> wanted{"p99", "requests/s", "trips"};
    std::string text =
        "| strategy | p99 ms | requests/s | round trips | breaks | gaps |\n"
        "|---|--:|--:|--:|---|---|\n";
    for (const std::string& strategy : strategies) {
        const auto figures = table.rows.find(strategy);
        if (figures == table.rows.end()) continue;
        text += fmt::format("| {} |", markdown(strategy));
        for (const std::string_view column : wanted) {
            const auto at = static_cast<std::size_t>(
                std::ranges::find(table.columns, column) - table.columns.begin()
            );
            const bool has = figures->second.size() == table.columns.size();
            const bool first = column == wanted.front();
            text += fmt::format(
                " {} |",
                has     ? figures->second[at]
                : first ? figures->second.front()
                        : ""
            );
        }
        std::set<std::string> broken;
        std::set<std::string> windows;
        for (const auto& [name, found] : rows[strategy]) {
            if (!found.broken.empty()) broken.insert(std::string(name));
            windows.insert(found.windows.begin(), found.windows.end());
        }
        std::string places;
        for (const Group& group : groups) {
            if (!broken.contains(std::string(group.name))) continue;
            places += (places.empty() ? "" : ", ") + std::string(group.name);
        }
        text += fmt::format(" {} | {} |\n", places, joined(windows));
    }
    return text;
}

constexpr std::string_view intro =
    "<!-- Made by the commands below; do not edit. -->\n\n# Choosing a strategy\n\n"
    "Made by `onceproof report RUN -o DIR --costs FILE` from a run of the suite ([verdicts.md]"
    "(verdicts.md)) and from what `onceproof bench -o DIR` measured ([costs.md](costs.md)). It "
    "says what was found, in these scenarios and on that machine, and gives no advice beyond "
    "it.\n\n";

constexpr std::string_view legend =
    "*■ n*: no guarantee broke in n cells in which such a fault struck. *✖*: the guarantees that a "
    "counterexample with such a fault broke, by their letters in [verdicts.md](verdicts.md). *Z…*: "
    "it breaks only by a gap that no strategy on the service's side closes (below). Empty: not "
    "searched, such a fault can strike nothing that the strategy calls, or the strategy breaks "
    "without any. A counterexample counts for each kind of fault that is in it; it is the smallest "
    "of its cell, so that the cell says nothing of other kinds.\n\n";

}  // namespace

std::string choosing(const RunRecord& record, std::string_view costs) {
    const std::vector<CostsTable> tables = read_costs_tables(costs);
    if (tables.empty()) return "";
    // The first database, with as many threads as it was measured with.
    const std::string database = tables[0].heading.substr(0, tables[0].heading.find(','));
    const CostsTable* table = tables.data();
    for (const CostsTable& each : tables) {
        if (each.heading.starts_with(database + ",")) table = &each;
    }
    const std::vector<std::string> strategies = grid_of(record).strategies;
    const Matrix matrix(record);
    std::map<std::string, Row> rows;
    for (const std::string& strategy : strategies) {
        rows[strategy] = matrix.row_of(strategy);
    }
    std::string text(intro);
    text += "## Which failures do I have, and who survives them?\n\n";
    text += by_failure(strategies, rows);
    text += "\n## Strategy by strategy\n\n";
    text += legend;
    text += survival(strategies, rows);
    text += fmt::format(
        "\n## What they cost\n\n{}, calls that repeat nothing; other loads and databases are in "
        "[costs.md](costs.md). *Breaks*: the failures of the table above that it does not "
        "survive.\n\n",
        table->heading
    );
    text += prices(strategies, rows, *table);
    return text + "\n## Gaps that stay\n\n" + window_lines(record);
}

}  // namespace onceproof::reports
