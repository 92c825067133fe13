#include "harness/leave_out.hpp"

#include <algorithm>

namespace onceproof::harness {

void leave_out(Table& table, std::initializer_list<std::string_view> keys) {
    std::erase_if(table.entries, [&](const Entry& entry) {
        return std::ranges::find(keys, entry.key) != keys.end();
    });
}

void sweep_no_more(Node& root, const std::function<bool(const std::string& path)>& drops) {
    const auto thin = [&](const auto& self, Table& table, const std::string& above) -> void {
        std::erase_if(table.entries, [&](Entry& entry) {
            const std::string path = above + entry.key;
            auto* inner = entry.value.template as<Table>();
            if (drops(path) || inner == nullptr) return drops(path);
            self(self, *inner, path + ".");
            return inner->entries.empty();
        });
    };
    Entry* sweep = root.as<Table>()->find("sweep");
    if (auto* table = sweep != nullptr ? sweep->value.as<Table>() : nullptr) thin(thin, *table, "");
}

}  // namespace onceproof::harness
