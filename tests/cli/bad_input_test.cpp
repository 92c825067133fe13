#include <filesystem>

#include "tests/cli/onceproof_program.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

std::string scenario_with(const std::string& more) {
    return "onceproof = 1\n[scenario]\nid = \"x\"\ntitle = \"X\"\n"
           "[strategies]\nuse = [\"no-guard\"]\n" +
           more;
}

/// The first line of what `validate` says of that text; it must exit 65.
std::string complaint_of(const std::string& text) {
    const TemporaryFolder folder;
    const std::string file = folder.write("bad.toml", text);
    const Finished validate = onceproof({"validate", file});
    CHECK(validate.exit_code == 65);
    CHECK(validate.out.empty());
    return validate.err.substr(file.size(), validate.err.find('\n') - file.size());
}

TEST_CASE("bad input: an address in the wrong place is told without its password", "[cli]") {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"redis://:S3cret@host"},
          {"list", "strategies", "a", "--mysql=mysql://me:S3cret@host"},
          {"bench", "--strategy", "mysql://me:S3cret@host"},
          {"bench", "--effect", "mysql://me:S3cret@host"}}) {
        const Finished refused = onceproof(words);
        CHECK(refused.exit_code == 64);
        CHECK(is_one_line(refused.err));
        CHECK(refused.err.find("S3cret") == std::string::npos);
    }
}

TEST_CASE("bad input: a file that is not there exits 74 in one line", "[cli]") {
    const Finished run = onceproof({"run", "no-such-file.toml"});
    CHECK(run.exit_code == 74);
    CHECK(is_one_line(run.err));
}

TEST_CASE("bad input: what is not TOML is told with line and column", "[cli]") {
    CHECK(complaint_of("onceproof = = 1\n").starts_with(":1:"));
}

TEST_CASE("bad input: an unknown strategy, fault or guarantee is told with a hint", "[cli]") {
    CHECK(
        complaint_of("onceproof = 1\n[scenario]\nid = \"x\"\ntitle = \"X\"\n"
                     "[strategies]\nuse = [\"dedup-tabel\"]\n"
        ) == ":6:8: error: unknown strategy \"dedup-tabel\"; did you mean \"dedup-table\"?"
    );
    CHECK(
        complaint_of(scenario_with("[faults]\nbudget = 1\n[[fault]]\nkind = \"stal\"\n")) ==
        ":10:8: error: unknown fault \"stal\"; did you mean \"stall\"?"
    );
    CHECK(
        complaint_of(scenario_with("[guarantees]\ncheck = [\"single_efect\"]\n")) ==
        ":8:10: error: unknown guarantee \"single_efect\"; did you mean \"single_effect\"?"
    );
}

TEST_CASE("bad input: a sweep over nothing that exists is told", "[cli]") {
    const std::string complaint =
        complaint_of(scenario_with("[sweep]\n\"workload.effekt\" = [\"external\"]\n"));
    CHECK(complaint.find("workload.effekt") != std::string::npos);
}

TEST_CASE("bad input: an unknown command or flag exits 64 with a hint", "[cli]") {
    const Finished command = onceproof({"rum"});
    CHECK(command.exit_code == 64);
    CHECK(command.err.find("did you mean \"run\"?") != std::string::npos);
    const Finished flag = onceproof({"run", "--sed", "1"});
    CHECK(flag.exit_code == 64);
    CHECK(flag.err.find("did you mean \"--seed\"?") != std::string::npos);
    CHECK(onceproof({}).exit_code == 64);
}

TEST_CASE("bad input: bench makes its folder, and tells one that cannot be made at once", "[cli]") {
    const TemporaryFolder folder;
    const std::string nobody = "host=" + folder.path("none") + " port=5432";
    const std::vector<std::string> words{
        "bench", "--strategy", "dedup-table/hardened", "--postgres-url", nobody, "-o"};
    auto with = [&](const std::string& out) {
        std::vector<std::string> all = words;
        all.push_back(out);
        return onceproof(all);
    };
    CHECK(with(folder.path("new/docs")).exit_code == 69);
    CHECK(std::filesystem::is_directory(folder.path("new/docs")));
    const Finished refused = with(folder.write("file", "") + "/docs");
    CHECK(refused.exit_code == 74);
    CHECK(refused.err.starts_with("onceproof: cannot make " + folder.path("file/docs") + ": "));
}

TEST_CASE("bad input: a run directory that cannot be written exits 74 in one line", "[cli]") {
    const TemporaryFolder folder;
    const std::string file = folder.write("file", "");
    const Finished run = onceproof({"run", "scenarios/lost-reply.toml", "-o", file + "/out"});
    CHECK(run.exit_code == 74);
    CHECK(is_one_line(run.err));
    CHECK(run.out.empty());
}

TEST_CASE("bad input: a full disk exits 74 in one line and leaves nothing half-written", "[cli]") {
    const TemporaryFolder folder;
    const Finished run = onceproof(
        {"run", "scenarios/lost-reply.toml", "-o", folder.path("out")}, {.no_file_growth = true}
    );
    CHECK(run.exit_code == 74);
    CHECK(is_one_line(run.err));
    if (std::filesystem::exists(folder.path("out"))) {
        CHECK(std::filesystem::is_empty(folder.path("out")));
    }
}

}  // namespace
}  // namespace onceproof::cli
