#include "harness/probe/http.hpp"

#include <httplib.h>
#include <thread>

#include <fmt/format.h>

#include "tests/support/catch.hpp"

namespace onceproof::probe {
namespace {

/// Tells what it was sent.
class Mirror {
public:
    Mirror() {
        server_.Post("/echo", [](const httplib::Request& request, httplib::Response& response) {
            response.status = 202;
            response.set_content(
                request.get_header_value("Host").substr(0, 7) + "|" +
                    request.get_header_value("X-Key") + "|" + request.body,
                "text/plain"
            );
        });
        server_.Get("/away", [](const httplib::Request&, httplib::Response& response) {
            response.set_redirect("/never");
        });
        server_.Get("/long", [](const httplib::Request&, httplib::Response& response) {
            response.set_content(std::string(body_max + 1, 'x'), "text/plain");
        });
        server_.Get("/never", [this](const httplib::Request&, httplib::Response&) {
            followed = true;
        });
        port = server_.bind_to_any_port("127.0.0.1");
        thread_ = std::thread([this] { server_.listen_after_bind(); });
        while (!server_.is_running()) {
            std::this_thread::sleep_for(Milliseconds(1));
        }
    }
    Mirror(const Mirror&) = delete;
    Mirror& operator=(const Mirror&) = delete;
    ~Mirror() {
        server_.stop();
        thread_.join();
    }
    [[nodiscard]] Route route() const { return {"127.0.0.1", port}; }

    int port = 0;
    bool followed = false;

private:
    httplib::Server server_;
    std::thread thread_;
};

TEST_CASE("http: a URL is shown without user info, query and fragment", "[probe]") {
    const auto address =
        parse_address("https://alice:pa55@example.org:8443/pay/{fresh}?token=s3cr3t#frag");
    REQUIRE(address.has_value());
    CHECK(address->shown == "https://***@example.org:8443/pay/{fresh}?***");
    CHECK(address->host == "example.org");
    CHECK(address->port == 8443);
    CHECK(address->tls);
    CHECK(address->origin == "https://example.org:8443");
    CHECK(parse_address("http://localhost/")->shown == "http://localhost/");
    CHECK(parse_address("http://localhost/")->port == 80);
    CHECK(parse_address("http://[::1]:8080/")->host == "[::1]");
    CHECK(parse_address("http://:pa55@localhost/")->shown == "http://***@localhost/");
}

TEST_CASE("http: other schemes, zones and what is no URL are refused", "[probe]") {
    for (const char* url :
         {"",
          "localhost:80",
          "ftp://localhost/",
          "file:///etc/passwd",
          "http://",
          "http://[fe80::1%25eth0]/",
          "gopher://localhost",
          "http://a b/"}) {
        INFO(url);
        CHECK_FALSE(parse_address(url).has_value());
    }
}

TEST_CASE("http: a host is reached where the route says, under its own name", "[probe]") {
    const Mirror mirror;
    bool connected = false;
    const Answer answer = send({
        .url = "http://example.invalid/echo",
        .method = "POST",
        .headers = {"X-Key: k"},
        .body = "body",
        .route = mirror.route(),
        .connected = [&connected] { connected = true; },
    });
    CHECK(answer.status == 202);
    CHECK(answer.body == "example|k|body");
    CHECK(connected);
}

TEST_CASE("http: a redirect is an answer and not followed", "[probe]") {
    const Mirror mirror;
    const Answer answer = send({.url = "http://localhost/away", .route = mirror.route()});
    CHECK(answer.status == 302);
    CHECK_FALSE(mirror.followed);
}

TEST_CASE("http: an answer without an end is cut off", "[probe]") {
    const Mirror mirror;
    const Answer answer = send({.url = "http://localhost/long", .route = mirror.route()});
    CHECK(answer.status == 0);
    CHECK(answer.trouble == "the answer is longer than 1048576 bytes");
    CHECK(answer.body.empty());
}

TEST_CASE("http: nobody there is told from an answer that does not come", "[probe]") {
    const Answer answer = send({.url = "http://localhost/", .route = {"127.0.0.1", 1}});
    CHECK_FALSE(answer.connected);
    CHECK(answer.trouble == "nobody listens there");
    const Mirror mirror;
    CHECK(listens(mirror.route()));
    CHECK_FALSE(listens({"127.0.0.1", 1}));
    CHECK_FALSE(listens({"::1", mirror.port}));
}

}  // namespace
}  // namespace onceproof::probe
