#include "impls/backend/mariadb_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace onceproof::backend {

namespace {

/// A piece of the text: a word or number, a quoted text, or one other character (`::` is one).
struct Token {
    std::string text;
    std::string lower;   ///< of a word: in small letters; else empty
    bool space = false;  ///< white space before it
};

bool is_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '$';
}

std::size_t quoted_length(std::string_view rest) {
    const char quote = rest.front();
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != quote)
        ++end;
    return std::min(end + 1, rest.size());
}

std::size_t token_length(std::string_view rest) {
    if (rest.front() == '\'' || rest.front() == '"') return quoted_length(rest);
    if (rest.starts_with("::")) return 2;
    const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_word);
    return std::max<std::size_t>(1, static_cast<std::size_t>(end - rest.begin()));
}

std::vector<Token> tokens_of(std::string_view rest) {
    std::vector<Token> tokens;
    bool space = false;
    while (!rest.empty()) {
        if (std::isspace(static_cast<unsigned char>(rest.front())) != 0) {
            space = true;
            rest.remove_prefix(1);
        } else if (rest.starts_with("--")) {
            rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
        } else {
            Token token{std::string(rest.substr(0, token_length(rest))), {}, space};
            rest.remove_prefix(token.text.size());
            space = false;
            if (is_word(token.text.front())) {
                token.lower = token.text;
                std::ranges::transform(token.lower, token.lower.begin(), [](unsigned char letter) {
                    return static_cast<char>(std::tolower(letter));
                });
            }
            tokens.push_back(std::move(token));
        }
    }
    return tokens;
}

struct Unit {
    std::string_view name;
    std::int64_t microseconds;
};
constexpr std::array<Unit, 6> units{{
    {"day", 86'400'000'000},
    {"hour", 3'600'000'000},
    {"minute", 60'000'000},
    {"second", 1'000'000},
    {"millisecond", 1'000},
    {"microsecond", 1},
}};

/// Microseconds of '1 hour 30 seconds'; empty if it is something else.
std::optional<std::int64_t> interval_of(std::string_view quoted) {
    const std::vector<Token> parts = tokens_of(quoted.substr(1, quoted.size() - 2));
    if (parts.empty() || parts.size() % 2 != 0) return std::nullopt;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
        std::int64_t count = 0;
        const std::string& digits = parts[i].text;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        std::string_view name = parts[i + 1].lower;
        if (name.ends_with('s')) name.remove_suffix(1);
        const auto* const unit = std::ranges::find(units, name, &Unit::name);
        if (read.ec != std::errc{} || unit == units.end()) return std::nullopt;
        sum += count * unit->microseconds;
    }
    return sum;
}

constexpr std::array<std::string_view, 19> reserved{
    "call",
    "change",
    "condition",
    "index",
    "key",
    "keys",
    "lag",
    "lead",
    "option",
    "range",
    "rank",
    "read",
    "release",
    "rows",
    "schema",
    "signal",
    "system",
    "usage",
    "write"};

/// Rewrites a list of tokens from left to right.
class Rewriter {
public:
    explicit Rewriter(std::vector<Token> tokens) : in_(std::move(tokens)) {}

    MariadbText run() {
        while (at_ < in_.size())
            step();
        end_statement();
        for (const Token& token : out_) {
            if (token.space && !result_.text.empty()) result_.text += ' ';
            result_.text += token.text;
        }
        return std::move(result_);
    }

private:
    /// True if the words come next.
    [[nodiscard]] bool next(std::initializer_list<std::string_view> words) const {
        std::size_t i = at_;
        return std::ranges::all_of(words, [&](std::string_view word) {
            const bool fits = i < in_.size() &&
                              (in_[i].lower.empty() ? in_[i].text == word : in_[i].lower == word);
            ++i;
            return fits;
        });
    }

    /// Puts `text` in the place of so many tokens.
    void put(std::string text, std::size_t count) {
        out_.push_back({std::move(text), {}, in_[at_].space});
        at_ += count;
    }

    void step() {
        const Token& token = in_[at_];
        if (at_ == 0 || in_[at_ - 1].text == ";") begin_statement();
        if (token.text.size() > 1 && token.text.front() == '$') {
            result_.order.push_back(std::stoul(token.text.substr(1)) - 1);
            put("?", 1);
        } else if (token.text == "::") {
            at_ += 2;
        } else if (token.text == ";") {
            end_statement();
            put(";", 1);
        } else if (!token.lower.empty()) {
            word();
        } else {
            put(token.text, 1);
        }
    }

    void word() {
        if (next({"now", "(", ")"})) return put("now(6)", 3);
        if (next({"clock_timestamp", "(", ")"})) return put("sysdate(6)", 3);
        if (next({"current_timestamp"})) return put("current_timestamp(6)", 1);
        if (next({"for", "share"})) return put("LOCK IN SHARE MODE", 2);
        if (next({"on", "conflict"}) && skip_conflict()) return;
        if (next({"interval"}) && at_ + 1 < in_.size() && in_[at_ + 1].text.front() == '\'') {
            if (const auto length = interval_of(in_[at_ + 1].text)) return interval(*length);
        }
        if (creates_ && column_type()) return;
        const bool is_reserved = std::ranges::find(reserved, in_[at_].lower) != reserved.end();
        const bool keyword = at_ > 0 && in_[at_ - 1].lower == "primary";
        put(is_reserved && !keyword ? "`" + in_[at_].text + "`" : in_[at_].text, 1);
    }

    /// A type stands after a column's name.
    bool column_type() {
        if (next({"generated", "always", "as", "identity"})) {
            put("AUTO_INCREMENT", 4);
            return true;
        }
        const bool after_name = at_ > 0 && !in_[at_ - 1].lower.empty();
        if (after_name && next({"timestamptz"})) {
            put("datetime(6)", 1);
            return true;
        }
        if (after_name && next({"text"})) {
            put("varchar(255)", 1);
            return true;
        }
        return false;
    }

    /// `interval '2 seconds'`, with the factor that may have been written before it.
    void interval(std::int64_t microseconds) {
        std::string factor;
        const std::size_t count = out_.size();
        const bool space = in_[at_].space;
        if (count >= 2 && out_[count - 1].text == "*") {
            factor = out_[count - 2].text + " * ";
            out_.resize(count - 2);
        }
        put("interval " + factor + std::to_string(microseconds) + " microsecond", 2);
        out_.back().space = space || !factor.empty();
    }

    /// ON CONFLICT … DO NOTHING.
    bool skip_conflict() {
        std::size_t end = at_ + 2;
        if (end < in_.size() && in_[end].text == "(") {
            while (end < in_.size() && in_[end].text != ")")
                ++end;
            ++end;
        }
        const bool nothing =
            end + 1 < in_.size() && in_[end].lower == "do" && in_[end + 1].lower == "nothing";
        if (!nothing) return false;
        out_[start_].text += " IGNORE";
        at_ = end + 2;
        return true;
    }

    void begin_statement() {
        start_ = out_.size();
        creates_ = next({"create", "table"});
    }

    void end_statement() {
        if (!creates_) return;
        out_.push_back({"ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin", {}, true});
        creates_ = false;
    }

    std::vector<Token> in_;
    std::vector<Token> out_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;  ///< where the statement begins in `out_`
    bool creates_ = false;
    MariadbText result_;
};

}  // namespace

MariadbText mariadb_text(std::string_view postgres) {
    return Rewriter(tokens_of(postgres)).run();
}

std::string_view mariadb_session_setup() {
    return "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin, time_zone = '+00:00', sql_mode = "
           "'STRICT_ALL_TABLES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_BACKSLASH_ESCAPES,"
           "SIMULTANEOUS_ASSIGNMENT,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION'";
}

}  // namespace onceproof::backend
