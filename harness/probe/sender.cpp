#include "harness/probe/sender.hpp"

#include <algorithm>
#include <cctype>
#include <future>
#include <thread>

#include "harness/probe/pointed.hpp"
#include "impls/backend/tcp_relay.hpp"
#include "model/base/ensure.hpp"

namespace onceproof::probe {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Milliseconds look_pause{2};
/// Behind the first byte of a reply, for the rest of what the service does.
constexpr Milliseconds drop_pause{20};
/// With TLS the first bytes are the session's ticket, not the reply.
constexpr Milliseconds tls_drop_pause{500};

bool names(const std::string& header, std::string_view name) {
    return header.size() > name.size() && header[name.size()] == ':' &&
           std::equal(name.begin(), name.end(), header.begin(), [](char left, char right) {
               return std::tolower(static_cast<unsigned char>(left)) ==
                      std::tolower(static_cast<unsigned char>(right));
           });
}

}  // namespace

ResultBook::Entry ResultBook::enter(
    const std::string& key, const std::string& body, const std::string& pointer
) {
    const std::optional<std::string> result = pointed(body, pointer);
    if (!result.has_value() || result->empty() || *result == "null") {
        return {};
    }
    const auto [place, is_new] = known_.try_emplace(*result, Known{known_.size() + 1, key});
    const bool is_foreign = they_differ_ && place->second.key != key;
    return {place->second.number, is_foreign ? place->second.key : ""};
}

Call Sender::call_for(Part part, const Fresh& fresh) const {
    const bool is_other = part == Part::other_payload;
    Call call{
        .url = filled(settings_.url, fresh),
        .method = settings_.method,
        .headers = settings_.headers,
        .body = filled(is_other ? settings_.other_body.value_or("") : settings_.body, fresh),
        .route = route_,
        .ca_file = settings_.ca_file,
        .timeout = settings_.timeout,
    };
    if (part != Part::keyless) {
        const std::string quote = settings_.quoted_key ? "\"" : "";
        call.headers.push_back(settings_.key_header + ": " + quote + fresh.key + quote);
    }
    if (std::ranges::none_of(call.headers, [](const std::string& header) {
            return names(header, "Content-Type");
        })) {
        call.headers.emplace_back("Content-Type: application/json");
    }
    return call;
}

Milliseconds Sender::now() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - start_);
}

void Sender::enter(Attempt& attempt, const Answer& answer, const Fresh& fresh) {
    attempt.status = answer.status;
    attempt.trouble = answer.trouble;
    if (is_success(answer.status) && attempt.part != Part::keyless) {
        const auto entry = results_.enter(fresh.key, answer.body, settings_.result_pointer);
        attempt.result = entry.number;
        attempt.foreign_key = entry.foreign_key;
    }
}

std::vector<Attempt> Sender::send_all(Part part, const Fresh& fresh, std::size_t count) {
    requests_ += count;
    ENSURE(requests_ <= probe_max);
    const Call call = call_for(part, fresh);
    std::vector<Answer> answers(count);
    std::vector<Attempt> attempts(
        count, Attempt{.part = part, .key = part == Part::keyless ? "" : fresh.key}
    );
    std::promise<void> start;
    const std::shared_future<void> started = start.get_future().share();
    std::vector<std::thread> threads;
    threads.reserve(count);
    for (std::size_t at = 0; at < count; ++at) {
        threads.emplace_back([&, at] {
            started.wait();
            attempts[at].sent = now();
            answers[at] = send(call);
            attempts[at].ended = now();
        });
    }
    start.set_value();
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t at = 0; at < count; ++at) {
        enter(attempts[at], answers[at], fresh);
    }
    std::ranges::stable_sort(attempts, {}, &Attempt::ended);
    return attempts;
}

Attempt Sender::send_dropped(const Fresh& fresh) {
    ++requests_;
    ENSURE(requests_ <= probe_max);
    backend::TcpRelay relay({}, {.port = route_.port, .address = route_.address});
    Call call = call_for(Part::first, fresh);
    call.route = {.address = "127.0.0.1", .port = relay.port()};
    // Not before: a TLS handshake needs the server's bytes.
    call.connected = [&relay] {
        relay.lose_replies();
    };
    Attempt attempt{.part = Part::first, .key = fresh.key, .sent = now()};
    std::future<Answer> answer = std::async(std::launch::async, [&call] { return send(call); });
    const Clock::time_point end = Clock::now() + settings_.timeout;
    while (!relay.has_lost_reply() && Clock::now() < end &&
           answer.wait_for(look_pause) != std::future_status::ready) {
    }
    attempt.dropped = relay.has_lost_reply();
    if (attempt.dropped) {
        const auto address = parse_address(settings_.url);
        std::this_thread::sleep_for(address && address->tls ? tls_drop_pause : drop_pause);
    }
    relay.cut();
    attempt.trouble = answer.get().trouble;
    attempt.ended = now();
    return attempt;
}

void Sender::retry(const Fresh& fresh, std::vector<Attempt>& attempts) {
    // 1 + 2 + 4 + … of these pauses make about `wait`.
    Milliseconds pause = settings_.wait / ((1U << (retries_max - 1)) - 1);
    for (std::size_t tries = 0; tries < retries_max; ++tries) {
        attempts.push_back(send_one(Part::retry, fresh));
        if (is_success(attempts.back().status) || tries + 1 == retries_max) {
            return;
        }
        std::this_thread::sleep_for(pause);
        pause *= 2;
    }
}

}  // namespace onceproof::probe
