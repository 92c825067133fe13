#include "bench/database.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "model/base/text.hpp"

namespace onceproof::bench {
namespace {

/// The number that `text` begins with, taken off it together with the sign behind it; 0: none.
unsigned take_number(std::string_view& text) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto used = static_cast<std::size_t>(end - text.data());
    text.remove_prefix(std::min(text.size(), used + (error == std::errc{} ? 1 : 0)));
    return error == std::errc{} ? number : 0;
}

}  // namespace

std::string_view name_of(Database database) {
    return database == Database::postgresql ? "postgresql" : "mariadb";
}

std::string_view title_of(Database database) {
    return database == Database::postgresql ? "PostgreSQL" : "MariaDB";
}

std::optional<Database> database_named(std::string_view name) {
    for (const Database database : {Database::postgresql, Database::mariadb}) {
        if (name == name_of(database)) {
            return database;
        }
    }
    return std::nullopt;
}

std::string commit_promise(bool durable) {
    return durable ? "commits are durable" : "commits are NOT durable";
}

std::string text_of(const ServerFacts& facts) {
    std::vector<std::string> settings;
    for (const auto& [name, value] : facts.settings) {
        settings.push_back(name + " " + value);
    }
    const std::string version = facts.version.empty() ? "" : " " + facts.version;
    const std::string promise = facts.promise.empty() ? "" : ": " + facts.promise;
    return facts.title + version + " (" + join(settings, ", ") + promise + ")";
}

std::string one_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
        text.remove_suffix(1);
    }
    const std::size_t first_end = text.find('\n');
    if (first_end == std::string_view::npos) {
        return std::string(text);
    }
    std::string_view last = text.substr(text.rfind('\n') + 1);
    last.remove_prefix(std::min(last.find_first_not_of(" \t"), last.size()));
    const std::string first(text.substr(0, first_end));
    return first + (first.ends_with(':') ? " " : "; ") + std::string(last);
}

bool is_older(std::string_view version, std::string_view least) {
    while (!least.empty()) {
        const unsigned wanted = take_number(least);
        const unsigned there = take_number(version);
        if (there != wanted) {
            return there < wanted;
        }
    }
    return false;
}

std::optional<std::string> too_old(
    std::string_view title, std::string_view version, std::string_view least
) {
    if (!is_older(version, least)) {
        return std::nullopt;
    }
    return fmt::format("{} {} is too old: {} is the least that is measured", title, version, least);
}

}  // namespace onceproof::bench
