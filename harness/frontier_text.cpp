#include "harness/frontier_text.hpp"

#include <algorithm>
#include <map>

#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

std::string word_of(Fate fate) {
    switch (fate) {
        case Fate::safe:
            return "safe";
        case Fate::violated:
            return "violated";
        case Fate::refused:
            return "refused by the strategy's rules";
        case Fate::idle:
            return "does not apply";
        default:
            return "undecided";
    }
}

/// One column wide.
std::string sign_of(Fate fate, bool ascii) {
    switch (fate) {
        case Fate::safe:
            return ascii ? "#" : "■";
        case Fate::violated:
            return ascii ? "X" : "✖";
        case Fate::refused:
        case Fate::idle:
            return ascii ? "-" : "–";
        default:
            return "?";
    }
}

std::string range_text(const Parameter& parameter, const Stretch& stretch) {
    const std::string first = parameter.spelled(stretch.first);
    return stretch.first == stretch.last
               ? "at " + first
               : "from " + first + " to " + parameter.spelled(stretch.last);
}

bool is_constant(const FrontierPart& part) {
    const Fate fate = part.lines.front().stretches.front().fate;
    return std::ranges::all_of(part.lines, [&](const FrontierLine& line) {
        return line.stretches.size() == 1 && line.stretches.front().fate == fate;
    });
}

/// Guarantees that fare alike everywhere share a line.
std::string constant_lines(const std::vector<Parameter>& parameters, const FrontierCell& cell) {
    std::map<Fate, std::vector<std::string>> names;
    for (const FrontierPart& part : cell.parts) {
        if (is_constant(part)) {
            names[part.lines.front().stretches.front().fate].push_back(part.guarantee);
        }
    }
    std::string text;
    for (const auto& [fate, guarantees] : names) {
        const Stretch whole{fate, 0, parameters.front().steps};
        text += "  " + join(guarantees, ", ") + ": " +
                (parameters.size() == 1 ? border_text(parameters.front(), {whole})
                                        : word_of(fate) + " everywhere") +
                "\n";
    }
    return text;
}

std::string right_aligned(const std::string& text, std::size_t columns) {
    return std::string(columns - std::min(columns, text.size()), ' ') + text;
}

/// In front of `sign`, which is one column wide.
std::string in_column(const std::string& sign, std::size_t columns) {
    return std::string(columns - 1, ' ') + sign;
}

/// What one row's border comes to, without the parameter's name.
std::string row_border(const Parameter& parameter, const std::vector<Stretch>& stretches) {
    const std::string whole = border_text(parameter, stretches);
    const std::string head = "safe while " + parameter.path + " ";
    if (!whole.starts_with(head)) return stretches.size() == 1 ? "" : whole;
    return whole.substr(head.size(), whole.find(" (") - head.size());
}

std::string grid(
    const std::vector<Parameter>& parameters,
    const Frontier& frontier,
    const FrontierPart& part,
    bool ascii
) {
    const auto widest = [&](std::size_t which) {
        std::size_t width = 0;
        for (const std::int64_t value : frontier.tried[which]) {
            width = std::max(width, parameters[which].spelled(value).size());
        }
        return width + 2;
    };
    const std::size_t first = widest(0);
    const std::size_t second = widest(1);
    std::string text = "  " + part.guarantee + "; down: " + parameters[0].path +
                       ", across: " + parameters[1].path + "\n  " + std::string(first, ' ');
    for (const std::int64_t value : frontier.tried[1]) {
        text += right_aligned(parameters[1].spelled(value), second);
    }
    text += "   safe while\n";
    for (std::size_t row = 0; row < part.lines.size(); ++row) {
        text += "  " + right_aligned(parameters[0].spelled(frontier.tried[0][row]), first);
        for (const Fate fate : part.lines[row].tried) {
            text += in_column(sign_of(fate, ascii), second);
        }
        const std::string border = row_border(parameters[1], part.lines[row].stretches);
        text += (border.empty() ? "" : "   " + border) + "\n";
    }
    return text;
}

std::string worth(const std::vector<Parameter>& parameters, const Frontier& frontier) {
    const std::string budget = std::to_string(frontier.fault_budget);
    const std::string faults = frontier.fault_budget == 0   ? "no fault"
                               : frontier.fault_budget == 1 ? "up to 1 fault"
                                                            : "up to " + budget + " faults";
    std::string text = frontier.proved ? "safe: proved, every state with " + faults
                                       : "safe: held in random walks with " + faults;
    const Parameter& last = parameters.back();
    const Parameter step{last.path, last.is_duration, 0, last.step, 1};
    std::int64_t gap = 0;
    for (std::size_t i = 1; i < frontier.tried.back().size(); ++i) {
        gap = std::max(gap, frontier.tried.back()[i] - frontier.tried.back()[i - 1]);
    }
    text += "; searched at " + std::to_string(frontier.values) +
            (parameters.size() == 2 ? " pairs of values\n" : " values\n");
    text += "borders are exact to " + step.spelled(1);
    if (gap > 1) {
        text += " where a verdict changes once between neighbours of those tried first, up to " +
                step.spelled(gap) + " apart";
    }
    return text + "\n";
}

}  // namespace

std::string border_text(const Parameter& parameter, const std::vector<Stretch>& stretches) {
    if (stretches.size() == 1) {
        return word_of(stretches.front().fate) + " " + range_text(parameter, stretches.front());
    }
    const Stretch& low = stretches.front();
    const Stretch& high = stretches.back();
    if (stretches.size() == 2 && (low.fate == Fate::safe || high.fate == Fate::safe)) {
        const std::string below = parameter.spelled(low.last);
        const std::string above = parameter.spelled(high.first);
        const bool safe_above = high.fate == Fate::safe;
        return "safe while " + parameter.path + (safe_above ? " > " + below : " < " + above) +
               " (" + below + " " + word_of(low.fate) + ", " + above + " " + word_of(high.fate) +
               ")";
    }
    std::vector<std::string> parts;
    parts.reserve(stretches.size());
    for (const Stretch& stretch : stretches) {
        parts.push_back(word_of(stretch.fate) + " " + range_text(parameter, stretch));
    }
    return (stretches.size() > 2 ? "not monotone: " : "") + join(parts, ", ");
}

std::string frontier_text(
    const std::vector<Parameter>& parameters, const Frontier& frontier, bool ascii
) {
    std::string text;
    for (const FrontierCell& cell : frontier.cells) {
        text += cell.name + "\n";
        for (const FrontierPart& part : cell.parts) {
            if (is_constant(part)) {
                continue;
            }
            if (parameters.size() == 2) {
                text += grid(parameters, frontier, part, ascii);
            } else {
                text += "  " + part.guarantee + ": " +
                        border_text(parameters.front(), part.lines.front().stretches) + "\n";
            }
        }
        text += constant_lines(parameters, cell) + "\n";
    }
    return text + worth(parameters, frontier);
}

}  // namespace onceproof::harness
