#include "harness/read_value.hpp"

#include <algorithm>
#include <limits>

#include "harness/latency.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

void wrong_type(
    std::string_view name, std::string_view wanted, const Node& node, Problems& problems
) {
    problems.add(
        node.place,
        in_quotes(name) + " is " + std::string(wanted) + ", not " + std::string(type_name(node))
    );
}

std::optional<Duration> read_duration(
    std::string_view name, std::int64_t least, const Node& node, Problems& problems
) {
    const auto* text = node.as<std::string>();
    if (text == nullptr) {
        wrong_type(name, "a duration such as \"250ms\"", node, problems);
        return std::nullopt;
    }
    const auto duration = parse_duration(*text);
    if (!duration) {
        problems.add(
            node.place,
            "bad duration " + in_quotes(*text),
            "a whole number and one of us, ms, s, m, h, d"
        );
        return std::nullopt;
    }
    if (duration->count() < least) {
        problems.add(
            node.place,
            in_quotes(name) + " is at least " + format_duration(Duration{least}) + ", not " + *text
        );
        return std::nullopt;
    }
    return duration;
}

std::optional<Bytes> read_memory(
    std::string_view name, std::int64_t least, const Node& node, Problems& problems
) {
    const auto* text = node.as<std::string>();
    if (text == nullptr) {
        wrong_type(name, "an amount of memory such as \"512MiB\"", node, problems);
        return std::nullopt;
    }
    const auto bytes = parse_bytes(*text);
    if (!bytes) {
        problems.add(
            node.place,
            "bad amount of memory " + in_quotes(*text),
            "a whole number and one of B, KiB, MiB, GiB, TiB"
        );
        return std::nullopt;
    }
    if (bytes->count < least) {
        problems.add(
            node.place, in_quotes(name) + " is at least " + format_bytes({least}) + ", not " + *text
        );
        return std::nullopt;
    }
    return bytes;
}

struct Range {
    std::int64_t least;
    std::int64_t most;
};

std::optional<std::int64_t> read_number(
    std::string_view name, Range range, const Node& node, Problems& problems
) {
    const auto* number = node.as<std::int64_t>();
    if (number == nullptr) {
        wrong_type(name, "a whole number", node, problems);
        return std::nullopt;
    }
    if (*number < range.least || *number > range.most) {
        const bool open = range.most == std::numeric_limits<std::int64_t>::max();
        const std::string allowed =
            open ? "at least " + std::to_string(range.least)
                 : "from " + std::to_string(range.least) + " to " + std::to_string(range.most);
        problems.add(
            node.place, in_quotes(name) + " is " + allowed + ", not " + std::to_string(*number)
        );
        return std::nullopt;
    }
    return *number;
}

std::optional<std::string> read_word(
    std::string_view name,
    std::span<const std::string_view> words,
    const Node& node,
    Problems& problems
) {
    const auto* text = node.as<std::string>();
    if (text == nullptr) {
        wrong_type(name, "a string", node, problems);
        return std::nullopt;
    }
    if (!words.empty() && std::ranges::find(words, *text) == words.end()) {
        problems.add(node.place, unknown(name, *text, words), known(words));
        return std::nullopt;
    }
    return *text;
}

std::optional<double> read_rate(std::string_view name, const Node& node, Problems& problems) {
    const auto* number = node.as<std::int64_t>();
    const auto* real = node.as<double>();
    if (number == nullptr && real == nullptr) {
        wrong_type(name, "a number from 0 to 1", node, problems);
        return std::nullopt;
    }
    const double rate = real != nullptr ? *real : static_cast<double>(*number);
    if (!(rate >= 0 && rate <= 1)) {
        problems.add(node.place, in_quotes(name) + " is from 0 to 1, not " + spelled(node));
        return std::nullopt;
    }
    return rate;
}

std::optional<std::string> read_text(std::string_view name, const Node& node, Problems& problems) {
    const auto* text = node.as<std::string>();
    if (text == nullptr) {
        wrong_type(name, "a string", node, problems);
        return std::nullopt;
    }
    if (text->empty()) {
        problems.add(node.place, in_quotes(name) + " is empty");
        return std::nullopt;
    }
    return *text;
}

/// Reads every item with `read_item`; empty after a problem with any of them.
template <class Item, class ReadItem>
std::optional<Datum> read_list(
    std::string_view name, const Node& node, Problems& problems, ReadItem read_item
) {
    const auto* list = node.as<List>();
    if (list == nullptr) {
        wrong_type(name, "a list", node, problems);
        return std::nullopt;
    }
    std::vector<Item> items;
    for (const Node& item : *list) {
        if (auto read = read_item(item)) {
            items.push_back(std::move(*read));
        }
    }
    return items.size() == list->size() ? std::optional<Datum>(std::move(items)) : std::nullopt;
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

/// An unknown entry of the table at `path`.
void unknown_key(const Entry& entry, std::string_view path, Problems& problems) {
    const auto names = names_in(path);
    std::string message = unknown("key", entry.key, names);
    if (!path.empty()) {
        const KeySpec* key = find_key(path);
        const bool listed = key != nullptr && key->type == KeyType::tables;
        const std::string where =
            (listed ? " in [[" : " in [") + std::string(path) + (listed ? "]]" : "]");
        message.insert(std::string_view("unknown key \"\"").size() + entry.key.size(), where);
    }
    problems.add(entry.place, std::move(message), known(names));
}

}  // namespace

std::optional<Datum> read_value(const KeySpec& key, const Node& node, Problems& problems) {
    const std::string_view name = last_part(key.path);
    switch (key.type) {
        case KeyType::flag:
            if (const auto* flag = node.as<bool>()) return *flag;
            wrong_type(name, "true or false", node, problems);
            return std::nullopt;
        case KeyType::count:
            return read_number(name, {key.least, key.most}, node, problems);
        case KeyType::rate:
            return read_rate(name, node, problems);
        case KeyType::text:
            return read_text(name, node, problems);
        case KeyType::word:
            return read_word(name, key.words, node, problems);
        case KeyType::duration:
            return read_duration(name, key.least, node, problems);
        case KeyType::memory:
            return read_memory(name, key.least, node, problems);
        case KeyType::text_list:
            return read_list<std::string>(name, node, problems, [&](const Node& item) {
                return read_text(name, item, problems);
            });
        case KeyType::duration_list:
            return read_list<Duration>(name, node, problems, [&](const Node& item) {
                return read_duration(name, key.least, item, problems);
            });
        case KeyType::latency:
            if (auto latency = read_latency(name, node, problems)) return std::move(*latency);
            return std::nullopt;
        case KeyType::open_table:
        case KeyType::tables:
            break;
    }
    return std::nullopt;
}

std::optional<OptionValue> read_option(
    const OptionSpec& option, const Node& node, Problems& problems
) {
    switch (option.type) {
        case OptionType::flag:
            if (const auto* flag = node.as<bool>()) return *flag;
            wrong_type(option.name, "true or false", node, problems);
            return std::nullopt;
        case OptionType::number:
            return read_number(option.name, {option.least, option.most}, node, problems);
        case OptionType::word: {
            const std::vector<std::string_view> words(option.words.begin(), option.words.end());
            return read_word(option.name, words, node, problems);
        }
        case OptionType::duration:
            return read_duration(option.name, option.least, node, problems);
    }
    return std::nullopt;
}

void read_table(const Table& table, std::string_view path, const Slots& slots, Problems& problems) {
    for (const Entry& entry : table.entries) {
        const std::string inner = path.empty() ? entry.key : std::string(path) + "." + entry.key;
        if (const KeySpec* key = find_key(inner)) {
            if (key->store == nullptr) continue;
            if (const auto datum = read_value(*key, entry.value, problems)) {
                key->store(*key, slots, *datum);
            }
        } else if (names_in(inner).empty()) {
            unknown_key(entry, path, problems);
        } else if (const auto* inner_table = entry.value.as<Table>()) {
            read_table(*inner_table, inner, slots, problems);
        } else {
            wrong_type(entry.key, "a table", entry.value, problems);
        }
    }
}

List read_names(const Table& root, std::string_view path, Problems& problems) {
    const KeySpec* key = find_key(path);
    const std::size_t dot = path.find('.');
    const Entry* entry = root.find(path.substr(0, dot));
    if (entry != nullptr && dot != std::string_view::npos) {
        const auto* table = entry->value.as<Table>();
        entry = table != nullptr ? table->find(path.substr(dot + 1)) : nullptr;
    }
    if (entry == nullptr || !read_value(*key, entry->value, problems)) {
        return {};
    }
    return *entry->value.as<List>();
}

}  // namespace onceproof::harness
