#include "model/explore/token.hpp"

#include <span>
#include <utility>

#include "model/explore/bits.hpp"
#include "model/explore/crockford.hpp"

namespace onceproof::explore {

namespace {

constexpr std::string_view prefix = "op1-";
constexpr std::uint32_t format_deviations = 1;
constexpr std::uint32_t format_timed = 2;  // the same with the seed of the case
constexpr std::size_t group_size = 5;

void write_decision(DigitWriter& writer, const Decision& decision) {
    writer.number(decision.actor, 4);
    writer.number(decision.operation, 5);
    writer.number(decision.occurrence, 2);
    writer.bits(decision.outcome != 0 ? 1 : 0, 1);
    if (decision.outcome != 0) {
        writer.number(decision.outcome, 3);
    }
}

void write_object(DigitWriter& writer, const std::optional<std::uint8_t>& object) {
    writer.bits(object.has_value() ? 1 : 0, 1);
    if (object) {
        writer.number(*object, 4);
    }
}

/// A fault that strikes the calm step differs from it in the outcome only, so nothing else is
/// stored of it.
bool differs_in_outcome_only(const Deviation& deviation) {
    Decision take = deviation.take;
    take.outcome = deviation.instead_of.outcome;
    take.object = deviation.instead_of.object;
    return take == deviation.instead_of;
}

void write_deviation(DigitWriter& writer, const Deviation& deviation) {
    write_decision(writer, deviation.instead_of);
    const bool same = differs_in_outcome_only(deviation);
    writer.bits(same ? 1 : 0, 1);
    if (same) {
        writer.number(deviation.take.outcome, 3);
    } else {
        write_decision(writer, deviation.take);
    }
    write_object(writer, deviation.take.object);
}

/// A number that has to fit in a byte; anything else spoils `ok`.
std::uint8_t read_byte(DigitReader& reader, unsigned group, bool& ok) {
    const std::uint32_t value = reader.number(group);
    ok = ok && value <= 0xff;
    return static_cast<std::uint8_t>(value);
}

Decision read_decision(DigitReader& reader, bool& ok) {
    Decision decision;
    decision.actor = read_byte(reader, 4, ok);
    decision.operation = read_byte(reader, 5, ok);
    decision.occurrence = reader.number(2);
    if (reader.bits(1) != 0) {
        decision.outcome = read_byte(reader, 3, ok);
    }
    return decision;
}

Deviation read_deviation(DigitReader& reader, bool& ok) {
    Deviation deviation;
    deviation.instead_of = read_decision(reader, ok);
    if (reader.bits(1) != 0) {
        deviation.take = deviation.instead_of;
        deviation.take.outcome = read_byte(reader, 3, ok);
    } else {
        deviation.take = read_decision(reader, ok);
    }
    if (reader.bits(1) != 0) {
        deviation.take.object = read_byte(reader, 4, ok);
    }
    return deviation;
}

/// What stands behind the format. `ok` turns false if that is no token.
Token read_content(DigitReader& reader, std::uint32_t format, bool& ok) {
    Token token;
    token.cell = reader.bits(32);
    token.content = static_cast<std::uint16_t>(reader.bits(16));
    token.fault_budget = reader.number(3);
    token.guarantee = read_byte(reader, 4, ok);
    if (format == format_timed) {
        const std::uint64_t high = reader.bits(32);
        token.case_seed = (high << 32) | reader.bits(32);
    }
    const std::uint32_t count = reader.number(4);
    for (std::uint32_t index = 0; index < count && reader.ok() && ok; ++index) {
        token.deviations.push_back(read_deviation(reader, ok));
    }
    ok = ok && reader.ok();
    return token;
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Empty if `text` starts with this version's prefix; otherwise what is wrong.
std::string check_prefix(std::string_view text) {
    bool fits = text.size() >= prefix.size();
    for (std::size_t at = 0; fits && at < prefix.size(); ++at) {
        const char letter = upper_case(text[at]);
        fits = letter == upper_case(prefix[at]) ||
               (prefix[at] == '1' && (letter == 'I' || letter == 'L'));
    }
    if (fits) {
        return {};
    }
    const bool ours = text.size() >= 3 && upper_case(text[0]) == 'O' && upper_case(text[1]) == 'P';
    std::size_t end = 2;
    while (ours && end < text.size() && text[end] >= '0' && text[end] <= '9') {
        ++end;
    }
    if (ours && text[2] >= '1' && text[2] <= '9' && end < text.size() && text[end] == '-') {
        return "the token was made by a newer version (" + std::string(text.substr(0, end)) +
               "; this one reads op1)";
    }
    return "wrong prefix: a token starts with \"op1-\"";
}

/// The digits behind the prefix, or what is wrong with them. Positions count from 1 in `text`,
/// prefix included.
std::string read_digits(std::string_view text, std::size_t skipped, Digits& digits) {
    for (std::size_t at = prefix.size(); at < text.size(); ++at) {
        if (text[at] == '-') {
            continue;
        }
        const std::optional<std::uint8_t> value = digit_of(text[at]);
        if (!value) {
            const bool printable = text[at] > ' ' && text[at] <= '~';
            return "wrong character" + (printable ? " '" + std::string(1, text[at]) + "'" : "") +
                   " at position " + std::to_string(skipped + at + 1);
        }
        digits.push_back(*value);
    }
    return {};
}

/// Empty if there are as many digits as the first ones say; otherwise what is wrong.
std::string check_length(DigitReader& reader, std::size_t count) {
    const std::uint32_t stated = reader.number(4);
    if (!reader.ok()) {
        return "the token is truncated";
    }
    const std::size_t expected = reader.digits() + stated + check_size;
    if (count < expected) {
        return "the token is truncated: " + std::to_string(count) + " of " +
               std::to_string(expected) + " characters behind \"op1-\"";
    }
    if (count > expected) {
        return "the token is too long: " + std::to_string(count) + " characters instead of " +
               std::to_string(expected) + " behind \"op1-\"";
    }
    return {};
}

DecodedToken failure(std::string error) {
    return {std::nullopt, std::move(error)};
}

}  // namespace

std::string encode(const Token& token) {
    DigitWriter content;
    content.bits(token.case_seed.has_value() ? format_timed : format_deviations, 4);
    content.bits(token.cell, 32);
    content.bits(token.content, 16);
    content.number(token.fault_budget, 3);
    content.number(token.guarantee, 4);
    if (token.case_seed.has_value()) {
        content.bits(static_cast<std::uint32_t>(*token.case_seed >> 32), 32);
        content.bits(static_cast<std::uint32_t>(*token.case_seed), 32);
    }
    content.number(static_cast<std::uint32_t>(token.deviations.size()), 4);
    for (const Deviation& deviation : token.deviations) {
        write_deviation(content, deviation);
    }
    const Digits behind = content.finish();
    DigitWriter length;
    length.number(static_cast<std::uint32_t>(behind.size()), 4);
    Digits digits = length.finish();
    digits.insert(digits.end(), behind.begin(), behind.end());

    std::string text(prefix);
    for (std::size_t at = 0; at < digits.size(); ++at) {
        if (at != 0 && at % group_size == 0) {
            text += '-';
        }
        text += letter_of(digits[at]);
    }
    text += '-';
    const std::uint32_t check = check_of(digits);
    for (std::size_t at = 0; at < check_size; ++at) {
        text += letter_of(static_cast<std::uint8_t>(check >> (5 * (check_size - 1 - at))));
    }
    return text;
}

DecodedToken decode(std::string_view text) {
    const std::string_view trimmed = trim(text);
    const auto skipped =
        static_cast<std::size_t>(trimmed.empty() ? 0 : trimmed.data() - text.data());
    if (std::string error = check_prefix(trimmed); !error.empty()) {
        return failure(std::move(error));
    }
    Digits digits;
    if (std::string error = read_digits(trimmed, skipped, digits); !error.empty()) {
        return failure(std::move(error));
    }
    DigitReader lengths(digits);
    if (std::string error = check_length(lengths, digits.size()); !error.empty()) {
        return failure(std::move(error));
    }
    const std::span<const std::uint8_t> all(digits);
    DigitReader check(all.last(check_size));
    if (check.bits(20) != check_of(all.first(digits.size() - check_size))) {
        return failure("the check failed: some character of the token is not what it was");
    }
    const std::span<const std::uint8_t> behind =
        all.subspan(lengths.digits(), all.size() - check_size - lengths.digits());
    DigitReader content(behind);
    const std::uint32_t format = content.bits(4);
    if (format != format_deviations && format != format_timed) {
        return failure("the token has a format of a newer version");
    }
    bool ok = true;
    Token token = read_content(content, format, ok);
    if (!ok || content.digits() != behind.size()) {
        return failure("the token's content makes no sense although its check is right");
    }
    return {std::move(token), {}};
}

}  // namespace onceproof::explore
