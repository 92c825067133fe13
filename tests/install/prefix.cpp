#include "tests/install/prefix.hpp"

#include <filesystem>

#include "tests/support/catch.hpp"

namespace onceproof::installed {
namespace {

constexpr int patience_s = 500;

void install(const std::string& to) {
    const Finished finished = testing::run_program(
        {CMAKE_PROGRAM, "--install", BUILD_FOLDER, "--prefix", to}, {.patience_s = patience_s}
    );
    INFO(finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
}

}  // namespace

const std::string& prefix() {
    static const TemporaryFolder folder;
    static const std::string path = [] {
        std::string made = folder.path("prefix");
        install(made);
        return made;
    }();
    return path;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Finished shell(const std::string& folder, const std::string& script) {
    return testing::run_program(
        {"/bin/bash",
         "-euc",
         "cd '" + folder + "'; export CXX='" CXX_COMPILER "' PATH='" + prefix() + "/bin':$PATH; " +
             script},
        {.patience_s = patience_s}
    );
}

std::string build_example(const TemporaryFolder& folder, const std::string& name) {
    const std::string source = std::filesystem::current_path().string() + "/examples/" + name;
    const std::string build = folder.path("build");
    const Finished finished =
        shell(folder.path("."), "cmake -S '" + source + "' -B build && cmake --build build -j 2");
    INFO(finished.out << finished.err);
    REQUIRE(finished.exit_code == 0);
    return build;
}

}  // namespace onceproof::installed
