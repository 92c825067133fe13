#include "tests/harness/probe/payment_service.hpp"

#include <chrono>
#include <httplib.h>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <pqxx/pqxx>

namespace onceproof::probe {
namespace {

using httplib::Request;
using httplib::Response;

constexpr auto work_time = std::chrono::milliseconds(60);  // of a payment
constexpr int threads = 80;                                // more than any probe has at once

struct Codes {
    int in_progress = 409;
    int other_payload = 422;
    int missing_key = 400;
};

/// A stored key.
struct Row {
    bool done = false;
    std::string body;
    std::string result;
};

}  // namespace

struct PaymentService::State {
    State(Form its_form, std::string its_database, bool is_guarded)
        : form(its_form), database(std::move(its_database)), guarded(is_guarded) {
        if (form == Form::other_status_codes) {
            codes = {.in_progress = 425, .other_payload = 403, .missing_key = 428};
        }
    }

    void pay(const Request& request, Response& response);
    void pay_once(
        pqxx::connection& connection,
        const std::string& key,
        const Request& request,
        Response& response
    );
    void answer_again(
        pqxx::connection& connection,
        const std::string& key,
        const Request& request,
        Response& response
    );
    bool claim(pqxx::connection& connection, const std::string& key, const std::string& body) const;
    std::string effect(pqxx::connection& connection, const std::string& key) const;
    void count(const std::string& key, Response& response) const;

    Form form;
    std::string database;
    bool guarded;
    Codes codes;
    int port = 0;
    httplib::Server server;
    std::thread thread;
};

/// Pays, and gives the result.
std::string PaymentService::State::effect(pqxx::connection& connection, const std::string& key)
    const {
    std::this_thread::sleep_for(work_time);
    pqxx::work work(connection);
    const auto id =
        work.exec_params1("INSERT INTO payment (key) VALUES ($1) RETURNING id", key)[0].as<long>();
    if (form == Form::lost_effect && id > 2) {
        work.abort();  // the first two are calm
    } else {
        work.commit();
    }
    return fmt::format(R"({{"payment": {}}})", id);
}

bool PaymentService::State::claim(
    pqxx::connection& connection, const std::string& key, const std::string& body
) const {
    pqxx::work work(connection);
    if (form == Form::forgets_soon) {
        work.exec_params(
            "DELETE FROM known WHERE key = $1 AND done AND made < clock_timestamp() - interval "
            "'100 ms'",
            key
        );
    }
    const auto rows = work.exec_params(
        "INSERT INTO known (key, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING key",
        key,
        body
    );
    work.commit();
    return !rows.empty();
}

void PaymentService::State::answer_again(
    pqxx::connection& connection, const std::string& key, const Request& request, Response& response
) {
    pqxx::work work(connection);
    const auto found =
        work.exec_params1("SELECT done, body, result FROM known WHERE key = $1", key);
    const Row row{found[0].as<bool>(), found[1].as<std::string>(), found[2].as<std::string>("")};
    if (row.body != request.body && form != Form::payload_not_bound) {
        response.status = codes.other_payload;
    } else if (!row.done) {
        response.status = form == Form::internal_error ? 500 : codes.in_progress;
    } else if (form == Form::other_result) {
        const auto last = work.exec1("SELECT max(id) FROM payment")[0].as<long>();
        response.status = 201;
        response.set_content(fmt::format(R"({{"payment": {}}})", last), "application/json");
    } else {
        response.status = 201;
        response.set_content(form == Form::empty_result ? "" : row.result, "application/json");
    }
}

void PaymentService::State::pay_once(
    pqxx::connection& connection, const std::string& key, const Request& request, Response& response
) {
    if (form == Form::check_then_act) {
        pqxx::work work(connection);
        const bool is_known = !work.exec_params("SELECT FROM known WHERE key = $1", key).empty();
        work.commit();
        if (is_known) {
            answer_again(connection, key, request, response);
            return;
        }
    } else if (!claim(connection, key, request.body)) {
        answer_again(connection, key, request, response);
        return;
    }
    const std::string result = effect(connection, key);
    pqxx::work work(connection);
    if (form != Form::stuck_in_progress) {
        work.exec_params(
            "INSERT INTO known (key, body, done, result) VALUES ($1, $2, true, $3) "
            "ON CONFLICT (key) DO UPDATE SET done = true, result = $3, made = clock_timestamp()",
            key,
            request.body,
            result
        );
    }
    work.commit();
    response.status = 201;
    response.set_content(result, "application/json");
}

void PaymentService::State::pay(const Request& request, Response& response) {
    if (guarded && request.get_header_value("Authorization") != "Bearer open-sesame") {
        response.status = 401;
        return;
    }
    const std::string key = request.get_header_value("Idempotency-Key");
    pqxx::connection connection(database);
    if (form == Form::no_dedup || (key.empty() && form == Form::accepts_missing_key)) {
        response.status = 201;
        response.set_content(effect(connection, key), "application/json");
    } else if (key.empty()) {
        response.status = codes.missing_key;
    } else {
        pay_once(connection, key, request, response);
    }
}

void PaymentService::State::count(const std::string& key, Response& response) const {
    pqxx::connection connection(database);
    pqxx::work work(connection);
    const auto number =
        key.empty()
            ? work.exec1("SELECT count(*) FROM payment")[0].as<long>()
            : work.exec_params1("SELECT count(*) FROM payment WHERE key = $1", key)[0].as<long>();
    response.set_content(fmt::format(R"({{"effects": {}}})", number), "application/json");
}

PaymentService::PaymentService(
    Form form, const std::string& database, const PaymentOptions& options
)
    : state_(std::make_unique<State>(form, database, options.guarded)) {
    {
        pqxx::connection connection(database);
        pqxx::work work(connection);
        work.exec("DROP TABLE IF EXISTS payment, known");
        work.exec("CREATE TABLE payment (id bigserial PRIMARY KEY, key text NOT NULL)");
        work.exec(
            "CREATE TABLE known (key text PRIMARY KEY, body text NOT NULL, done boolean NOT "
            "NULL DEFAULT false, result text, made timestamptz DEFAULT clock_timestamp())"
        );
        work.commit();
    }
    State& state = *state_;
    state.server.new_task_queue = [] {
        return new httplib::ThreadPool(threads);
    };
    state.server.Post("/payments", [&state](const Request& request, Response& response) {
        state.pay(request, response);
    });
    state.server.Get(R"(/count/?(.*))", [&state](const Request& request, Response& response) {
        state.count(request.matches[1], response);
    });
    const bool is_bound = options.port == 0 || state.server.bind_to_port("127.0.0.1", options.port);
    state.port = options.port == 0 ? state.server.bind_to_any_port("127.0.0.1") : options.port;
    if (!is_bound || state.port <= 0) {
        throw std::runtime_error("the payment service cannot listen");
    }
    state.thread = std::thread([&state] { state.server.listen_after_bind(); });
}

PaymentService::~PaymentService() {
    while (!state_->server.is_running()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    state_->server.stop();
    state_->thread.join();
}

std::string PaymentService::origin() const {
    return fmt::format("http://127.0.0.1:{}", state_->port);
}

}  // namespace onceproof::probe
