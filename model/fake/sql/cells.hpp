#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/base/hash.hpp"
#include "model/fake/sql/cell.hpp"

namespace onceproof::fake {

/// What a row version hashes to as far as that never changes, and what else there is to hash.
struct CellsDigest {
    /// Of how many cells there are, and of those that hash to the same at every moment and whoever
    /// is named in which way.
    Fingerprint still;
    std::uint64_t moving = 0;  ///< the other cells, a bit each; see `most`

    static constexpr std::size_t most = 64;  ///< cells from this one on are moving, without a bit

    /// Calls `visit` with the place of each moving cell, of `cells` in all.
    template <class Visit>
    void for_each_moving(std::size_t cells, const Visit& visit) const {
        for (std::uint64_t left = moving; left != 0; left &= left - 1) {
            visit(static_cast<std::size_t>(std::countr_zero(left)));
        }
        for (std::size_t i = most; i < cells; ++i) {
            visit(i);
        }
    }
};

/// The values of one row version, in the table's order. Empty: no version.
///
/// A step changes few of the versions that a database holds, and the hash of every state is asked
/// for: so a version remembers what it hashes to.
class Cells {
public:
    Cells() = default;
    template <class Iterator>
    Cells(Iterator first, Iterator last) : cells_(first, last) {}
    Cells(const Cells&) = default;
    Cells(Cells&& other) noexcept
        : cells_(std::move(other.cells_)), digest_(std::exchange(other.digest_, std::nullopt)) {}
    Cells& operator=(const Cells&) = default;
    Cells& operator=(Cells&& other) noexcept {
        cells_ = std::move(other.cells_);
        digest_ = std::exchange(other.digest_, std::nullopt);
        return *this;
    }
    ~Cells() = default;

    [[nodiscard]] bool empty() const { return cells_.empty(); }
    [[nodiscard]] std::size_t size() const { return cells_.size(); }
    [[nodiscard]] const Cell& operator[](std::size_t place) const { return cells_[place]; }
    [[nodiscard]] const Cell* data() const { return cells_.data(); }
    [[nodiscard]] auto begin() const { return cells_.begin(); }
    [[nodiscard]] auto end() const { return cells_.end(); }

    void reserve(std::size_t cells) { cells_.reserve(cells); }
    void clear() {
        cells_.clear();
        digest_.reset();
    }
    void set(std::size_t place, Cell cell) {
        cells_[place] = std::move(cell);
        digest_.reset();
    }
    void push_back(Cell cell) {
        cells_.push_back(std::move(cell));
        digest_.reset();
    }
    template <class... Arguments>
    void emplace_back(Arguments&&... arguments) {
        cells_.emplace_back(std::forward<Arguments>(arguments)...);
        digest_.reset();
    }

    /// Remembered until the cells change. `identity` is the place of the table's identity column,
    /// in every call the same: its cell is always moving.
    [[nodiscard]] const CellsDigest& digest(std::optional<std::size_t> identity) const {
        if (!digest_.has_value()) {
            digest_ = make_digest(identity);
        }
        return *digest_;
    }

    friend bool operator==(const Cells& left, const Cells& right) {
        return left.cells_ == right.cells_;
    }

private:
    [[nodiscard]] CellsDigest make_digest(std::optional<std::size_t> identity) const;

    std::vector<Cell> cells_;
    mutable std::optional<CellsDigest> digest_;  // a cache
};

}  // namespace onceproof::fake
