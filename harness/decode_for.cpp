#include "harness/decode_for.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "harness/decode_parts.hpp"
#include "harness/extends.hpp"
#include "harness/leave_out.hpp"

namespace onceproof::harness {
namespace {

/// "name" of "name/preset".
std::string_view name_in(std::string_view label) {
    return label.substr(0, label.find('/'));
}

/// True if who asks for the strategy `asked` means what a file names `label`.
bool is_meant(std::string_view asked, std::string_view label) {
    return label == asked || name_in(label) == asked;
}

/// Keeps of `strategies.use` what `asked` means. Otherwise, and if that is nothing, false.
bool keep_use(Table& root, std::string_view asked) {
    Entry* section = root.find("strategies");
    auto* table = section != nullptr ? section->value.as<Table>() : nullptr;
    Entry* use = table != nullptr ? table->find("use") : nullptr;
    auto* list = use != nullptr ? use->value.as<List>() : nullptr;
    if (list == nullptr) return false;
    const auto is_other = [&](const Node& node) {
        const auto* label = node.as<std::string>();
        return label == nullptr || !is_meant(asked, *label);
    };
    if (std::ranges::all_of(*list, is_other)) return false;
    std::erase_if(*list, is_other);
    return true;
}

/// Leaves out the expectations that speak of other strategies alone.
void keep_expectations(Table& root, std::string_view asked) {
    Entry* entry = root.find("expect");
    auto* list = entry != nullptr ? entry->value.as<List>() : nullptr;
    if (list == nullptr) return;
    std::erase_if(*list, [&](const Node& node) {
        const auto* table = node.as<Table>();
        const Entry* named = table != nullptr ? table->find("strategy") : nullptr;
        const auto* label = named != nullptr ? named->value.as<std::string>() : nullptr;
        return label != nullptr && *label != "*" && !is_meant(asked, *label) &&
               *label != name_in(asked);
    });
}

/// Puts `asked` in place of all that the file uses.
void use_only(Table& root, const std::string& asked) {
    auto source = std::make_shared<SourceText>();
    source->file = "strategy";
    source->lines = {asked};
    const Place place{std::move(source), 1, 1, asked.size()};
    Table strategies;
    strategies.set("use", place, {place, List{Node{place, asked}}});
    root.set("strategies", place, {place, std::move(strategies)});
    leave_out(root, {"expect", "regress"});
}

}  // namespace

Decoded decode_for(
    const std::string& file, const std::string& strategy, const Vocabulary& vocabulary
) {
    Problems problems;
    std::optional<Node> root = load(file, problems);
    if (root.has_value()) {
        Table& table = *root->as<Table>();
        if (keep_use(table, strategy)) {
            keep_expectations(table, strategy);
        } else {
            use_only(table, strategy);
        }
        Entry* head = table.find("scenario");
        if (auto* told = head != nullptr ? head->value.as<Table>() : nullptr) {
            leave_out(*told, {"claim", "claim_number", "claim_about", "claim_guarantees"});
        }
        const std::string own = "strategy." + std::string(name_in(strategy));
        sweep_no_more(*root, [&](const std::string& path) {
            const bool is_own =
                path == own || path.starts_with(own + ".") || path.starts_with(own + "/");
            return path.starts_with("strategy.") && !is_own;
        });
    }
    return decode_tree(root, file, vocabulary, problems);
}

}  // namespace onceproof::harness
