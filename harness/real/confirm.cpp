#include "harness/real/confirm.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "harness/real/play.hpp"
#include "harness/real/real_broker.hpp"
#include "harness/real/real_database.hpp"
#include "harness/real/real_gateway.hpp"
#include "harness/real/real_redis.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {
namespace {

using Outcome = Confirmation::Outcome;

Outcome outcome_of(Obstacle::Kind kind) {
    switch (kind) {
        using enum Obstacle::Kind;
        case differs:
            return Outcome::differs;
        case server_failed:
            return Outcome::failed;
        default:
            return Outcome::not_confirmable;
    }
}

bool is_operation(const world::StoreEvent& event) {
    return std::visit(
        [](const auto& what) {
            return requires {
                what.passage;
            };
        },
        event.what
    );
}

}  // namespace

std::string Confirmation::text() const {
    switch (outcome) {
        case Outcome::confirmed:
            return "confirmed " + (servers.empty() ? "without a server" : "on " + servers) + ": " +
                   counted(operations, "operation") + ", every result as in the simulation";
        case Outcome::differs:
            return "differs at step " + std::to_string(obstacle.step) + ": " + obstacle.what +
                   ": simulated " + obstacle.simulated + ", " + obstacle.server + " " +
                   obstacle.real;
        case Outcome::not_confirmable:
            return "not confirmable: " + obstacle.what +
                   (obstacle.kind == Obstacle::Kind::too_slow
                        ? ""
                        : " has no counterpart on a real server");
        default:
            return (obstacle.server.empty() ? obstacle.what : obstacle.server) + ": " +
                   obstacle.real;
    }
}

RealServers::RealServers()
    : postgres_(real_database(fake::Dialect::postgres)),
      mysql_(real_database(fake::Dialect::mysql)),
      redis_(real_redis()),
      broker_(real_broker()),
      gateway_(real_gateway()) {}

Confirmation RealServers::confirm(const world::Config& config, const LoggedRun& run) {
    const bool mysql = config.dialect == fake::Dialect::mysql;
    const std::vector<RealStore*> stores{
        mysql ? mysql_.get() : postgres_.get(), redis_.get(), broker_.get(), gateway_.get()};
    Confirmation confirmation;
    const std::optional<Obstacle> obstacle = play(config, run, stores);
    for (const RealStore* store : stores) {
        const std::string version = store->version();
        if (!version.empty()) {
            versions_.insert(version);
        }
        confirmation.servers += confirmation.servers.empty() || version.empty() ? "" : " + ";
        confirmation.servers += version;
    }
    confirmation.operations =
        static_cast<std::size_t>(std::ranges::count_if(run.log.events(), is_operation));
    if (obstacle.has_value()) {
        confirmation.outcome = outcome_of(obstacle->kind);
        confirmation.obstacle = *obstacle;
    }
    return confirmation;
}

}  // namespace onceproof::harness
