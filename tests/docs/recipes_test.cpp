#include <algorithm>
#include <filesystem>

#include "tests/docs/recipe.hpp"
#include "tests/docs/shell.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/content_of.hpp"
#include "tests/support/program.hpp"

// The recipes, followed to the letter in a copy of the tree: all their changes, one build, then the
// commands of each.
namespace onceproof::docs {
namespace {

namespace fs = std::filesystem;

constexpr int build_s_max = 1'500;

struct Recipe {
    std::string name;
    Page page;
};

std::vector<Recipe> recipes() {
    std::vector<Recipe> all;
    for (const auto& entry : fs::directory_iterator(ONCEPROOF_SOURCE_DIR "/docs/recipes")) {
        const std::string file = entry.path().string();
        all.push_back({entry.path().filename().string(), read_page(testing::content_of(file))});
    }
    std::ranges::sort(all, {}, &Recipe::name);
    return all;
}

/// The tree without what is built or hidden.
void copy_tree(const std::string& to) {
    for (const auto& entry : fs::directory_iterator(ONCEPROOF_SOURCE_DIR)) {
        const std::string name = entry.path().filename().string();
        if (name == "build" || name.starts_with('.')) continue;
        fs::copy(entry.path(), fs::path(to) / name, fs::copy_options::recursive);
    }
}

/// CMake and the build of the program and of the tests that recipes name, in `root`.
testing::Finished build(const std::string& root) {
    const std::string script =
        "exec 2>&1; cd '" + root +
        "' && export CCACHE_BASEDIR=\"$PWD\" CCACHE_NOHASHDIR=1 "
        "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime && "
        "'" CMAKE_PROGRAM
        "' -S . -B build/release -G Ninja -DCMAKE_BUILD_TYPE=Release && "
        "'" CMAKE_PROGRAM "' --build build/release --target " RECIPE_TARGETS;
    return testing::run_program({"/bin/sh", "-c", script}, {.patience_s = build_s_max});
}

/// Scenarios change between the commands, as the recipe has it; sources before the build.
bool needs_no_build(const Block& block) {
    return file_of(block).starts_with("scenarios/");
}

void change(const Recipe& recipe, const Block& block, const std::string& root) {
    if (const auto why = apply_block(block, root)) {
        FAIL(recipe.name << ":" << block.line << ": " << file_of(block) << ": " << *why);
    }
}

std::size_t follow(const Recipe& recipe, const std::string& root) {
    std::size_t commands = 0;
    for (const Block& block : recipe.page.blocks) {
        if (needs_no_build(block)) change(recipe, block, root);
        if (block.how != "recipe") continue;
        const bool is_console = block.language == "console";
        for (const Deviation& each : is_console ? run_console(block, root) : run_sh(block, root)) {
            FAIL_CHECK(recipe.name << ":" << block.line << "\n" << to_string(each));
        }
        ++commands;
    }
    return commands;
}

TEST_CASE("recipes: each comes to what it says, from a clean tree", "[recipes]") {
    const testing::TemporaryFolder folder;
    const std::string root = folder.path("");
    copy_tree(root);
    const std::vector<Recipe> all = recipes();
    REQUIRE_FALSE(all.empty());
    for (const Recipe& recipe : all) {
        for (const Block& block : recipe.page.blocks) {
            const bool is_source = !file_of(block).empty() && !needs_no_build(block);
            if (is_source) change(recipe, block, root);
        }
    }
    const testing::Finished built = build(root);
    INFO(built.out.substr(built.out.size() - std::min<std::size_t>(built.out.size(), 6'000)));
    REQUIRE(built.exit_code == 0);
    for (const Recipe& recipe : all) {
        CAPTURE(recipe.name);
        CHECK((follow(recipe, root) > 0 || recipe.name == "README.md"));
    }
}

}  // namespace
}  // namespace onceproof::docs
