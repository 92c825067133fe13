#include "harness/probe/sender.hpp"

#include <algorithm>
#include <atomic>
#include <httplib.h>
#include <thread>

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

/// Counts requests and answers each with its number; the first ones with 409.
class Numbering {
public:
    explicit Numbering(int busy = 0) {
        server_.new_task_queue = [] {
            return new httplib::ThreadPool(16);
        };
        server_.Post("/", [this, busy](const httplib::Request& request, httplib::Response& reply) {
            const int number = ++requests;
            reply.status = number <= busy ? 409 : 201;
            reply.set_content(std::to_string(number), "text/plain");
            key = request.get_header_value("Idempotency-Key");
            type = request.get_header_value("Content-Type");
        });
        port = server_.bind_to_any_port("127.0.0.1");
        thread_ = std::thread([this] { server_.listen_after_bind(); });
        while (!server_.is_running()) {
            std::this_thread::sleep_for(Milliseconds(1));
        }
    }
    Numbering(const Numbering&) = delete;
    Numbering& operator=(const Numbering&) = delete;
    ~Numbering() {
        server_.stop();
        thread_.join();
    }

    std::atomic<int> requests = 0;
    int port = 0;
    std::string key{};   // of one request after another
    std::string type{};  // as well

private:
    httplib::Server server_;
    std::thread thread_;
};

const Settings settings{
    .url = "http://localhost/",
    .body = "{}",
    .timeout = Milliseconds(5'000),
    .wait = Milliseconds(20)};

TEST_CASE("sender: a dropped reply has been made, and its caller knows nothing", "[probe]") {
    const Numbering service;
    Sender sender(settings, {"127.0.0.1", service.port});
    const Attempt attempt = sender.send_dropped(sender.next());
    CHECK(attempt.dropped);
    CHECK(attempt.status == 0);
    CHECK(attempt.trouble == "the connection ended without an answer");
    CHECK(service.requests == 1);
    CHECK(sender.requests() == 1);
}

TEST_CASE("sender: so many are sent at once, each on a connection of its own", "[probe]") {
    const Numbering service;
    Sender sender(settings, {"127.0.0.1", service.port});
    const auto attempts = sender.send_all(Part::retry, sender.next(), 5);
    CHECK(attempts.size() == 5);
    CHECK(service.requests == 5);
    CHECK(std::ranges::all_of(attempts, [](const Attempt& each) { return each.status == 201; }));
    CHECK(std::ranges::is_sorted(attempts, {}, &Attempt::ended));
}

TEST_CASE("sender: retries end with the first success, or after a bound", "[probe]") {
    for (const int busy : {2, 100}) {
        const Numbering service(busy);
        Sender sender(settings, {"127.0.0.1", service.port});
        std::vector<Attempt> attempts;
        sender.retry(sender.next(), attempts);
        CHECK(attempts.size() == (busy == 2 ? 3 : retries_max));
    }
}

TEST_CASE("sender: the key goes into its header, in quotes if asked, or nowhere", "[probe]") {
    Numbering service;
    Settings quoted = settings;
    quoted.quoted_key = true;
    Sender sender(quoted, {"127.0.0.1", service.port});
    const Fresh fresh = sender.next();
    sender.send_one(Part::first, fresh);
    CHECK(service.key == "\"" + fresh.key + "\"");
    CHECK(service.type == "application/json");
    sender.send_one(Part::keyless, fresh);
    CHECK(service.key.empty());
}

TEST_CASE("result book: equal results have one number, empty ones none", "[probe]") {
    ResultBook book;
    CHECK(book.enter("a", R"({"id": 1, "at": 5})", "/id").number == 1);
    CHECK(book.enter("a", R"({"id": 1, "at": 6})", "/id").number == 1);
    CHECK(book.enter("b", R"({"id": 2})", "/id").number == 2);
    CHECK(book.enter("b", R"({"id": null})", "/id").number == 0);
    CHECK(book.enter("b", "{}", "/id").number == 0);
    CHECK(book.enter("b", "", "").number == 0);
}

TEST_CASE("result book: a result is foreign only where results differ by request", "[probe]") {
    ResultBook book;
    CHECK(book.enter("a", "ok", "").foreign_key.empty());
    CHECK(book.enter("b", "ok", "").foreign_key.empty());
    book.results_differ();
    CHECK(book.enter("b", "ok", "").foreign_key == "a");
    CHECK(book.enter("a", "ok", "").foreign_key.empty());
}

}  // namespace
}  // namespace onceproof::probe
