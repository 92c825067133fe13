#include "reports/on_real.hpp"

#include <algorithm>

#include "model/base/text.hpp"
#include "reports/grid.hpp"
#include "reports/markdown.hpp"

namespace onceproof::reports {
namespace {

const RealCheck* first_of(const CellResult& cell, OnReal outcome) {
    for (const GuaranteeResult& result : cell.guarantees) {
        if (result.on_real.has_value() && result.on_real->outcome == outcome) {
            return &*result.on_real;
        }
    }
    return nullptr;
}

bool is_played(const CellResult& cell) {
    return std::ranges::all_of(cell.guarantees, [](const GuaranteeResult& result) {
        return result.verdict != Verdict::violated || result.on_real.has_value();
    });
}

}  // namespace

bool was_played(const RunRecord& record) {
    return !record.real.versions.empty() || !record.real.trouble.empty();
}

RealTotals real_totals(const RunRecord& record) {
    RealTotals totals;
    for (const CellResult& cell : record.cells) {
        if (cell.verdict() != Verdict::violated) continue;
        ++totals.violated;
        const RealCheck* unlike = first_of(cell, OnReal::not_confirmable);
        if (first_of(cell, OnReal::differs) != nullptr) {
            ++totals.differing;
        } else if (!is_played(cell)) {
            ++totals.not_played;
        } else if (unlike != nullptr) {
            ++totals.not_confirmable[unlike->text];
        } else {
            ++totals.confirmed;
        }
    }
    return totals;
}

std::string real_line(const RunRecord& record) {
    if (!was_played(record)) return "";
    const RealTotals totals = real_totals(record);
    std::string text = "confirmed " + std::to_string(totals.confirmed) + " of " +
                       counted(totals.violated, "violated cell") + " on real servers";
    if (!record.real.versions.empty()) text += " (" + join(record.real.versions, ", ") + ")";
    if (totals.differing > 0) text += "; " + std::to_string(totals.differing) + " not as simulated";
    if (totals.not_played > 0) text += "; " + std::to_string(totals.not_played) + " not played";
    std::size_t unlike = 0;
    std::string reasons;
    for (const auto& [reason, count] : totals.not_confirmable) {
        unlike += count;
        reasons += (reasons.empty() ? "" : "; ") + reason + " (" + std::to_string(count) + ")";
    }
    if (unlike > 0) text += "; " + std::to_string(unlike) + " not confirmable: " + reasons;
    return text;
}

std::string real_text(const RealCheck& check) {
    const bool told = check.outcome != OnReal::not_confirmable;
    return "on real servers: " +
           (told ? check.text : std::string(word_of(check.outcome)) + ": " + check.text);
}

std::string real_blocks(const RunRecord& record, const TextStyle& style) {
    std::string text;
    for (const CellResult& cell : record.cells) {
        for (const GuaranteeResult& result : cell.guarantees) {
            if (!result.on_real.has_value() || result.on_real->outcome != OnReal::differs) continue;
            const std::string head = std::string(style.ascii ? "X " : "✖ ") + cell_name(cell) +
                                     ": " + result.guarantee + " is not as simulated";
            std::string margin;
            for (const std::string& part : {head, result.on_real->text}) {
                for (const std::string& line : wrapped(part, style.width - margin.size())) {
                    text += margin + line + "\n";
                }
                margin = "    ";
            }
            text += margin + "replay: " + style.replay + result.token + " --on real\n";
        }
    }
    return text;
}

std::string real_section(const RunRecord& record) {
    if (!was_played(record)) return "";
    std::string lines;
    for (const CellResult& cell : record.cells) {
        for (const GuaranteeResult& result : cell.guarantees) {
            if (!result.on_real.has_value() || result.on_real->outcome == OnReal::confirmed) {
                continue;
            }
            lines += "- " + markdown(cell_name(cell)) + ": " + markdown(result.guarantee) + ": " +
                     std::string(word_of(result.on_real->outcome)) + ": " +
                     markdown(result.on_real->text) + "\n";
        }
    }
    std::string text = "\n## On real servers\n\n" + markdown(real_line(record)) + ".\n";
    if (!record.real.trouble.empty()) text += "\n" + markdown(record.real.trouble) + "\n";
    return text + (lines.empty() ? "" : "\n" + lines);
}

}  // namespace onceproof::reports
