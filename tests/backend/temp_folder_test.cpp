#include "impls/backend/temp_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>

#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

namespace fs = std::filesystem;

TEST_CASE("TempFolder: exists as long as its object, with all that is in it", "[backend]") {
    std::string path;
    {
        const auto folder = TempFolder::create("", "unit", geteuid(), getegid());
        REQUIRE(folder.has_value());
        path = folder->path();
        CHECK(path.find("/onceproof-unit-") != std::string::npos);
        fs::create_directory(path + "/inner");
        std::ofstream(path + "/inner/file") << "x";
    }
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("TempFolder: moves with its object", "[backend]") {
    auto first = TempFolder::create("", "unit", geteuid(), getegid());
    auto second = TempFolder::create("", "unit", geteuid(), getegid());
    REQUIRE(first.has_value());
    REQUIRE(second.has_value());
    const std::string kept = first->path();
    const std::string replaced = second->path();
    *second = std::move(*first);
    first.reset();
    CHECK(second->path() == kept);
    CHECK(fs::exists(kept));
    CHECK_FALSE(fs::exists(replaced));
}

TEST_CASE("TempFolder: no folder where none can be made", "[backend]") {
    CHECK_FALSE(TempFolder::create("/nowhere", "unit", geteuid(), getegid()).has_value());
}

}  // namespace
}  // namespace onceproof::backend
