#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {
namespace {

/// The packages, in that folder's `deb`.
void pack(const TemporaryFolder& folder) {
    const Finished packed = shell(
        folder.path("."),
        "'" CPACK_PROGRAM "' -G DEB --config '" BUILD_FOLDER "/CPackConfig.cmake' -B deb"
    );
    INFO(packed.out << packed.err);
    REQUIRE(packed.exit_code == 0);
}

}  // namespace

TEST_CASE("package: one is the program, the other what programs are built with", "[install]") {
    const TemporaryFolder folder;
    pack(folder);
    const std::string program = shell(folder.path("deb"), "dpkg-deb -c onceproof_*.deb").out;
    const std::string development =
        shell(folder.path("deb"), "dpkg-deb -c onceproof-dev_*.deb").out;
    for (const char* file :
         {"./usr/bin/onceproof\n",
          "./usr/share/man/man1/onceproof.1\n",
          "./usr/share/onceproof/scenarios/crash-anywhere.toml\n"}) {
        CAPTURE(file);
        CHECK(has(program, file));
        CHECK_FALSE(has(development, file));
    }
    for (const char* file :
         {"/onceproof-config.cmake\n",
          "/libonceproof_main.a\n",
          "./usr/include/onceproof/onceproof/strategy.hpp\n"}) {
        CAPTURE(file);
        CHECK_FALSE(has(program, file));
        CHECK(has(development, file));
    }

    // dpkg would install it here: what it depends on is named, and there.
    const Finished installed =
        shell(folder.path("deb"), "PATH=$PATH:/usr/sbin:/sbin dpkg --no-act -i onceproof_*.deb");
    INFO(installed.out << installed.err);
    CHECK(installed.exit_code == 0);
    const std::string needs = shell(folder.path("deb"), "dpkg-deb -f onceproof_*.deb Depends").out;
    CAPTURE(needs);
    CHECK(has(needs, "libboost-fiber"));
    CHECK(has(needs, "libpqxx"));

    // The program is whole without the other package.
    const Finished run = shell(
        folder.path("."),
        "dpkg-deb -x deb/onceproof_*.deb root; root/usr/bin/onceproof run --ascii "
        "root/usr/share/onceproof/scenarios/lost-reply.toml"
    );
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
}

}  // namespace onceproof::installed
