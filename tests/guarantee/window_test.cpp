#include "model/guarantee/window.hpp"

#include "tests/support/catch.hpp"

namespace onceproof::guarantee {

TEST_CASE("windows: they are numbered from Z1, each with a sentence of its own", "[guarantee]") {
    for (std::size_t i = 0; i < windows.size(); ++i) {
        CHECK(windows[i].name == std::string("Z").append(std::to_string(i + 1)));
        CHECK(windows[i].text.size() > 40);
        CHECK_FALSE(windows[i].text.ends_with("."));
    }
}

}  // namespace onceproof::guarantee
