#include <algorithm>
#include <array>
#include <charconv>
#include <toml++/toml.h>

#include "harness/tree.hpp"

namespace onceproof::harness {
namespace {

using SharedSource = std::shared_ptr<const SourceText>;

SharedSource split(const std::string& text, const std::string& file) {
    auto source = std::make_shared<SourceText>();
    source->file = file;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        source->lines.push_back(text.substr(begin, end - begin));
        if (!source->lines.back().empty() && source->lines.back().back() == '\r') {
            source->lines.back().pop_back();
        }
        begin = end + 1;
    }
    return source;
}

Place place_of(const toml::source_region& region, const SharedSource& source) {
    const bool one_line = region.begin.line == region.end.line;
    const std::size_t width = one_line && region.end.column > region.begin.column
                                  ? region.end.column - region.begin.column
                                  : 1;
    return {source, region.begin.line, region.begin.column, width};
}

Node converted(const toml::node& node, const SharedSource& source);

Table converted_table(const toml::table& table, const SharedSource& source) {
    Table result;
    for (const auto& [key, value] : table) {
        result.entries.push_back(
            {std::string(key.str()), place_of(key.source(), source), converted(value, source)}
        );
    }
    // toml++ keeps tables sorted by name; people expect what they wrote.
    std::ranges::stable_sort(result.entries, {}, [](const Entry& entry) {
        return std::pair(entry.place.line, entry.place.column);
    });
    return result;
}

Node converted(const toml::node& node, const SharedSource& source) {
    Node result{place_of(node.source(), source), Date{}};
    if (const toml::table* table = node.as_table()) {
        result.value = converted_table(*table, source);
    } else if (const toml::array* array = node.as_array()) {
        List list;
        for (const toml::node& item : *array) {
            list.push_back(converted(item, source));
        }
        result.value = std::move(list);
    } else if (const auto* text = node.as_string()) {
        result.value = text->get();
    } else if (const auto* number = node.as_integer()) {
        result.value = number->get();
    } else if (const auto* real = node.as_floating_point()) {
        result.value = real->get();
    } else if (const auto* flag = node.as_boolean()) {
        result.value = flag->get();
    }
    return result;
}

/// Characters of a UTF-8 text.
std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

/// toml++ reports a duplicate key behind its value; people look for the key.
Diagnostic duplicate_key(Place place, std::string_view dotted) {
    const std::string_view key = dotted.substr(dotted.rfind('.') + 1);
    const std::size_t number = place.line - 1;
    const std::string line =
        number < place.source->lines.size() ? place.source->lines[number] : std::string();
    std::size_t before = std::string::npos;
    if (place.column > 1) {
        before = 0;
        for (std::size_t seen = 0; before < line.size() && seen + 1 < place.column; ++before) {
            seen = characters(std::string_view(line).substr(0, before + 1));
        }
    }
    const std::size_t at = line.rfind(key, before);
    if (at != std::string::npos) {
        place.column = characters(std::string_view(line).substr(0, at)) + 1;
        place.width = characters(key);
    }
    return diagnostic_at(place, "duplicate key \"" + std::string(dotted) + "\"", "");
}

/// toml++ garbles quoted names of tables; the header's own text is right.
Diagnostic duplicate_table(Place place) {
    const std::string& line = place.source->lines.at(place.line - 1);
    const std::size_t open = std::min(line.find('['), line.size());
    const std::size_t close = std::min(line.find(']', open), line.size());
    const std::string header = line.substr(open, line.find_first_not_of(']', close) - open);
    place.column = open + 1;
    place.width = characters(header);
    return diagnostic_at(place, "duplicate table " + header, "");
}

Diagnostic parse_failure(const toml::parse_error& error, const SharedSource& source) {
    const Place place = place_of(error.source(), source);
    const std::string_view description = error.description();
    constexpr std::string_view redefined = "cannot redefine existing ";
    const std::size_t found = description.find(redefined);
    const std::size_t open = description.find('\'', found == std::string_view::npos ? 0 : found);
    if (found != std::string_view::npos && open != std::string_view::npos) {
        if (description.find("table header") < found && place.line <= source->lines.size()) {
            return duplicate_table(place);
        }
        const std::size_t close = description.rfind('\'');
        return duplicate_key(place, description.substr(open + 1, close - open - 1));
    }
    const std::size_t colon = description.find(": ");
    const bool has_context = description.starts_with("Error while parsing");
    std::string reason(
        has_context && colon != std::string_view::npos ? description.substr(colon + 2) : description
    );
    return diagnostic_at(place, "not TOML: " + reason, "");
}

std::string shortest(double real) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), real);
    return error == std::errc{} ? std::string(digits.data(), end) : std::string("?");
}

}  // namespace

std::variant<Node, Diagnostic> parse_toml(const std::string& text, const std::string& file) {
    const SharedSource source = split(text, file);
    try {
        const toml::table root = toml::parse(std::string_view(text), std::string_view(file));
        return Node{{source, 1, 1, 1}, converted_table(root, source)};
    } catch (const toml::parse_error& error) {
        return parse_failure(error, source);
    }
}

const Entry* Table::find(std::string_view key) const {
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &*found;
}

Entry* Table::find(std::string_view key) {
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &*found;
}

void Table::set(std::string_view key, const Place& place, Node value) {
    if (Entry* entry = find(key)) {
        entry->place = place;
        entry->value = std::move(value);
    } else {
        entries.push_back({std::string(key), place, std::move(value)});
    }
}

std::string spelled(const Node& node) {
    if (const auto* text = node.as<std::string>()) return *text;
    if (const auto* number = node.as<std::int64_t>()) return std::to_string(*number);
    if (const auto* flag = node.as<bool>()) return *flag ? "true" : "false";
    if (const auto* real = node.as<double>()) return shortest(*real);
    if (const auto* list = node.as<List>()) {
        std::string text = "[";
        for (const Node& item : *list) {
            text += (&item == list->data() ? "" : ", ") + spelled(item);
        }
        return text + "]";
    }
    return node.as<Table>() != nullptr ? "a table" : "a date";
}

std::string_view type_name(const Node& node) {
    static constexpr std::array<std::string_view, 7> names{
        "a table", "a list", "true or false", "a whole number", "a fraction", "a string", "a date"};
    return names.at(node.value.index());
}

Diagnostic diagnostic_at(const Place& place, std::string message, std::string note) {
    Diagnostic diagnostic;
    diagnostic.file = place.source ? place.source->file : std::string();
    diagnostic.line = place.line;
    diagnostic.column = place.column;
    diagnostic.width = place.width;
    diagnostic.message = std::move(message);
    diagnostic.note = std::move(note);
    if (place.line > 0 && place.source && place.line <= place.source->lines.size()) {
        diagnostic.source = place.source->lines[place.line - 1];
    }
    return diagnostic;
}

}  // namespace onceproof::harness
