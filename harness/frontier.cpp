#include "harness/frontier.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "harness/campaign.hpp"
#include "harness/decode_with.hpp"
#include "harness/same_faults.hpp"

namespace onceproof::harness {
namespace {

constexpr std::size_t values_of_one = 17;
constexpr std::size_t values_of_each = 9;

/// One value for each parameter, in steps.
using Values = std::vector<std::int64_t>;

/// What is the same cell at all values: its strategy, and its point of what is swept besides.
using Subject = std::pair<std::string, std::map<std::string, std::string>>;

/// By guarantee.
using Fates = std::map<std::string, Fate>;

Subject subject_of(const Cell& cell) {
    return {cell.use->label(), cell.scenario->point};
}

std::string name_of(const std::string& scenario, const Subject& subject) {
    std::string name = scenario + " / " + subject.first;
    for (const auto& [path, value] : subject.second) {
        name += "  " + path + " = " + value;
    }
    return name;
}

Fate fate_of(const reports::GuaranteeResult& result) {
    switch (result.verdict) {
        case reports::Verdict::proved:
        case reports::Verdict::held:
            return Fate::safe;
        case reports::Verdict::violated:
            return Fate::violated;
        case reports::Verdict::not_applicable:
            return Fate::idle;
        default:
            return Fate::open;
    }
}

/// Cells of scenarios at values of the parameters; each is searched once.
class Examiner {
public:
    Examiner(const FrontierRequest& request, const Vocabulary& vocabulary)
        : request_(request), vocabulary_(vocabulary) {}

    /// Searches at those of `all` that are not known yet.
    void examine(const std::vector<Values>& all) {
        std::vector<Decoded> decoded;
        std::vector<Values> values_of;
        std::vector<Cell> cells;
        decoded.reserve(all.size());
        for (const Values& values : all) {
            if (!known_.emplace(values, std::map<Subject, Fates>()).second) {
                continue;
            }
            decoded.push_back(decoded_at(values));
            if (!decoded.back().ok()) {
                trouble.diagnostics = decoded.back().diagnostics;
            }
            for (Scenario& at_values : decoded.back().scenarios) {
                for (const Cell& cell : wanted(at_values)) {
                    cells.push_back(cell);
                    values_of.push_back(values);
                }
            }
        }
        const SearchOptions options{.seed = request_.seed, .should_stop = request_.should_stop};
        const auto note = [&](std::size_t index, const reports::CellResult& result) {
            Fates& fates = known_[values_of[index]][subject_of(cells[index])];
            for (const reports::GuaranteeResult& one : result.guarantees) {
                fates[one.guarantee] = fate_of(one);
            }
        };
        static_cast<void>(run_cells(cells, request_.jobs, options, note));
    }

    Fate fate(const Subject& subject, const std::string& guarantee, const Values& values) {
        examine({values});
        const auto& cells = known_[values];
        const auto cell = cells.find(subject);
        if (cell == cells.end()) {
            return request_.should_stop && request_.should_stop() ? Fate::open : Fate::refused;
        }
        const auto fate = cell->second.find(guarantee);
        return fate == cell->second.end() ? Fate::open : fate->second;
    }

    [[nodiscard]] std::size_t values() const { return known_.size(); }

    std::string scenario;                 ///< its id
    std::vector<Subject> subjects;        ///< in the scenario's order
    std::vector<std::string> guarantees;  ///< those that are asked for
    std::size_t fault_budget = 0;
    bool proved = true;
    NoFrontier trouble;  ///< with a value; what it means depends on the others

private:
    [[nodiscard]] Decoded decoded_at(const Values& values) const {
        std::vector<Setting> settings;
        for (std::size_t i = 0; i < values.size(); ++i) {
            settings.push_back(request_.parameters[i].at(values[i]));
        }
        return decode_with(request_.file, settings, vocabulary_);
    }

    /// The cells of the strategies that are asked for; with those guarantees only.
    std::vector<Cell> wanted(Scenario& at_values) {
        for (const std::string& name : request_.guarantees) {
            if (std::ranges::find(at_values.guarantees, name) == at_values.guarantees.end()) {
                trouble.usage = "guarantee \"" + name + "\" is not checked by this scenario";
                return {};
            }
        }
        if (!request_.guarantees.empty()) {
            at_values.guarantees = request_.guarantees;
        }
        std::vector<Cell> cells;
        if (request_.strategy.empty()) {
            for (const StrategyUse& use : at_values.strategies) {
                cells.push_back({&at_values, &use});
            }
        } else if (const auto named = find_use(at_values, request_.strategy);
                   const auto* why = std::get_if<std::string>(&named)) {
            trouble.usage = *why;
        } else {
            cells.push_back({&at_values, std::get<const StrategyUse*>(named)});
        }
        for (const Cell& cell : cells) {
            if (std::ranges::find(subjects, subject_of(cell)) == subjects.end()) {
                subjects.push_back(subject_of(cell));
            }
        }
        scenario = at_values.id;
        guarantees = at_values.guarantees;
        fault_budget = std::max(fault_budget, at_values.fault_budget);
        proved = proved && at_values.mode == Mode::exhaustive;
        return cells;
    }

    const FrontierRequest& request_;
    const Vocabulary& vocabulary_;
    std::map<Values, std::map<Subject, Fates>> known_;
};

/// Every pair of the values tried first, or, of one parameter, each of them.
std::vector<Values> grid_of(const std::vector<std::vector<std::int64_t>>& tried) {
    std::vector<Values> grid{{}};
    for (const std::vector<std::int64_t>& axis : tried) {
        std::vector<Values> longer;
        for (const Values& values : grid) {
            for (const std::int64_t value : axis) {
                longer.push_back(values);
                longer.back().push_back(value);
            }
        }
        grid = std::move(longer);
    }
    return grid;
}

FrontierLine line_of(
    const std::vector<std::int64_t>& tried, const std::function<Fate(std::int64_t)>& fate_at
) {
    FrontierLine line;
    std::ranges::transform(tried, std::back_inserter(line.tried), fate_at);
    line.stretches = find_stretches(tried, fate_at);
    return line;
}

FrontierPart part_of(
    Examiner& examiner,
    const std::vector<std::vector<std::int64_t>>& tried,
    const Subject& subject,
    const std::string& guarantee
) {
    FrontierPart part{guarantee, {}};
    const bool two = tried.size() == 2;
    for (const std::int64_t first : two ? tried.front() : std::vector<std::int64_t>{0}) {
        part.lines.push_back(line_of(tried.back(), [&](std::int64_t value) {
            return examiner.fate(subject, guarantee, two ? Values{first, value} : Values{value});
        }));
    }
    return part;
}

bool has_open(const FrontierLine& line) {
    return std::ranges::find(line.stretches, Fate::open, &Stretch::fate) != line.stretches.end();
}

}  // namespace

bool Frontier::undecided() const {
    return std::ranges::any_of(cells, [](const FrontierCell& cell) {
        return std::ranges::any_of(cell.parts, [](const FrontierPart& part) {
            return std::ranges::any_of(part.lines, has_open);
        });
    });
}

std::variant<Frontier, NoFrontier> find_frontier(
    const FrontierRequest& request, const Vocabulary& vocabulary
) {
    Frontier frontier;
    for (const Parameter& parameter : request.parameters) {
        frontier.tried.push_back(first_values(
            parameter.steps, request.parameters.size() == 1 ? values_of_one : values_of_each
        ));
    }
    Examiner examiner(request, vocabulary);
    examiner.examine(grid_of(frontier.tried));
    if (!examiner.trouble.usage.empty() || examiner.subjects.empty()) {
        return examiner.trouble;
    }
    const std::vector<Subject> subjects = examiner.subjects;
    for (const Subject& subject : subjects) {
        FrontierCell cell{name_of(examiner.scenario, subject), {}};
        for (const std::string& guarantee : examiner.guarantees) {
            cell.parts.push_back(part_of(examiner, frontier.tried, subject, guarantee));
        }
        frontier.cells.push_back(std::move(cell));
    }
    frontier.fault_budget = examiner.fault_budget;
    frontier.proved = examiner.proved;
    frontier.values = examiner.values();
    frontier.interrupted = request.should_stop && request.should_stop();
    return frontier;
}

}  // namespace onceproof::harness
