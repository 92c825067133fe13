#include "harness/probe/prober.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "tests/backend/postgres_fixture.hpp"
#include "tests/harness/probe/payment_service.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

using guarantee::Id;

Settings settings_for(const PaymentService& service) {
    Settings settings{
        .url = service.origin() + "/payments",
        .body = R"({"order": "{fresh}", "amount": 100})",
        .other_body = R"({"order": "{fresh}", "amount": 999})",
        .count_url = service.origin() + "/count/{key}",
        .count_pointer = "/effects",
        .requests = 4,
        .rounds = 2,
        .timeout = Milliseconds(5'000),
        .wait = Milliseconds(600),
        .seed = 7,
    };
    for (const KindInfo& info : kinds) {
        settings.kinds.push_back(info.kind);
    }
    return settings;
}

Report probed(const Settings& settings) {
    const auto service = parse_address(settings.url);
    REQUIRE(service.has_value());
    const Route route{"127.0.0.1", service->port};
    return probe(settings, {route, route}, [] { return false; });
}

Report probed(Form form) {
    const PaymentService service(form, backend::address(), {});
    return probed(settings_for(service));
}

/// "duplicates single_effect", for each guarantee that is violated.
std::set<std::string> violated_in(const Report& report) {
    std::set<std::string> names;
    for (const KindReport& kind : report.kinds) {
        for (const GuaranteeReport& guarantee : kind.guarantees) {
            if (guarantee.verdict == Verdict::violated) {
                names.insert(fmt::format(
                    "{} {}",
                    info_of(kind.kind).name,
                    guarantee::all[static_cast<std::size_t>(guarantee.id) - 1].name
                ));
            }
        }
    }
    return names;
}

/// "409 425", for each status code that is not the draft's.
std::set<std::string> findings_in(const Report& report) {
    std::set<std::string> texts;
    for (const KindReport& kind : report.kinds) {
        for (const CountedFinding& each : kind.findings) {
            texts.insert(fmt::format("{} {}", each.finding.expected, each.finding.got));
        }
    }
    return texts;
}

bool is_conclusive(const Report& report) {
    return report.trouble.empty() && std::ranges::none_of(report.kinds, [](const KindReport& kind) {
               return kind.verdict() == Verdict::inconclusive;
           });
}

using Names = std::set<std::string>;

TEST_CASE("prober: a correct service holds in every scenario", "[probe]") {
    const Report report = probed(Form::correct);
    CHECK(violated_in(report).empty());
    CHECK(findings_in(report).empty());
    CHECK(is_conclusive(report));
    CHECK(report.kinds.size() == 5);
}

TEST_CASE("prober: a correct service holds where effects of all keys are counted", "[probe]") {
    const PaymentService service(Form::correct, backend::address(), {});
    Settings settings = settings_for(service);
    settings.count_url = service.origin() + "/count";
    const Report report = probed(settings);
    CHECK(violated_in(report).empty());
    CHECK(is_conclusive(report));
}

TEST_CASE("prober: without deduplication every repeat makes an effect", "[probe]") {
    const Report report = probed(Form::no_dedup);
    CHECK(
        violated_in(report) ==
        Names{
            "duplicates right_result",
            "duplicates single_effect",
            "dropped-reply single_effect",
            "late-retry right_result",
            "late-retry single_effect",
            "other-payload bound_to_payload",
            "other-payload single_effect",
        }
    );
    CHECK(findings_in(report) == Names{"400 201"});
}

TEST_CASE("prober: looking first and paying then lets duplicates at once through", "[probe]") {
    const Names names = violated_in(probed(Form::check_then_act));
    CHECK(names.count("duplicates single_effect") == 1);
    CHECK(names.count("dropped-reply single_effect") == 0);
    CHECK(names.count("late-retry single_effect") == 0);
    CHECK(names.count("other-payload bound_to_payload") == 0);
}

TEST_CASE("prober: the smallest history of a race is two requests and their retry", "[probe]") {
    const Report report = probed(Form::check_then_act);
    const GuaranteeReport& single = report.kinds.front().guarantees.front();
    REQUIRE(single.story.has_value());
    CHECK(single.story->attempts.size() == 3);
    CHECK(single.story->effects == 2);
}

TEST_CASE("prober: a key that stays in progress is stuck", "[probe]") {
    CHECK(
        violated_in(probed(Form::stuck_in_progress)) ==
        Names{"duplicates no_stuck_key", "dropped-reply no_stuck_key", "late-retry no_stuck_key"}
    );
}

TEST_CASE("prober: another request's result is found, also where the reply was lost", "[probe]") {
    const Names names = violated_in(probed(Form::other_result));
    CHECK(names.count("dropped-reply right_result") == 1);
    CHECK(names.count("late-retry right_result") == 1);
    CHECK(names.count("late-retry single_effect") == 0);
}

TEST_CASE("prober: a retry that is answered with nothing has no right result", "[probe]") {
    CHECK(
        violated_in(probed(Form::empty_result)) ==
        Names{"duplicates right_result", "dropped-reply right_result", "late-retry right_result"}
    );
}

TEST_CASE("prober: a key that any payload may use is not bound to it", "[probe]") {
    const Report report = probed(Form::payload_not_bound);
    CHECK(violated_in(report) == Names{"other-payload bound_to_payload"});
    CHECK(findings_in(report).empty());
}

TEST_CASE("prober: a key that is soon forgotten pays again for a late retry", "[probe]") {
    const Names names = violated_in(probed(Form::forgets_soon));
    CHECK(names.count("late-retry single_effect") == 1);
    CHECK(names.count("late-retry right_result") == 1);
}

TEST_CASE("prober: a success without an effect is a lost request", "[probe]") {
    const PaymentService service(Form::lost_effect, backend::address(), {});
    Settings settings = settings_for(service);
    settings.kinds = {Kind::other_payload};
    settings.rounds = 1;
    settings.timeout = Milliseconds(500);
    CHECK(violated_in(probed(settings)) == Names{"other-payload no_lost_request"});
}

TEST_CASE("prober: a duplicate that meets an internal error is told as such", "[probe]") {
    CHECK(violated_in(probed(Form::internal_error)) == Names{"duplicates no_foreign_error"});
}

TEST_CASE("prober: a request without a key that is accepted breaks no guarantee", "[probe]") {
    const Report report = probed(Form::accepts_missing_key);
    CHECK(violated_in(report).empty());
    CHECK(findings_in(report) == Names{"400 201"});
    CHECK(is_conclusive(report));
}

TEST_CASE("prober: status codes of its own are findings and break no guarantee", "[probe]") {
    const Report report = probed(Form::other_status_codes);
    CHECK(violated_in(report).empty());
    CHECK(findings_in(report) == Names{"400 428", "409 425", "422 403"});
    CHECK(is_conclusive(report));
}

TEST_CASE("prober: it never sends more requests than it says", "[probe]") {
    for (const Form form : {Form::correct, Form::check_then_act, Form::stuck_in_progress}) {
        const PaymentService service(form, backend::address(), {});
        const Settings settings = settings_for(service);
        const Report report = probed(settings);
        CHECK(report.requests <= requests_bound(settings));
        CHECK(report.requests > 20);
    }
}

TEST_CASE("prober: keys that were used before are told, not judged", "[probe]") {
    const PaymentService service(Form::correct, backend::address(), {});
    Settings settings = settings_for(service);
    settings.kinds = {Kind::missing_key};
    CHECK(probed(settings).trouble.empty());
    settings.timeout = Milliseconds(1'000);
    CHECK(probed(settings).trouble.find("from 1 to 1, not by 1") != std::string::npos);
}

TEST_CASE("prober: who is not there is unreachable", "[probe]") {
    Settings settings{.url = "http://127.0.0.1:1/", .count_command = "echo 0"};
    const Report report = probed(settings);
    CHECK(report.unreachable);
    CHECK(report.trouble == "nobody listens there");
}

}  // namespace
}  // namespace onceproof::probe
