#include "reports/write_file.hpp"

#include <array>
#include <fstream>
#include <sstream>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace onceproof::reports {
namespace {

std::string content_of(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST_CASE("write_file: replaces a file and leaves no other behind", "[reports]") {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("a.txt", "old and longer");
    CHECK_FALSE(write_file(file, "new").has_value());
    CHECK(content_of(file) == "new");
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE(
    "write_file: a folder in the file's place is an error with the file's name", "[reports]"
) {
    const testing::TemporaryFolder folder;
    folder.write("a.txt/inside", "");
    const auto error = write_file(folder.path("a.txt"), "new");
    REQUIRE(error.has_value());
    CHECK(error->text == folder.path("a.txt") + ": Is a directory");
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("write_files: one that cannot be written keeps all others as they were", "[reports]") {
    const testing::TemporaryFolder folder;
    const std::string first = folder.write("first.txt", "old");
    const std::array<FileContent, 2> files{
        FileContent{first, "new"}, FileContent{folder.path("missing/second.txt"), "new"}};
    const auto error = write_files(files);
    REQUIRE(error.has_value());
    CHECK(error->text == folder.path("missing/second.txt") + ": No such file or directory");
    CHECK(content_of(first) == "old");
    const auto entries = std::filesystem::directory_iterator(folder.path(""));
    CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("read_file: the whole content, and nothing of a file that is not there", "[reports]") {
    const testing::TemporaryFolder folder;
    CHECK(read_file(folder.write("file", "a\nb")) == "a\nb");
    CHECK_FALSE(read_file(folder.path("none")).has_value());
}

}  // namespace
}  // namespace onceproof::reports
