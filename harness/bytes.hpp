#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::harness {

/// Puts numbers and texts one behind the other, for a process of the same program to read.
class ByteWriter {
public:
    void number(std::uint64_t value) {
        char bytes[sizeof value];
        std::memcpy(bytes, &value, sizeof value);
        bytes_.append(bytes, sizeof value);
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_.append(value);
    }

    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Reads what `ByteWriter` wrote, in the same order. Behind the end everything is 0 and empty, and
/// `ok` says so.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        const std::string_view bytes = take(sizeof value);
        std::memcpy(&value, bytes.data(), bytes.size());
        return value;
    }
    std::string_view text() { return take(number()); }

    /// A number that says how many things follow, each of at least one byte.
    std::uint64_t count() {
        const std::uint64_t value = number();
        ok_ = ok_ && value <= bytes_.size();
        return ok_ ? value : 0;
    }

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }

private:
    std::string_view take(std::uint64_t size) {
        ok_ = ok_ && size <= bytes_.size();
        const std::string_view taken = ok_ ? bytes_.substr(0, size) : std::string_view();
        bytes_.remove_prefix(taken.size());
        return taken;
    }

    std::string_view bytes_;
    bool ok_ = true;
};

}  // namespace onceproof::harness
