#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/base/hash.hpp"

namespace onceproof {

/// Where an id in a text names the caller for whose sake it was drawn: "h12.1-3" is the third id
/// that the handler of caller 12's first attempt drew, "t12.1-3" its task's.
struct DrawnId {
    std::size_t begin = 0;   ///< of the caller's number in the text
    std::size_t end = 0;     ///< behind it
    std::size_t caller = 0;  ///< the number, from 1
};

/// The first id in the text at or after `from`.
[[nodiscard]] std::optional<DrawnId> find_id(std::string_view text, std::size_t from);

/// Folds a text in. `name` is called with each caller that an id in it names, from 1, and says what
/// to fold in for it.
template <class Name>
void hash_with_ids(Hasher& hasher, std::string_view text, const Name& name) {
    constexpr std::uint64_t mark = 0x6a09e667f3bcc908ULL;
    std::size_t done = 0;
    while (const std::optional<DrawnId> id = find_id(text, done)) {
        hasher.add(text.substr(done, id->begin - done));
        hasher.add(mark + name(id->caller));
        done = id->end;
    }
    hasher.add(text.substr(done));
}

/// What the hash of a state calls those who stand in it: by their own numbers, or by the numbers of
/// those in whose place they stand when like ones change places.
class Naming {
public:
    /// Who stands in whose place, by number; empty: everybody in his own.
    struct Places {
        std::span<const std::uint8_t> sessions = {};  ///< of the database
        std::span<const std::uint8_t> owners = {};    ///< of ephemeral keys
        std::span<const std::uint8_t> callers = {};   ///< from 1; empty: no text holds an id
    };

    Naming() = default;
    explicit Naming(const Places& places) : places_(places) {}

    [[nodiscard]] std::uint8_t session(std::size_t number) {
        return name(places_.sessions, number);
    }
    [[nodiscard]] std::uint8_t owner(std::size_t number) { return name(places_.owners, number); }

    /// False: no text holds an id.
    [[nodiscard]] bool looks_for_ids() const { return !places_.callers.empty(); }

    /// Folds a text in, with what its ids are called.
    void add(Hasher& hasher, std::string_view text) {
        if (looks_for_ids()) {
            add_ids(hasher, text);
        } else {
            hasher.add(text);
        }
    }

    /// To be told of a text whose order among others is part of the state: with an id in it, the
    /// order would be another one in another place.
    void ordered_by(std::string_view text) {
        ordered_by_id_ |= looks_for_ids() && find_id(text, 0).has_value();
    }

    /// True if somebody was named; otherwise the hash is the same whoever stands where.
    [[nodiscard]] bool named() const { return named_; }
    [[nodiscard]] bool ordered_by_id() const { return ordered_by_id_; }

private:
    [[nodiscard]] std::uint8_t name(std::span<const std::uint8_t> names, std::size_t number) {
        named_ = true;
        return names.empty() ? static_cast<std::uint8_t>(number) : names[number];
    }
    void add_ids(Hasher& hasher, std::string_view text);

    Places places_;
    bool named_ = false;
    bool ordered_by_id_ = false;
};

}  // namespace onceproof
