#include "reports/gutter.hpp"

#include <algorithm>

#include "model/base/ensure.hpp"
#include "reports/step_text.hpp"

namespace onceproof::reports {
namespace {

constexpr std::size_t pitch_min = 6;
constexpr std::size_t numbered_pitch = 4;
/// From the beginning of a lane's name to its line: under the middle of the shortest usual name.
constexpr std::size_t line_offset = 2;

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
        pitch_ = std::max(pitch_, columns_of(visible(lane)) + 1);
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
        text += padded(numbered_ ? std::to_string(lane + 1) : visible(lanes_[lane]), pitch_);
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
    return joined(cells(quiet ? glyphs_of(style_).quiet : glyphs_of(style_).lane));
}

std::string Gutter::row(const history::Step& step) const {
    ENSURE(step.from < lanes_.size());
    ENSURE(step.to < lanes_.size());
    const Glyphs& glyph = glyphs_of(style_);
    std::vector<std::string> row = cells(glyph.lane);
    const std::size_t first = place_of(std::min(step.from, step.to));
    const std::size_t last = place_of(std::max(step.from, step.to));
    for (std::size_t i = first + 1; i < last; ++i) {
        row[i] = row[i] == " " ? glyph.flat : glyph.cross;
    }
    row[place_of(step.from)] = glyph.begin;
    const std::string_view calm = step.from == step.to  ? glyph.begin
                                  : step.to > step.from ? glyph.right
                                                        : glyph.left;
    row[place_of(step.to)] = step_mark(step, style_, calm);
    return joined(row);
}

}  // namespace onceproof::reports
