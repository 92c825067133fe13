#include "model/explore/token.hpp"

#include <algorithm>
#include <utility>

#include <rapidcheck.h>

#include "model/explore/crockford.hpp"
#include "tests/support/catch.hpp"

using namespace onceproof::explore;

namespace {

/// Mostly small numbers, as in real runs, and any byte now and then.
rc::Gen<std::uint8_t> byte() {
    return rc::gen::weightedOneOf<std::uint8_t>(
        {{3, rc::gen::inRange<std::uint8_t>(0, 12)}, {1, rc::gen::arbitrary<std::uint8_t>()}}
    );
}

rc::Gen<Decision> decision(bool with_object) {
    return rc::gen::exec([with_object] {
        Decision made{
            .actor = *byte(),
            .operation = *byte(),
            .outcome = *byte(),
            .occurrence = *rc::gen::arbitrary<std::uint32_t>(),
            .object = {},
        };
        if (with_object && *rc::gen::arbitrary<bool>()) {
            made.object = *byte();
        }
        return made;
    });
}

rc::Gen<Deviation> deviation() {
    return rc::gen::exec([] {
        Deviation made{*decision(false), {}};
        if (*rc::gen::arbitrary<bool>()) {
            made.take = *decision(true);
        } else {
            made.take = made.instead_of;
            made.take.outcome = *byte();
        }
        return made;
    });
}

rc::Gen<Token> token() {
    return rc::gen::exec([] {
        Token made{
            .cell = *rc::gen::arbitrary<std::uint32_t>(),
            .content = *rc::gen::arbitrary<std::uint16_t>(),
            .fault_budget = *rc::gen::inRange<std::uint32_t>(0, 20),
            .guarantee = *byte(),
            .deviations = *rc::gen::container<std::vector<Deviation>>(deviation()),
        };
        if (*rc::gen::arbitrary<bool>()) {
            made.case_seed = *rc::gen::arbitrary<std::uint64_t>();
        }
        return made;
    });
}

/// Three faults and pre-emptions, as a run of the suite has.
const Token sample{
    .cell = 0x12345678,
    .content = 0xabcd,
    .fault_budget = 2,
    .guarantee = 1,
    .deviations =
        {
            {{3, 7, 0, 1, {}}, {3, 7, 2, 1, {}}},
            {{3, 9, 0, 0, {}}, {5, 1, 0, 0, {}}},
            {{5, 4, 0, 2, {}}, {2, 4, 1, 0, 6}},
        },
};

/// Characters that mean what `letter` means.
bool alike(char letter, char other) {
    const auto digit = digit_of(letter);
    return upper_case(letter) == upper_case(other) || (digit && digit == digit_of(other));
}

/// Whether `text` with `letter` at `at` is refused, or means the same.
bool notices(std::string text, std::size_t at, char letter) {
    if (alike(text[at], letter)) {
        return true;
    }
    text[at] = letter;
    const DecodedToken read = decode(text);
    return !read.token && !read.error.empty();
}

}  // namespace

TEST_CASE("token: what is encoded is decoded again (law: round trip)", "[explore]") {
    CHECK(rc::check([] {
        const Token made = *token();
        const DecodedToken read = decode(encode(made));
        RC_ASSERT(read.error.empty());
        RC_ASSERT(read.token == made);
    }));
}

TEST_CASE("token: any single changed character is noticed (law; one token in full)", "[explore]") {
    constexpr std::string_view letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ-U";
    const std::string text = encode(sample);
    std::size_t missed = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char letter : letters) {
            missed += notices(text, at, letter) ? 0 : 1;
        }
    }
    CHECK(missed == 0);
    CHECK(rc::check([letters] {
        const std::string any = encode(*token());
        for (int attempt = 0; attempt < 50; ++attempt) {
            const auto at = *rc::gen::inRange<std::size_t>(0, any.size());
            RC_ASSERT(notices(any, at, *rc::gen::elementOf(std::string(letters))));
        }
    }));
}

TEST_CASE(
    "token: any content with a right check is refused or survives a round trip (law)", "[explore]"
) {
    CHECK(rc::check([] {
        Digits behind = *rc::gen::container<Digits>(rc::gen::inRange<std::uint8_t>(0, 32));
        behind.resize(std::max<std::size_t>(behind.size(), 12));
        behind[0] = static_cast<std::uint8_t>(2 | (behind[0] & 1));  // format 1
        Digits digits;
        for (std::size_t left = behind.size();; left >>= 4) {
            digits.push_back(static_cast<std::uint8_t>((left & 15) | (left > 15 ? 16 : 0)));
            if (left <= 15) {
                break;
            }
        }
        digits.insert(digits.end(), behind.begin(), behind.end());
        const std::uint32_t check = check_of(digits);
        for (const unsigned shift : {15U, 10U, 5U, 0U}) {
            digits.push_back(static_cast<std::uint8_t>((check >> shift) & 31));
        }
        std::string text = "op1-";
        for (const std::uint8_t digit : digits) {
            text += letter_of(digit);
        }
        const DecodedToken read = decode(text);
        RC_ASSERT(read.token.has_value() == read.error.empty());
        RC_ASSERT(read.error.find("check failed") == std::string::npos);
        if (read.token) {
            RC_ASSERT(decode(encode(*read.token)).token == read.token);
        }
    }));
}

TEST_CASE(
    "token: one line that no shell changes, in groups of five (version 1 for ever)", "[explore]"
) {
    const std::string text = encode(sample);
    CHECK(text.find_first_not_of("op-0123456789ABCDEFGHJKMNPQRSTVWXYZ") == std::string::npos);
    CHECK(text == "op1-G224H-MASWA-QK90H-HHS90-S40M2-0A482-2136-YP27");
    CHECK(decode("op1-G224H-MASWA-QK90H-HHS90-S40M2-0A482-2136-YP27").token == sample);
    CHECK(encode(Token{}).size() == 26);
}

TEST_CASE("token: reading forgives case, look-alikes, missing hyphens and blanks", "[explore]") {
    const std::string text = encode(sample);
    std::string small;
    std::string bare = "op1-";
    std::string similar;
    for (const char letter : text) {
        small += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        similar += letter == '1' ? 'l' : letter == '0' ? 'O' : letter;
    }
    for (const char letter : text.substr(4)) {
        bare += letter == '-' ? "" : std::string(1, letter);
    }
    CHECK(decode(small).token == sample);
    CHECK(decode("OP1" + text.substr(3)).token == sample);
    CHECK(decode(similar).token == sample);
    CHECK(decode(bare).token == sample);
    CHECK(decode("  " + text + "\r\n").token == sample);
}

TEST_CASE("token: says what is wrong with a text", "[explore]") {
    const std::string text = encode(sample);
    CHECK(decode("").error == "wrong prefix: a token starts with \"op1-\"");
    CHECK(decode("xp1" + text.substr(3)).error == "wrong prefix: a token starts with \"op1-\"");
    CHECK(decode("op1").error == "wrong prefix: a token starts with \"op1-\"");
    CHECK(
        decode("op2" + text.substr(3)).error ==
        "the token was made by a newer version (op2; this one reads op1)"
    );
    CHECK(
        decode("op17-ABC").error ==
        "the token was made by a newer version (op17; this one reads op1)"
    );
    CHECK(decode(" op1-00000-00*00").error == "wrong character '*' at position 14");
    CHECK(decode("op1-00\x01").error == "wrong character at position 7");
    CHECK(decode("op1-").error == "the token is truncated");
}

TEST_CASE("token: every shorter text is truncated, a longer one too long", "[explore]") {
    const std::string text = encode(sample);
    for (std::size_t size = 4; size < text.size(); ++size) {
        CHECK(decode(text.substr(0, size)).error.starts_with("the token is truncated"));
    }
    CHECK(decode(text + "0").error.starts_with("the token is too long"));
}

TEST_CASE("token: two characters changed places are noticed", "[explore]") {
    const std::string text = encode(sample);
    for (std::size_t at = 4; at + 1 < text.size(); ++at) {
        std::string changed = text;
        std::swap(changed[at], changed[at + 1]);
        const bool same = text[at] == text[at + 1] || text[at] == '-' || text[at + 1] == '-';
        CHECK(decode(changed).token.has_value() == same);
    }
}
