#include <algorithm>
#include <array>

#include "tests/tidy/lengths.hpp"

namespace onceproof::tidy {
namespace {

constexpr std::size_t npos = std::string_view::npos;

/// The offset behind the bracket that closes the one at `open`; the end if none does.
std::size_t behind_closing(std::string_view code, std::size_t open, char opening, char closing) {
    std::size_t depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        depth += code[at] == opening ? 1U : 0U;
        if (code[at] == closing && --depth == 0) {
            return at + 1;
        }
    }
    return code.size();
}

/// What stands before a brace, without blanks in front and without template heads.
std::string_view head_of(std::string_view intro) {
    while (true) {
        const std::size_t start = intro.find_first_not_of(" \n");
        intro.remove_prefix(std::min(start, intro.size()));
        if (!intro.starts_with("template")) {
            return intro;
        }
        const std::size_t open = std::min(intro.find('<'), intro.size());
        intro.remove_prefix(behind_closing(intro, open, '<', '>'));
    }
}

bool opens_scope(std::string_view head) {
    constexpr std::array<std::string_view, 4> classes{"class", "struct", "union", "namespace"};
    const std::string_view first = head.substr(0, head.find_first_of(" \n{"));
    const bool is_extern = first == "extern" && head.find(')') == npos;
    return is_extern || std::ranges::find(classes, first) != classes.end() ||
           head.starts_with("inline namespace");
}

bool is_open_parenthesis(std::string_view head) {
    return std::ranges::count(head, '(') > std::ranges::count(head, ')');
}

bool is_access(std::string_view head) {
    return head == "public" || head == "protected" || head == "private";
}

std::string name_of(std::string_view head) {
    const std::size_t end = std::min(head.find('('), head.size());
    std::size_t start = end;
    while (start > 0 && head[start - 1] != ' ' && head[start - 1] != '\n') {
        --start;
    }
    return std::string{head.substr(start, end - start)};
}

/// Preprocessor lines, which end without `;`, turned to blanks.
std::string without_directives(std::string_view code) {
    std::string out{code};
    std::size_t at = 0;
    bool continues = false;
    while (at < out.size()) {
        const std::size_t end = std::min(out.find('\n', at), out.size());
        const std::size_t first = std::min(out.find_first_not_of(' ', at), end);
        if (continues || (first < end && out[first] == '#')) {
            continues = end > at && out[end - 1] == '\\';
            std::fill(
                out.begin() + static_cast<std::ptrdiff_t>(at),
                out.begin() + static_cast<std::ptrdiff_t>(end),
                ' '
            );
        }
        at = end + 1;
    }
    return out;
}

/// After a block: a comma or another brace says that it was a member's initializer.
bool is_initializer(std::string_view code, std::size_t behind) {
    const std::size_t next = code.find_first_not_of(" \n", behind);
    return next != npos && (code[next] == ',' || code[next] == '{');
}

}  // namespace

std::vector<FunctionBody> functions_of(std::string_view text) {
    const std::string blanked = without_directives(text);
    const std::string_view code = blanked;
    std::vector<FunctionBody> functions;
    std::size_t intro = 0;
    std::size_t at = 0;
    while (at < code.size()) {
        const char c = code[at];
        if (c != ';' && c != ':' && c != '{' && c != '}') {
            ++at;
            continue;
        }
        const std::string_view head = head_of(code.substr(intro, at - intro));
        if (c == '{' && !opens_scope(head)) {
            const std::size_t behind = behind_closing(code, at, '{', '}');
            const bool goes_on = is_open_parenthesis(head) || is_initializer(code, behind);
            if (!goes_on && head.find(')') != npos) {
                const std::size_t line = line_of(code, at);
                functions.push_back({name_of(head), line, line_of(code, behind - 1) - line + 1});
            }
            at = behind;
            intro = goes_on ? intro : behind;
            continue;
        }
        if (c != ':' || is_access(head)) {
            intro = at + 1;
        }
        ++at;
    }
    return functions;
}

Findings check_function_lengths(const SourceFile& file) {
    Findings findings;
    if (!is_cpp(file.path)) {
        return findings;
    }
    for (const FunctionBody& each : functions_of(file.code)) {
        if (each.lines > function_lines_max) {
            const std::string length = std::to_string(each.lines) + " lines, at most " +
                                       std::to_string(function_lines_max);
            findings.push_back({file.path, each.line, "function " + each.name + " has " + length});
        }
    }
    return findings;
}

}  // namespace onceproof::tidy
