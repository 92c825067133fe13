#include "harness/probe/http.hpp"

#include <charconv>
#include <curl/curl.h>
#include <memory>

#include <fmt/format.h>

#include "model/base/ensure.hpp"

namespace onceproof::probe {
namespace {

constexpr Milliseconds connect_patience{2'000};

using Easy = std::unique_ptr<CURL, void (*)(CURL*)>;
using List = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;
using Url = std::unique_ptr<CURLU, void (*)(CURLU*)>;

/// A part of the URL; empty: it has none.
std::string part_of(const Url& url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url.get(), part, &text, flags) != CURLUE_OK) {
        return {};
    }
    std::string copy = text;
    curl_free(text);
    return copy;
}

std::string shown_of(const Url& url) {
    const Url copy(curl_url_dup(url.get()), curl_url_cleanup);
    const bool has_user =
        !part_of(copy, CURLUPART_USER).empty() || !part_of(copy, CURLUPART_PASSWORD).empty();
    const bool has_query = !part_of(copy, CURLUPART_QUERY).empty();
    for (const CURLUPart part :
         {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY}) {
        curl_url_set(copy.get(), part, nullptr, 0);
    }
    std::string text = part_of(copy, CURLUPART_URL);
    if (has_user) {
        text.insert(text.find("://") + 3, "***@");
    }
    return has_query ? text + "?***" : text;
}

std::size_t keep_body(char* bytes, std::size_t size, std::size_t count, void* body) {
    auto& text = *static_cast<std::string*>(body);
    if (text.size() + size * count > body_max) {
        return 0;
    }
    text.append(bytes, size * count);
    return size * count;
}

int about_to_send(void* connected, char*, char*, int, int) {
    (*static_cast<const std::function<void()>*>(connected))();
    return CURL_PREREQFUNC_OK;
}

List list_of(const std::vector<std::string>& lines) {
    List list(nullptr, curl_slist_free_all);
    for (const std::string& line : lines) {
        curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
        ENSURE(longer != nullptr);
        static_cast<void>(list.release());  // it is the longer one now
        list.reset(longer);
    }
    return list;
}

/// Wherever a URL leads to, go there: its host and port are left empty.
std::string connect_to(const Route& route) {
    const bool is_six = route.address.find(':') != std::string::npos;
    const std::string address = is_six ? "[" + route.address + "]" : route.address;
    return fmt::format("::{}:{}", address, route.port);
}

Easy new_easy() {
    static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
    ENSURE(ready == CURLE_OK);
    Easy easy(curl_easy_init(), curl_easy_cleanup);
    ENSURE(easy != nullptr);
    return easy;
}

void set_limits(const Easy& easy, const Call& call) {
    curl_easy_setopt(easy.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy.get(), CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy.get(), CURLOPT_PROXY, "");
    curl_easy_setopt(easy.get(), CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy.get(), CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(call.timeout.count()));
}

void set_request(const Easy& easy, const Call& call) {
    curl_easy_setopt(easy.get(), CURLOPT_URL, call.url.c_str());
    if (call.method != "GET") {
        curl_easy_setopt(easy.get(), CURLOPT_CUSTOMREQUEST, call.method.c_str());
        curl_easy_setopt(
            easy.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size())
        );
        curl_easy_setopt(easy.get(), CURLOPT_POSTFIELDS, call.body.c_str());
    }
    if (!call.ca_file.empty()) {
        curl_easy_setopt(easy.get(), CURLOPT_CAINFO, call.ca_file.c_str());
    }
    if (call.connected) {
        curl_easy_setopt(easy.get(), CURLOPT_PREREQFUNCTION, about_to_send);
        curl_easy_setopt(easy.get(), CURLOPT_PREREQDATA, &call.connected);
    }
}

/// In our words: the library's may quote the URL.
std::string words_of(CURLcode code) {
    switch (code) {
        case CURLE_COULDNT_CONNECT:
            return "nobody listens there";
        case CURLE_OPERATION_TIMEDOUT:
            return "no answer in time";
        case CURLE_WRITE_ERROR:
            return fmt::format("the answer is longer than {} bytes", body_max);
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
            return "its certificate is not trusted";
        default:
            return "the connection ended without an answer";
    }
}

}  // namespace

std::optional<Address> parse_address(const std::string& url) {
    const Url parts(curl_url(), curl_url_cleanup);
    if (url.find("://") == std::string::npos ||
        curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
        return std::nullopt;
    }
    const std::string scheme = part_of(parts, CURLUPART_SCHEME);
    const std::string port = part_of(parts, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    Address address{.host = part_of(parts, CURLUPART_HOST), .tls = scheme == "https"};
    std::from_chars(port.data(), port.data() + port.size(), address.port);
    const bool has_zone = !part_of(parts, CURLUPART_ZONEID).empty();
    if ((scheme != "http" && scheme != "https") || address.host.empty() || address.port == 0 ||
        has_zone) {
        return std::nullopt;
    }
    curl_url_set(parts.get(), CURLUPART_FRAGMENT, nullptr, 0);
    address.origin = fmt::format("{}://{}:{}", scheme, address.host, address.port);
    address.shown = shown_of(parts);
    return address;
}

bool listens(const Route& route) {
    const Easy easy = new_easy();
    const List place = list_of({connect_to(route)});
    set_limits(easy, {.timeout = connect_patience});
    curl_easy_setopt(easy.get(), CURLOPT_URL, "http://localhost/");
    curl_easy_setopt(easy.get(), CURLOPT_CONNECT_TO, place.get());
    curl_easy_setopt(easy.get(), CURLOPT_CONNECT_ONLY, 1L);
    return curl_easy_perform(easy.get()) == CURLE_OK;
}

Answer send(const Call& call) {
    const Easy easy = new_easy();
    std::vector<std::string> lines = call.headers;
    lines.emplace_back("Expect:");  // no waiting for "100 Continue"
    const List headers = list_of(lines);
    const List route = list_of({connect_to(call.route)});
    Answer answer;
    set_limits(easy, call);
    set_request(easy, call);
    curl_easy_setopt(easy.get(), CURLOPT_HTTPHEADER, headers.get());
    curl_easy_setopt(easy.get(), CURLOPT_CONNECT_TO, route.get());
    curl_easy_setopt(easy.get(), CURLOPT_WRITEFUNCTION, keep_body);
    curl_easy_setopt(easy.get(), CURLOPT_WRITEDATA, &answer.body);
    const CURLcode code = curl_easy_perform(easy.get());
    if (code != CURLE_OK) {
        answer.body.clear();
        answer.trouble = words_of(code);
        answer.connected = code != CURLE_COULDNT_CONNECT;
        answer.timed_out = code == CURLE_OPERATION_TIMEDOUT;
        return answer;
    }
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    answer.status = static_cast<int>(status);
    return answer;
}

}  // namespace onceproof::probe
