#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/fake/sql/layout.hpp"
#include "model/port/sql.hpp"

namespace onceproof::fake {

/// The parameters of one call, converted to the types that the plan gave them.
///
/// A driver sends text, so a number can become a text and the other way round. An instant where the
/// plan wants none, or a text where it wants an instant, is a programmer error (UnsupportedSql):
/// the fake has no text form of instants.
class Parameters {
public:
    /// `values` must live as long as this. Throws UnsupportedSql also for a wrong number of values.
    Parameters(const Plan& plan, std::span<const Value> values);

    /// False if the server refuses a value (no number, out of range).
    [[nodiscard]] bool valid() const { return valid_; }
    [[nodiscard]] std::span<const Datum> data() const { return {data_.data(), size_}; }

private:
    Datum convert(const Plan& plan, Type type, const Value& value);
    Datum from_integer(std::int64_t number, Type type);
    Datum from_text(const Plan& plan, Type type, const std::string& text);

    static constexpr std::size_t parameters_max = 32;
    std::array<Datum, parameters_max> data_;
    std::size_t size_ = 0;
    bool valid_ = true;
    std::vector<std::string> texts_;  // of numbers that became text
};

}  // namespace onceproof::fake
