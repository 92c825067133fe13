#include "tests/docs/markdown.hpp"

#include <algorithm>

namespace onceproof::docs {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::string_view fence = "```";
constexpr std::string_view ellipsis = "…";

std::string_view trimmed(std::string_view text) {
    const std::size_t start = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(start);
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

Block opened(std::string_view info, std::size_t line) {
    info = trimmed(info.substr(std::min(info.find_first_not_of('`'), info.size())));
    const std::size_t end = std::min(info.find(' '), info.size());
    return {line, std::string(info.substr(0, end)), std::string(trimmed(info.substr(end))), ""};
}

std::size_t line_at(std::string_view text, std::size_t at, std::size_t first) {
    return first + static_cast<std::size_t>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'
                   ));
}

/// Code in a paragraph goes over line ends; what stands in it is no link.
void read_sentences(const std::string& text, std::size_t first, Page& page) {
    std::string rest = text;
    std::size_t open = 0;
    while ((open = rest.find('`', open)) != npos) {
        const std::size_t close = rest.find('`', open + 1);
        if (close == npos) break;
        std::string code = rest.substr(open + 1, close - open - 1);
        std::ranges::replace(code, '\n', ' ');
        page.code.push_back({line_at(text, open, first), std::move(code)});
        std::replace_if(
            rest.begin() + static_cast<std::ptrdiff_t>(open),
            rest.begin() + static_cast<std::ptrdiff_t>(close) + 1,
            [](char c) { return c != '\n'; },
            ' '
        );
        open = close + 1;
    }
    for (std::size_t at = rest.find("]("); at != npos; at = rest.find("](", at + 1)) {
        const std::size_t close = rest.find(')', at);
        if (close == npos) break;
        page.links.push_back({line_at(text, at, first), rest.substr(at + 2, close - at - 2)});
    }
}

}  // namespace

Page read_page(std::string_view text) {
    Page page;
    bool inside = false;
    std::string paragraph;
    std::size_t paragraph_line = 1;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        const bool is_fence = line.starts_with(fence);
        if (inside && is_fence) {
            inside = false;
        } else if (inside) {
            page.blocks.back().text.append(line).append("\n");
        } else if (is_fence || trimmed(line).empty()) {
            read_sentences(paragraph, paragraph_line, page);
            paragraph.clear();
            inside = is_fence;
            if (is_fence) page.blocks.push_back(opened(line, number));
        } else {
            if (paragraph.empty()) paragraph_line = number;
            paragraph.append(line).append("\n");
        }
    }
    read_sentences(paragraph, paragraph_line, page);
    page.closed = !inside;
    return page;
}

std::vector<Exchange> exchanges_of(const std::string& block) {
    std::vector<Exchange> exchanges;
    bool goes_on = false;
    std::size_t at = 0;
    while (at < block.size()) {
        const std::size_t end = std::min(block.find('\n', at), block.size());
        const std::string line = block.substr(at, end - at);
        at = end + 1;
        const bool is_command = line.starts_with("$ ");
        if (is_command) {
            exchanges.push_back({line.substr(2), ""});
        } else if (goes_on) {
            exchanges.back().command += "\n" + line;
        } else if (!exchanges.empty()) {
            exchanges.back().output += line + "\n";
        }
        goes_on = (is_command || goes_on) && line.ends_with('\\');
    }
    return exchanges;
}

bool matches(std::string_view shown, std::string_view printed) {
    const std::size_t first = shown.find(ellipsis);
    if (first == npos) return shown == printed;
    if (!printed.starts_with(shown.substr(0, first))) return false;
    printed.remove_prefix(first);
    shown.remove_prefix(first);
    while (shown.starts_with(ellipsis)) {
        shown.remove_prefix(ellipsis.size());
        const std::size_t next = shown.find(ellipsis);
        if (next == npos) return printed.ends_with(shown);
        const std::size_t found = printed.find(shown.substr(0, next));
        if (found == npos) return false;
        printed.remove_prefix(found + next);
        shown.remove_prefix(next);
    }
    return false;
}

}  // namespace onceproof::docs
