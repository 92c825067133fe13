#include "reports/gutter.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t pitch_min = 6;
constexpr std::size_t numbered_pitch = 4;
/// From the beginning of a lane's name to its line: under the middle of the shortest usual name.
constexpr std::size_t line_offset = 2;

/// What the picture is drawn with. All are one column wide everywhere.
struct Glyphs {
    std::string_view lane, quiet, begin, right, left, flat, cross, effect, timeout, fault,
        violation;
};

constexpr Glyphs unicode_glyphs{"│", "┊", "●", "▶", "◀", "─", "┼", "◆", "◷", "↯", "✖"};
constexpr Glyphs ascii_glyphs{"|", ":", "o", ">", "<", "-", "+", "*", "t", "!", "X"};

const Glyphs& glyphs(const TextStyle& style) {
    return style.ascii ? ascii_glyphs : unicode_glyphs;
}

/// The mark where the step arrives. The gravest thing that happened is shown.
std::string_view end_mark(const history::Step& step, const Glyphs& glyph) {
    if (!step.violations.empty()) return glyph.violation;
    if (!step.fault.empty() || step.mark == history::Mark::fault) return glyph.fault;
    if (step.mark == history::Mark::effect) return glyph.effect;
    if (step.mark == history::Mark::timeout) return glyph.timeout;
    if (step.from == step.to) return glyph.begin;
    return step.to > step.from ? glyph.right : glyph.left;
}

std::string painted_mark(const history::Step& step, const TextStyle& style) {
    const std::string_view mark = end_mark(step, glyphs(style));
    if (!step.violations.empty()) return painted(style, Colour::red, mark);
    if (!step.fault.empty() || step.mark == history::Mark::fault) {
        return painted(style, Colour::yellow, mark);
    }
    if (step.mark == history::Mark::effect) return painted(style, Colour::green, mark);
    return std::string(mark);
}

std::string joined(const std::vector<std::string>& cells) {
    std::string text;
    for (const std::string& cell : cells)
        text += cell;
    return text;
}

}  // namespace

Gutter::Gutter(
    const std::vector<std::string>& lanes, const TextStyle& style, std::size_t text_columns
)
    : lanes_(lanes), style_(style), pitch_(pitch_min) {
    for (const std::string& lane : lanes) {
        pitch_ = std::max(pitch_, columns_of(lane) + 1);
    }
    if (columns() + text_columns > style.width) {
        numbered_ = true;
        pitch_ = numbered_pitch;
    }
}

std::size_t Gutter::columns() const {
    return place_of(lanes_.size() - 1) + 1;
}

std::size_t Gutter::place_of(std::size_t lane) const {
    return line_offset + lane * pitch_;
}

std::string Gutter::head() const {
    std::string text(numbered_ ? line_offset : 0, ' ');
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        text += padded(numbered_ ? std::to_string(lane + 1) : lanes_[lane], pitch_);
    }
    return text;
}

std::string Gutter::key() const {
    if (!numbered_) return "";
    std::string text = "lanes:";
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        text += (lane == 0 ? " " : ", ") + std::to_string(lane + 1) + " " + lanes_[lane];
    }
    return text;
}

std::vector<std::string> Gutter::cells(std::string_view lane) const {
    std::vector<std::string> row(columns(), " ");
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        row[place_of(i)] = lane;
    }
    return row;
}

std::string Gutter::plain_row(bool quiet) const {
    return joined(cells(quiet ? glyphs(style_).quiet : glyphs(style_).lane));
}

std::string Gutter::row(const history::Step& step) const {
    ENSURE(step.from < lanes_.size());
    ENSURE(step.to < lanes_.size());
    const Glyphs& glyph = glyphs(style_);
    std::vector<std::string> row = cells(glyph.lane);
    const std::size_t first = place_of(std::min(step.from, step.to));
    const std::size_t last = place_of(std::max(step.from, step.to));
    for (std::size_t i = first + 1; i < last; ++i) {
        row[i] = row[i] == " " ? glyph.flat : glyph.cross;
    }
    row[place_of(step.from)] = glyph.begin;
    row[place_of(step.to)] = painted_mark(step, style_);
    return joined(row);
}

}  // namespace onceproof::reports
