#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "model/base/hash.hpp"
#include "model/base/naming.hpp"
#include "model/base/time.hpp"
#include "model/port/sql.hpp"

namespace onceproof::fake {

/// What a datum or a cell holds. Booleans are integers 0 and 1, intervals integers of microseconds.
enum class DatumKind : std::uint8_t {
    null,
    integer,
    text,
    instant
};

/// One SQL value in the course of evaluation. A text is a view: it lives in a cell, a parameter or
/// a plan.
class Datum {
public:
    constexpr Datum() : number_(0) {}

    static constexpr Datum integer(std::int64_t number) {
        return Datum(DatumKind::integer, number);
    }
    static constexpr Datum boolean(bool value) { return integer(value ? 1 : 0); }
    static constexpr Datum instant(std::int64_t microseconds) {
        return Datum(DatumKind::instant, microseconds);
    }
    static Datum text(std::string_view text) {
        Datum result;
        result.kind_ = DatumKind::text;
        result.size_ = static_cast<std::uint32_t>(text.size());
        result.text_ = text.data();
        return result;
    }

    [[nodiscard]] DatumKind kind() const { return kind_; }
    [[nodiscard]] bool is_null() const { return kind_ == DatumKind::null; }
    /// True for a boolean that is true; false for false and for NULL: what WHERE asks.
    [[nodiscard]] bool is_true() const { return kind_ == DatumKind::integer && number_ != 0; }
    /// The integer, or the instant in microseconds.
    [[nodiscard]] std::int64_t number() const { return number_; }
    [[nodiscard]] std::string_view text() const { return {text_, size_}; }

    [[nodiscard]] Value value() const;
    /// Folds the datum in; an instant counts as its distance from `now`.
    void hash(Hasher& hasher, Instant now, Naming& naming) const;

private:
    constexpr Datum(DatumKind kind, std::int64_t number) : kind_(kind), number_(number) {}

    DatumKind kind_ = DatumKind::null;
    std::uint32_t size_ = 0;
    union {
        std::int64_t number_;
        const char* text_;
    };
};
static_assert(std::is_trivially_copyable_v<Datum> && sizeof(Datum) == 16);

/// Negative, zero or positive as `left` is less than, equal to or greater than `right`. Both of one
/// kind, not NULL. Texts compare by bytes (collation "C").
inline int compare(const Datum& left, const Datum& right) {
    if (left.kind() == DatumKind::text) return left.text().compare(right.text());
    if (left.number() == right.number()) return 0;
    return left.number() < right.number() ? -1 : 1;
}

/// One stored SQL value: 16 bytes, texts of up to 14 bytes inside.
class Cell {
public:
    Cell() = default;
    explicit Cell(const Datum& datum) { assign(datum); }
    Cell(const Cell& other) { assign(other.view()); }
    Cell(Cell&& other) noexcept { steal(other); }
    Cell& operator=(const Cell& other) {
        if (this != &other) {
            Cell copy(other);
            *this = std::move(copy);
        }
        return *this;
    }
    Cell& operator=(Cell&& other) noexcept {
        if (this != &other) {
            release();
            steal(other);
        }
        return *this;
    }
    ~Cell() { release(); }

    /// Valid as long as this cell neither changes nor moves.
    [[nodiscard]] Datum view() const {
        switch (kind_) {
            case DatumKind::null:
                return {};
            case DatumKind::text:
                return Datum::text({size_ == on_heap ? heap().text : bytes_, length()});
            case DatumKind::integer:
                return Datum::integer(number());
            case DatumKind::instant:
                return Datum::instant(number());
        }
        return {};
    }
    [[nodiscard]] bool is_null() const { return kind_ == DatumKind::null; }

    friend bool operator==(const Cell& left, const Cell& right) {
        return left.kind_ == right.kind_ &&
               (left.is_null() || compare(left.view(), right.view()) == 0);
    }

private:
    static constexpr std::uint8_t on_heap = 255;
    static constexpr std::size_t inline_max = 14;
    struct Heap {
        const char* text;
        std::uint32_t size;
    };

    void assign(const Datum& datum);
    void steal(Cell& other) {
        std::memcpy(bytes_, other.bytes_, inline_max);
        size_ = other.size_;
        kind_ = other.kind_;
        other.kind_ = DatumKind::null;
    }
    void release() {
        if (kind_ == DatumKind::text && size_ == on_heap) delete[] heap().text;
        kind_ = DatumKind::null;
    }
    [[nodiscard]] Heap heap() const {
        Heap result{};
        std::memcpy(&result.text, bytes_, sizeof result.text);
        std::memcpy(&result.size, bytes_ + sizeof result.text, sizeof result.size);
        return result;
    }
    [[nodiscard]] std::size_t length() const { return size_ == on_heap ? heap().size : size_; }
    [[nodiscard]] std::int64_t number() const {
        std::int64_t result = 0;
        std::memcpy(&result, bytes_, sizeof result);
        return result;
    }

    alignas(8) char bytes_[inline_max] = {};
    std::uint8_t size_ = 0;
    DatumKind kind_ = DatumKind::null;
};
static_assert(sizeof(Cell) == 16);

}  // namespace onceproof::fake
