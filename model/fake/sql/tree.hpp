#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::fake {

/// What the parser says about a text: an object, a list, or a value. Numbers and flags are kept as
/// the texts that they are printed as. Members that have their default value are absent.
class Tree {
public:
    Tree() = default;
    explicit Tree(std::string text) : text_(std::move(text)) {}

    /// Adds a member of an object, or an element of a list (with an empty name).
    void add(std::string name, Tree value) {
        names_.push_back(std::move(name));
        elements_.push_back(std::move(value));
    }

    /// Names of an object's members, each at the place of its value in `elements`.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] const std::vector<Tree>& elements() const { return elements_; }
    [[nodiscard]] std::size_t size() const { return elements_.size(); }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }

    /// Throws std::out_of_range if there is none.
    [[nodiscard]] const Tree& at(std::string_view name) const {
        const Tree* const found = find(name);
        if (found == nullptr) throw std::out_of_range("no member " + std::string(name));
        return *found;
    }
    [[nodiscard]] const Tree& at(std::size_t index) const { return elements_.at(index); }

    /// The member's text, or `absent`.
    [[nodiscard]] std::string text_of(std::string_view name, std::string_view absent = {}) const {
        const Tree* const found = find(name);
        return found == nullptr ? std::string(absent) : found->text();
    }
    /// The member's number, or 0. Throws std::out_of_range or std::invalid_argument if it is none.
    [[nodiscard]] std::int64_t number_of(std::string_view name) const {
        const Tree* const found = find(name);
        return found == nullptr ? 0 : std::stoll(found->text());
    }
    [[nodiscard]] bool is_set(std::string_view name) const { return text_of(name) == "true"; }

private:
    [[nodiscard]] const Tree* find(std::string_view name) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == name) return &elements_[i];
        }
        return nullptr;
    }

    std::vector<std::string> names_;
    std::vector<Tree> elements_;
    std::string text_;
};

}  // namespace onceproof::fake
