#include "tests/backend/postgres_fixture.hpp"
#include "tests/cli/onceproof_program.hpp"
#include "tests/harness/probe/payment_service.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::cli {
namespace {

using probe::Form;
using probe::PaymentService;

using Words = std::vector<std::string>;

Words words_for(const PaymentService& service, const Words& more = {}) {
    Words words{
        "probe",
        service.origin() + "/payments",
        "--key-header",
        "Idempotency-Key",
        "--body",
        R"({"order": "{fresh}"})",
        "--other-body",
        R"({"order": "{fresh}", "amount": 2})",
        "--count-url",
        service.origin() + "/count/{key}",
        "--count-pointer",
        "/effects",
        "--wait",
        "300ms",
        "--rounds",
        "2",
        "--color",
        "never",
    };
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST_CASE("probe: a correct service ends with exit code 0, verdict by verdict", "[cli]") {
    const PaymentService service(Form::correct, backend::address(), {});
    const Finished finished = onceproof(words_for(service));
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.empty());
    for (const char* line :
         {"duplicates: held",
          "dropped-reply: held",
          "late-retry: held",
          "other-payload: held",
          "missing-key: as the draft says"}) {
        INFO(finished.out);
        CHECK(finished.out.find(line) != std::string::npos);
    }
}

TEST_CASE("probe: a violation ends with exit code 1, a history and a command", "[cli]") {
    const PaymentService service(Form::no_dedup, backend::address(), {});
    const Finished finished =
        onceproof(words_for(service, {"--scenario", "dropped-reply", "--ascii"}));
    INFO(finished.out);
    CHECK(finished.exit_code == 1);
    CHECK(finished.out.find("X dropped-reply: violated") != std::string::npos);
    CHECK(
        finished.out.find("single_effect violated in 2 of 2 rounds: 2 effects") != std::string::npos
    );
    CHECK(finished.out.find("its reply was dropped") != std::string::npos);
    CHECK(finished.out.find("again: onceproof probe http://127.0.0.1:") != std::string::npos);
    CHECK(finished.out.find("--scenario dropped-reply") != std::string::npos);
}

TEST_CASE("probe: status codes alone end with exit code 0, or 1 if asked", "[cli]") {
    const PaymentService service(Form::other_status_codes, backend::address(), {});
    const Finished lenient = onceproof(words_for(service, {"--scenario", "missing-key"}));
    CHECK(lenient.exit_code == 0);
    CHECK(lenient.out.find("! missing-key: not as the draft says") != std::string::npos);
    CHECK(lenient.out.find("status 428 to a request without a key") != std::string::npos);
    CHECK(
        onceproof(words_for(service, {"--scenario", "missing-key", "--strict-status"})).exit_code ==
        1
    );
}

TEST_CASE("probe: --json is one document with the same verdicts", "[cli]") {
    const PaymentService service(Form::payload_not_bound, backend::address(), {});
    const Finished finished =
        onceproof(words_for(service, {"--json", "--scenario", "other-payload"}));
    CHECK(finished.exit_code == 1);
    CHECK(finished.out.starts_with("{\n"));
    CHECK(finished.out.ends_with("}\n"));
    CHECK(finished.out.find(R"("guarantee": "bound_to_payload")") != std::string::npos);
    CHECK(finished.out.find(R"("verdict": "violated")") != std::string::npos);
    CHECK(finished.out.find(R"("again": "onceproof probe )") != std::string::npos);
}

TEST_CASE("probe: no secret is in what it prints, wherever the secret stands", "[cli]") {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("headers", "Authorization: Bearer open-sesame\nX-Other: s3cr3t-line\n");
    const PaymentService service(Form::no_dedup, backend::address(), {.guarded = true});
    const std::string host = service.origin().substr(std::string("http://").size());
    for (const char* form : {"--ascii", "--json"}) {
        const Finished finished = onceproof({
            "probe",
            "http://s3cr3t-user:s3cr3t-word@" + host + "/payments?token=s3cr3t-query",
            "--header-file",
            file,
            "--header",
            "X-More: s3cr3t-header",
            "--body",
            "s3cr3t-body {fresh}",
            "--other-body",
            "s3cr3t-other {fresh}",
            "--count-url",
            "http://s3cr3t-user:s3cr3t-word@" + host + "/count?token=s3cr3t-query",
            "--count-pointer",
            "/effects",
            "--rounds",
            "1",
            "--wait",
            "100ms",
            form,
        });
        const std::string all = finished.out + finished.err;
        INFO(all);
        CHECK(finished.exit_code == 1);
        CHECK(all.find("s3cr3t") == std::string::npos);
        CHECK(all.find("sesame") == std::string::npos);
        CHECK(all.find(R"("payment")") == std::string::npos);
        CHECK(all.find("***") != std::string::npos);
    }
}

TEST_CASE("probe: no secret is in what it refuses", "[cli]") {
    const std::string url = "http://u:s3cr3t@127.0.0.1:1/?t=s3cr3t";
    const std::string command = "echo s3cr3t; exit 3";
    for (const Words& words : std::vector<Words>{
             {"probe", "http://u:s3cr3t@192.0.2.1/?t=s3cr3t", "--count-command", command},
             {"probe", "s3cr3t://u:s3cr3t@host", "--count-command", command},
             {"probe", url, "--header", "s3cr3t", "--count-command", command},
             {"probe", url, "--header", "A: Bearer", "s3cr3t", "--count-command", command},
             {"probe", url, "--count-command", command},
             {"probe", url, "--count-url", url},
             {"probe", url, "--count-command", "echo 0", "--body", "s3cr3t"},
         }) {
        const Finished finished = onceproof(words);
        INFO(finished.out + finished.err);
        CHECK(finished.exit_code >= 64);
        CHECK((finished.out + finished.err).find("s3cr3t") == std::string::npos);
    }
}

TEST_CASE("probe: what is not on this machine is refused unless it is the user's own", "[cli]") {
    for (const Words& words : std::vector<Words>{
             {"probe", "http://192.0.2.1/", "--count-command", "echo 0"},
             {"probe", "http://0.0.0.0/", "--count-command", "echo 0"},
             {"probe", "http://[::ffff:192.0.2.1]/", "--count-command", "echo 0"},
             {"probe", "http://127.0.0.1:1/", "--count-url", "http://192.0.2.1/"},
         }) {
        const Finished finished = onceproof(words);
        CHECK(finished.exit_code == 64);
        CHECK(finished.err.find("--i-own-this-service") != std::string::npos);
        CHECK(is_one_line(finished.err));
    }
}

TEST_CASE("probe: a name is as good as the address that the service listens on", "[cli]") {
    const PaymentService service(Form::correct, backend::address(), {});
    Words words = words_for(service, {"--scenario", "missing-key"});
    words[1].replace(words[1].find("127.0.0.1"), 9, "localhost");
    CHECK(onceproof(words).exit_code == 0);
}

TEST_CASE("probe: who is not there, or cannot be counted, ends with exit code 69", "[cli]") {
    CHECK(onceproof({"probe", "http://127.0.0.1:1/", "--count-command", "echo 0"}).exit_code == 69);
    CHECK(onceproof({"probe", "http://127.0.0.1:1/", "--count-command", "false"}).exit_code == 69);
}

TEST_CASE("probe: a request that the service does not take says nothing", "[cli]") {
    const PaymentService service(Form::correct, backend::address(), {.guarded = true});
    const Finished finished = onceproof(words_for(service));
    CHECK(finished.exit_code == 2);
    CHECK(finished.out.find("a calm request was answered 401") != std::string::npos);
}

/// `text` with each `from` replaced.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// True if the pieces of `shown` between its `…` stand in `printed` one behind the other, the first
/// at its start.
bool matches(const std::string& shown, const std::string& printed) {
    const std::string gap = "…";
    std::size_t place = 0;
    for (std::size_t start = 0; start <= shown.size();) {
        const std::size_t end = std::min(shown.find(gap, start), shown.size());
        const std::string piece = shown.substr(start, end - start);
        const std::size_t found = printed.find(piece, place);
        if (found == std::string::npos || (start == 0 && found != 0)) {
            UNSCOPED_INFO("not printed: " << piece);
            return false;
        }
        place = found + piece.size();
        start = end + gap.size();
    }
    return true;
}

TEST_CASE("docs/probe.md: its example is what the program prints today", "[cli]") {
    const PaymentService service(Form::check_then_act, backend::address(), {});
    const std::string page =
        replaced(content_of("docs/probe.md"), "http://127.0.0.1:8089", service.origin());
    const std::size_t command = page.find("\n$ onceproof ") + std::string("\n$ onceproof ").size();
    const std::size_t output = page.find('\n', command) + 1;
    const std::string shown = page.substr(output, page.find("```", output) - output);
    const std::string words = page.substr(command, output - 1 - command);
    const Finished finished = testing::run_program(
        {"/usr/bin/env",
         "COLUMNS=110",
         "LC_ALL=C.UTF-8",
         "/bin/sh",
         "-c",
         ONCEPROOF_PROGRAM " " + words},
        {}
    );
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == 1);
    CHECK(matches(shown, finished.out));
}

TEST_CASE("probe: bounds and contradictions are usage errors in one line", "[cli]") {
    const std::string url = "http://127.0.0.1:1/";
    for (const Words& more : std::vector<Words>{
             {},
             {"--count-command", "echo 0", "--requests", "65"},
             {"--count-command", "echo 0", "--rounds", "51"},
             {"--count-command", "echo 0", "--count-url", url},
             {"--count-command", "echo 0", "--timeout", "soon"},
             {"--count-command", "echo 0", "--scenario", "other-payload"},
             {"--count-command", "echo 0", "--scenario", "fire"},
             {"--count-command", "echo 0", "--count-pointer", "total"},
             {"--count-command", "echo 0", "--key-header", "Bad Name"},
             {"--count-command", "echo 0", "--body", "x", "--other-body", "x"},
         }) {
        Words words{"probe", url};
        words.insert(words.end(), more.begin(), more.end());
        const Finished finished = onceproof(words);
        INFO(finished.err);
        CHECK(finished.exit_code == 64);
        CHECK(is_one_line(finished.err));
    }
}

}  // namespace
}  // namespace onceproof::cli
