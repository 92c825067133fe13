#include "harness/merge_parts.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

#include "harness/judge.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::harness {
namespace {

using reports::CellPart;
using reports::CellResult;
using reports::FaultCount;
using reports::GuaranteeResult;
using reports::PartBroken;
using reports::Verdict;

const PartBroken* broken_in(const CellPart& part, const std::string& guarantee) {
    const auto found = std::ranges::find(part.broken, guarantee, &PartBroken::guarantee);
    return found == part.broken.end() ? nullptr : &*found;
}

class Merger {
public:
    explicit Merger(const CellParts& cell) : cell_(cell), parts_(cell.parts) {}

    CellResult cell() {
        CellResult cell = parts_.front();
        const auto last = cell_.missing.empty() ? last_broken() : std::nullopt;
        cell.faults = faults(last);
        coverage_ = coverage_of(cell.faults);
        if (searches_states()) {
            count_states(last, cell);
        } else {
            count_cases(last, cell);
        }
        for (const CellResult& part : parts_.subspan(1)) {
            cell.seconds += part.seconds;
        }
        const SearchEnd end{.cut = cut(cell), .proves = searches_states(), .coverage = coverage_};
        for (std::size_t place = 0; place < cell.guarantees.size(); ++place) {
            cell.guarantees[place] = judged(place, end);
        }
        const bool whole = end.cut.empty() && !last.has_value();
        const CellPart& slowest = slowest_part();
        cell.note = note_of(slowest.bound, whole ? slowest.recovery_text : "");
        cell.part.reset();
        return cell;
    }

private:
    /// Of what one process would have searched.
    [[nodiscard]] std::vector<FaultCount> faults(const std::optional<PartBroken>& last) const {
        std::vector<FaultCount> faults = parts_.front().faults;
        for (std::size_t place = 0; place < faults.size(); ++place) {
            FaultCount& fault = faults[place];
            fault.offered = 0;
            fault.struck = 0;
            for (const CellResult& part : parts_) {
                ENSURE(part.faults.size() == faults.size());
                fault.in_reach |= part.faults[place].in_reach;
            }
            if (searches_states()) {
                count_options(last, place, fault);
            } else {
                count_strikes(last, place, fault);
            }
        }
        return faults;
    }

    void count_options(const std::optional<PartBroken>& last, std::size_t place, FaultCount& fault)
        const {
        if (last.has_value()) {
            fault.offered = last->offered.at(place);
        } else {
            const std::size_t code = parts_.front().part->codes.at(place);
            for (const UnitedBudget& budget : cell_.united) {
                fault.offered += budget.outcomes.at(code);
            }
        }
        fault.struck = fault.offered;
    }

    void count_strikes(const std::optional<PartBroken>& last, std::size_t place, FaultCount& fault)
        const {
        for (const CellResult& part : parts_) {
            const Reached reached = reached_in(part, last);
            if (reached == Reached::none) continue;
            const bool ends = reached == Reached::end;
            fault.offered += ends ? last->offered.at(place) : part.faults[place].offered;
            fault.struck += ends ? last->struck.at(place) : part.faults[place].struck;
        }
    }

    /// How far one process would have come in the part's cases.
    enum class Reached : unsigned char {
        all,
        end,  ///< to where all guarantees are broken
        none
    };

    static Reached reached_in(const CellResult& part, const std::optional<PartBroken>& last) {
        const CellPart& range = *part.part;
        if (!last.has_value() || last->first >= range.first + range.cases) return Reached::all;
        return last->first >= range.first ? Reached::end : Reached::none;
    }

    /// Where the guarantee is broken first; its cases are those of all parts.
    [[nodiscard]] std::optional<PartBroken> broken(const std::string& guarantee) const {
        std::optional<PartBroken> all;
        for (const CellResult& part : parts_) {
            const PartBroken* one = broken_in(*part.part, guarantee);
            if (one == nullptr) continue;
            if (!all.has_value()) {
                all = *one;
            } else {
                all->cases += one->cases;
            }
        }
        return all;
    }

    /// The break that ends the walks, since all others came before; empty: they went on.
    [[nodiscard]] std::optional<PartBroken> last_broken() const {
        std::optional<PartBroken> last;
        for (const std::string& guarantee : parts_.front().part->wanted) {
            const std::optional<PartBroken> one = broken(guarantee);
            if (!one.has_value()) return std::nullopt;
            if (!last.has_value() || std::tuple(last->first, last->transitions) <
                                         std::tuple(one->first, one->transitions)) {
                last = one;
            }
        }
        return last;
    }

    /// Every state is searched, not cases.
    [[nodiscard]] bool searches_states() const { return parts_.front().part->cases == 0; }

    void count_cases(const std::optional<PartBroken>& last, CellResult& cell) const {
        cell.cases = 0;
        cell.transitions = 0;
        for (const CellResult& part : parts_) {
            const Reached reached = reached_in(part, last);
            if (reached == Reached::none) continue;
            const bool ends = reached == Reached::end;
            cell.cases += ends ? last->first - part.part->first + 1 : part.cases;
            cell.transitions += ends ? last->transitions : part.transitions;
        }
    }

    void count_states(const std::optional<PartBroken>& last, CellResult& cell) const {
        cell.states = last.has_value() ? last->states : 0;
        cell.transitions = last.has_value() ? last->transitions : 0;
        for (const UnitedBudget& budget : cell_.united) {
            if (last.has_value() && budget.fault_budget >= last->first) break;
            cell.states = std::max<std::size_t>(cell.states, budget.states);
            cell.transitions += budget.transitions;
        }
    }

    /// Why the parts are not the whole cell; empty: they are.
    [[nodiscard]] std::string cut(const CellResult& cell) const {
        std::string why = cell_.missing;
        for (const CellResult& part : parts_) {
            if (why.empty()) why = part.part->limit;
        }
        if (why.empty()) return why;
        return why + ", covered: " +
               (searches_states() ? std::to_string(cell.states) + " states"
                                  : std::to_string(cell.cases) + " cases");
    }

    [[nodiscard]] GuaranteeResult judged(std::size_t place, const SearchEnd& end) const {
        const GuaranteeResult* chosen = nullptr;
        for (const CellResult& part : parts_) {
            const GuaranteeResult& one = part.guarantees[place];
            // A recorded failure comes first, and is the same in all parts.
            if (one.verdict == Verdict::violated && chosen == nullptr) chosen = &one;
        }
        GuaranteeResult result = chosen != nullptr ? *chosen : parts_.front().guarantees[place];
        if (chosen == nullptr && result.verdict != Verdict::not_applicable) {
            judge_unbroken(end, result);
        }
        result.rate.reset();
        const std::string& mode = parts_.front().mode;
        if (mode == "timed" && result.verdict != Verdict::not_applicable) {
            result.rate = rate(result.guarantee);
        }
        const bool violation_expected = result.expectation.starts_with("violated");
        result.expected = is_as_expected(result.verdict, violation_expected, coverage_);
        return result;
    }

    [[nodiscard]] std::optional<reports::Rate> rate(const std::string& guarantee) const {
        std::uint64_t cases = 0;
        for (const CellResult& part : parts_) {
            cases += part.cases;
        }
        const std::optional<PartBroken> one = broken(guarantee);
        if (cases == 0) return std::nullopt;
        return rate_of(one.has_value() ? one->cases : 0, cases);
    }

    [[nodiscard]] const CellPart& slowest_part() const {
        return *std::ranges::max_element(parts_, {}, [](const CellResult& part) {
                    return part.part->recovery;
                })->part;
    }

    const CellParts& cell_;
    const std::span<const CellResult> parts_;
    Coverage coverage_;
};

}  // namespace

CellResult merge_parts(const CellParts& cell) {
    ENSURE(!cell.parts.empty());
    for (const CellResult& part : cell.parts) {
        if (part.error.empty() && part.part.has_value()) continue;
        CellResult failed = part;
        failed.part.reset();
        return failed;
    }
    return Merger(cell).cell();
}

}  // namespace onceproof::harness
