#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/probe/settings.hpp"

namespace onceproof::probe {

/// An http or https URL, taken apart.
struct Address {
    std::string host{};    ///< as the URL has it; IPv6 in brackets
    int port = 0;          ///< the scheme's, if the URL names none
    bool tls = false;      ///< https
    std::string origin{};  ///< "http://host:port", for comparison
    std::string shown{};   ///< the URL with *** in place of user info and query, without a fragment
};

/// Empty: it is no http or https URL, or has a host with a zone.
std::optional<Address> parse_address(const std::string& url);

/// Where to connect, whatever host the URL names.
struct Route {
    std::string address{};  ///< numeric
    int port = 0;
};

/// One HTTP request, on a connection of its own. Redirects and proxies are not followed.
struct Call {
    std::string url{};
    std::string method = "GET";
    std::vector<std::string> headers{};
    std::string body{};  ///< sent unless the method is GET
    Route route{};
    std::string ca_file{};  ///< as in the settings
    Milliseconds timeout{10'000};
    std::function<void()> connected{};  ///< called, if any, when the request is about to be sent
};

/// What became of it.
struct Answer {
    int status = 0;         ///< 0: no answer
    std::string body{};     ///< at most `body_max` bytes
    std::string trouble{};  ///< why there is no answer, in words that quote nothing
    bool connected = true;  ///< false: nobody was there, nothing was sent
    bool timed_out = false;
};

/// Whether somebody accepts connections there; waits for 2 s at most, and sends nothing.
bool listens(const Route& route);

/// Sends it and waits for the answer, or for the timeout. Safe from any thread.
Answer send(const Call& call);

}  // namespace onceproof::probe
