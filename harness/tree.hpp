#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/diagnostic.hpp"

namespace onceproof::harness {

/// A file's text, kept for messages.
struct SourceText {
    std::string file;
    std::vector<std::string> lines;
};

/// Where something stands.
struct Place {
    std::shared_ptr<const SourceText> source;
    std::size_t line = 0;  ///< from 1; 0: the file as a whole
    std::size_t column = 0;
    std::size_t width = 1;
};

struct Node;
struct Entry;

/// The entries of a table in the order in which they stand in the file.
struct Table {
    std::vector<Entry> entries;

    [[nodiscard]] const Entry* find(std::string_view key) const;
    [[nodiscard]] Entry* find(std::string_view key);

    /// Replaces the entry's value or adds an entry; either way the entry then stands at `place`.
    void set(std::string_view key, const Place& place, Node value);
};

/// A date or time of TOML; nothing in a scenario takes one.
struct Date {};

using List = std::vector<Node>;

/// One value of a TOML file together with its place. Copying keeps the place.
struct Node {
    Place place;
    std::variant<Table, List, bool, std::int64_t, double, std::string, Date> value;

    template <class Type>
    [[nodiscard]] const Type* as() const {
        return std::get_if<Type>(&value);
    }
    template <class Type>
    [[nodiscard]] Type* as() {
        return std::get_if<Type>(&value);
    }
};

struct Entry {
    std::string key;
    Place place;  ///< of the key
    Node value;
};

/// Reads TOML 1.0; a duplicate key is an error. The root is a `Table`.
std::variant<Node, Diagnostic> parse_toml(const std::string& text, const std::string& file);

/// The value as one would spell it in a list of words: a string without quotes, "50", "true", "[1s,
/// 2s]".
std::string spelled(const Node& node);

/// "a table", "a list", "true or false", "a number" …
std::string_view type_name(const Node& node);

/// The diagnostic for something that stands at `place`.
Diagnostic diagnostic_at(const Place& place, std::string message, std::string note);

}  // namespace onceproof::harness
