#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {

TEST_CASE("package: the Debian package holds what is installed, under /usr", "[install]") {
    const TemporaryFolder folder;
    const Finished packed = shell(
        folder.path("."),
        "'" CPACK_PROGRAM "' -G DEB --config '" BUILD_FOLDER "/CPackConfig.cmake' -B deb"
    );
    INFO(packed.out << packed.err);
    REQUIRE(packed.exit_code == 0);
    const Finished listed = shell(folder.path("."), "dpkg-deb -c deb/*.deb");
    for (const char* file :
         {"./usr/bin/onceproof\n",
          "/onceproof-config.cmake\n",
          "/libonceproof_main.a\n",
          "./usr/share/man/man1/onceproof.1\n",
          "./usr/share/onceproof/scenarios/crash-anywhere.toml\n",
          "./usr/include/onceproof/onceproof/strategy.hpp\n"}) {
        CAPTURE(file);
        CHECK(listed.out.find(file) != std::string::npos);
    }
    const Finished depends = shell(folder.path("."), "dpkg-deb -f deb/*.deb Depends");
    CAPTURE(depends.out);
    CHECK(depends.out.find("libboost-fiber") != std::string::npos);
    CHECK(depends.out.find("libpqxx") != std::string::npos);
}

}  // namespace onceproof::installed
