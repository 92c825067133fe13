#include "tests/tidy/includes.hpp"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

namespace onceproof::tidy {
namespace {

bool is_allowed(std::string_view path, std::string_view places) {
    return std::ranges::any_of(words_of(places), [&](std::string_view place) {
        return place == "*" || is_within(path, place);
    });
}

std::string row_name(std::string_view path, std::span<const IncludeRow> table) {
    const IncludeRow* row = row_of(path, table);
    return std::string{row != nullptr ? row->folder : path};
}

std::string quoted(const Include& include) {
    return include.is_own ? fmt::format("\"{}\"", include.target)
                          : fmt::format("<{}>", include.target);
}

bool is_standard(std::string_view header) {
    return header.find_first_of("./") == std::string_view::npos;
}

/// Depth first; `open` holds the folders on the way, `done` those without a circle.
bool reaches_itself(
    std::string_view folder,
    std::span<const IncludeRow> table,
    std::vector<std::string>& open,
    std::map<std::string, bool>& done
) {
    const std::string name = row_name(folder, table);
    if (std::ranges::find(open, name) != open.end()) {
        open.push_back(name);
        return true;
    }
    if (done[name]) {
        return false;
    }
    open.push_back(name);
    const IncludeRow* row = row_of(folder, table);
    for (const std::string_view next : words_of(row != nullptr ? row->may_include : "")) {
        if (reaches_itself(next, table, open, done)) {
            return true;
        }
    }
    open.pop_back();
    done[name] = true;
    return false;
}

}  // namespace

std::vector<Include> includes_of(const SourceFile& file) {
    constexpr std::string_view keyword = "#include";
    std::vector<Include> includes;
    const auto code_lines = lines_of(file.code);
    const auto text_lines = lines_of(file.text);
    for (std::size_t at = 0; at < code_lines.size(); ++at) {
        const std::size_t hash = code_lines[at].find_first_not_of(' ');
        if (hash == std::string_view::npos || !code_lines[at].substr(hash).starts_with(keyword)) {
            continue;
        }
        const std::string_view line = text_lines[at];
        const std::size_t open = line.find_first_of("<\"", hash);
        const std::size_t close = line.find_first_of(">\"", open + 1);
        if (open != std::string_view::npos && close != std::string_view::npos) {
            includes.push_back({at + 1, line.substr(open + 1, close - open - 1), line[open] == '"'}
            );
        }
    }
    return includes;
}

const IncludeRow* row_of(std::string_view path, std::span<const IncludeRow> table) {
    const IncludeRow* best = nullptr;
    for (const IncludeRow& row : table) {
        if (is_within(path, row.folder) &&
            (best == nullptr || row.folder.size() > best->folder.size())) {
            best = &row;
        }
    }
    return best;
}

Findings check_arrows(const SourceFile& file, std::span<const IncludeRow> table) {
    Findings findings;
    const IncludeRow* row = row_of(file.path, table);
    if (row == nullptr) {
        findings.push_back({file.path, 0, "no row of the include table covers this file"});
        return findings;
    }
    for (const Include& include : includes_of(file)) {
        const bool is_free = !include.is_own || row_of(include.target, table) == row ||
                             is_allowed(include.target, row->may_include);
        if (!is_free) {
            const std::string arrow =
                std::string{row->folder} + " -> " + row_name(include.target, table);
            findings.push_back(
                {file.path,
                 include.line,
                 "arrow " + arrow + " is not in the include table: " + quoted(include)}
            );
        }
    }
    return findings;
}

Findings check_targets(const SourceFile& file, std::span<const SourceFile> tree) {
    Findings findings;
    for (const Include& include : includes_of(file)) {
        if (include.is_own &&
            std::ranges::find(tree, include.target, &SourceFile::path) == tree.end()) {
            findings.push_back(
                {file.path, include.line, "no file of the tree (from its root): " + quoted(include)}
            );
        }
    }
    return findings;
}

Findings check_libraries(const SourceFile& file, std::span<const LibraryRow> table) {
    Findings findings;
    for (const Include& include : includes_of(file)) {
        if (include.is_own || is_standard(include.target)) {
            continue;
        }
        const auto row = std::ranges::find_if(table, [&](const LibraryRow& each) {
            return include.target.starts_with(each.prefix);
        });
        if (row == table.end()) {
            findings.push_back(
                {file.path, include.line, "no row of the library table: " + quoted(include)}
            );
        } else if (!is_allowed(file.path, row->places)) {
            findings.push_back(
                {file.path,
                 include.line,
                 quoted(include) + " belongs only in: " + std::string{row->places}}
            );
        }
    }
    return findings;
}

Findings check_table(std::span<const IncludeRow> table) {
    std::map<std::string, bool> done;
    for (const IncludeRow& row : table) {
        std::vector<std::string> open;
        if (reaches_itself(row.folder, table, open, done)) {
            std::string circle;
            for (const std::string& name : open) {
                circle += (circle.empty() ? "" : " -> ") + name;
            }
            return {{std::string{row.folder}, 0, "the include table has a circle: " + circle}};
        }
    }
    return {};
}

Findings check_pragma_once(const SourceFile& file) {
    if (!file.path.ends_with(".hpp")) {
        return {};
    }
    const auto lines = lines_of(file.code);
    const auto first = std::ranges::find_if(lines, [](std::string_view line) {
        return line.find_first_not_of(' ') != std::string_view::npos;
    });
    if (first != lines.end() && *first == "#pragma once") {
        return {};
    }
    const auto line = static_cast<std::size_t>(first - lines.begin()) + 1;
    return {{file.path, line, "a header starts with #pragma once"}};
}

}  // namespace onceproof::tidy
