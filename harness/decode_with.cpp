#include "harness/decode_with.hpp"

#include <memory>
#include <utility>

#include "harness/decode_parts.hpp"
#include "harness/extends.hpp"
#include "harness/leave_out.hpp"
#include "harness/sweep_target.hpp"

namespace onceproof::harness {
namespace {

/// Where messages say that a setting stands.
Place place_of(const Setting& setting) {
    const auto* word = std::get_if<std::string>(&setting.value);
    const std::string value =
        word != nullptr ? *word : std::to_string(std::get<std::int64_t>(setting.value));
    auto source = std::make_shared<SourceText>();
    source->file = "--param";
    source->lines = {setting.path + "=" + value};
    const std::size_t width = source->lines.front().size();
    return {std::move(source), 1, 1, width};
}

void put(Node& root, const Setting& setting, const Vocabulary& vocabulary, Problems& problems) {
    Table& table = *root.as<Table>();
    const Place place = place_of(setting);
    const auto target = sweep_target(setting.path, place, table, vocabulary, problems);
    if (!target.has_value()) {
        return;
    }
    sweep_no_more(root, [&](const std::string& path) { return path == setting.path; });
    Node value{place, {}};
    std::visit([&](const auto& given) { value.value = given; }, setting.value);
    const Sweep single{{{setting.path, place, *target, {value}}}, {{0}}};
    root = at_point(root, single, single.points.front());
}

}  // namespace

Decoded decode_with(
    const std::string& file, std::span<const Setting> settings, const Vocabulary& vocabulary
) {
    Problems problems;
    std::optional<Node> root = load(file, problems);
    if (root.has_value()) {
        leave_out(*root->as<Table>(), {"expect", "regress"});
        for (const Setting& setting : settings) {
            put(*root, setting, vocabulary, problems);
        }
    }
    return decode_tree(root, file, vocabulary, problems);
}

}  // namespace onceproof::harness
