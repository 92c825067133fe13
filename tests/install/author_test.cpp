#include "tests/install/prefix.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::installed {
namespace {

/// What the compiler says of a source of somebody else.
Finished compiled(const std::string& text) {
    const TemporaryFolder folder;
    folder.write("own.cpp", text);
    return shell(
        folder.path("."),
        "\"$CXX\" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I '" + prefix() +
            "/include/onceproof' own.cpp"
    );
}

}  // namespace

TEST_CASE("author: a strategy needs no header but those of the ports", "[install]") {
    const Finished good = compiled(R"(
#include <model/port/strategy.hpp>

class Own final : public onceproof::Strategy {
public:
    onceproof::Reply handle(
        const onceproof::Request& request, onceproof::Env& env
    ) const override {
        using namespace onceproof;
        const Result<bool> first = env.kv.set(
            request.key, "1", {.when = SetWhen::if_absent, .ttl = std::chrono::hours(1)}
        );
        if (!first.ok()) return {ReplyKind::error, ""};
        const Result<SqlSession*> session = env.sql.open();
        if (session.ok()) {
            static_cast<void>((*session)->begin(Isolation::read_committed));
            static_cast<void>((*session)->execute("SELECT $1", request.key));
            static_cast<void>((*session)->commit());
        }
        const Result<std::string> paid = env.gateway.charge(request, env.ids.uuid());
        return paid.ok() ? Reply{ReplyKind::done, *paid} : Reply{ReplyKind::error, ""};
    }
};

const Own own;
)");
    INFO(good.err);
    CHECK(good.exit_code == 0);
}

TEST_CASE("author: a class that is no strategy is refused in one sentence", "[install]") {
    const std::string head = "#include <onceproof/strategy.hpp>\n";
    const std::string rest =
        "const onceproof::Registered<Own> own(onceproof::StrategyInfo{.name = \"own\", .summary = "
        "\"s\"});\n";
    const std::string handle =
        "onceproof::Reply handle(const onceproof::Request&, onceproof::Env&) const override "
        "{ return {}; } ";
    const Finished good =
        compiled(head + "struct Own final : onceproof::Strategy { " + handle + "};\n" + rest);
    INFO(good.err);
    CHECK(good.exit_code == 0);
    const auto [source, sentence] = GENERATE_COPY(table<std::string, std::string>(
        {{"struct Own {};\n", "a strategy derives from onceproof::Strategy: "},
         {"struct Own : onceproof::Strategy {};\n",
          "a strategy overrides handle, with these very types: "},
         {"struct Own : onceproof::Strategy { explicit Own(int); " + handle + "};\n",
          "a strategy has a constructor for (const onceproof::StrategyOptions&, "}}
    ));
    const Finished bad = compiled(head + source + rest);
    INFO(bad.err);
    CHECK(bad.exit_code == 1);
    CHECK(has(bad.err, sentence));
    std::size_t errors = 0;
    for (std::size_t at = bad.err.find("error:"); at != std::string::npos;
         at = bad.err.find("error:", at + 1)) {
        ++errors;
    }
    CHECK(errors == 1);
}

TEST_CASE("author: a typo in what is registered is named", "[install]") {
    const Finished bad = compiled(
        "#include <onceproof/strategy.hpp>\nstruct Own final : onceproof::Strategy {\n"
        "onceproof::Reply handle(const onceproof::Request&, onceproof::Env&) const override "
        "{ return {}; } };\n"
        "const onceproof::Registered<Own> own(onceproof::StrategyInfo{.name = \"own\", .nedds_kv = "
        "true});\n"
    );
    INFO(bad.err);
    CHECK(bad.exit_code == 1);
    const std::string first = bad.err.substr(0, bad.err.find('\n', bad.err.find("error:")));
    CHECK(has(first, "own.cpp:4:"));
    CHECK(has(first, "nedds_kv"));
}

}  // namespace onceproof::installed
