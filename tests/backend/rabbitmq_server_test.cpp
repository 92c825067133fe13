#include "impls/backend/rabbitmq_server.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <set>
#include <signal.h>
#include <sstream>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <thread>

#include "tests/backend/leftovers.hpp"
#include "tests/backend/rabbitmq_fixture.hpp"
#include "tests/backend/server_parent.hpp"
#include "tests/support/catch.hpp"

namespace onceproof::backend {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// The sockets (by inode) that processes working in `folder` have open.
std::set<std::string> sockets_of(const std::string& folder) {
    std::set<std::string> sockets;
    std::error_code ignored;
    for (const auto& process : fs::directory_iterator("/proc", ignored)) {
        const fs::path home = fs::read_symlink(process.path() / "cwd", ignored);
        if (!home.string().starts_with(folder)) continue;
        for (const auto& file : fs::directory_iterator(process.path() / "fd", ignored)) {
            const std::string target = fs::read_symlink(file.path(), ignored).string();
            if (target.starts_with("socket:[")) sockets.insert(target.substr(8, target.size() - 9));
        }
    }
    return sockets;
}

/// Addresses, as the kernel writes them, on which these sockets listen for connections.
std::multiset<std::string> listening(const std::set<std::string>& sockets) {
    std::multiset<std::string> addresses;
    for (const char* const table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream file(table);
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string number, local, remote, state, queues, timer, retransmits, uid, timeout,
                inode;
            words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> uid >>
                timeout >> inode;
            const bool listens = state == "0A";
            if (listens && sockets.contains(inode)) {
                addresses.insert(local.substr(0, local.find(':')));
            }
        }
    }
    return addresses;
}

uid_t owner_of(pid_t process) {
    struct stat owner {};
    REQUIRE(stat(("/proc/" + std::to_string(process)).c_str(), &owner) == 0);
    return owner.st_uid;
}

/// One start serves all of these facts: it takes seconds.
TEST_CASE(
    "RabbitmqServer: runs unprivileged on loopback only, keeps what it confirmed over a crash, and "
    "nothing is left of it",
    "[backend]"
) {
    auto server = start_rabbitmq();
    const std::string folder = server->folder();
    CHECK(owner_of(server->pid()) == server_user().uid);
    CHECK(owner_of(server->pid()) != 0);
    const std::string loopback_4 = "0100007F";
    const std::string loopback_6 = "00000000000000000000000001000000";
    const auto addresses = listening(sockets_of(folder));
    CHECK(addresses.count(loopback_4) == 3);
    CHECK(addresses.count(loopback_4) + addresses.count(loopback_6) == addresses.size());

    const RabbitmqOptions options{.port = server->port(), .timeout = 2s, .wait = 100ms};
    RabbitmqBroker before(options);
    CHECK(before.publish({.key = "p", .order = "o", .amount = 1, .user = "u"}, "m-1").ok());
    // A younger queue would have no leader afterwards.
    std::this_thread::sleep_for(5s);
    server->crash();
    CHECK(server->pid() == 0);
    const auto lost = before.next(1);
    CHECK(lost == Result<std::vector<Delivery>>(gone_before));
    RabbitmqBroker during(options);
    CHECK(during.next(1) == Result<std::vector<Delivery>>(refused_before_sending));
    CHECK(during.publish({}, "m-2") == Result<std::string>(refused_before_sending));

    REQUIRE_FALSE(server->restart().has_value());
    CHECK(ids_of(take(during, 1)) == std::vector<std::string>{"m-1"});
    CHECK(before.next(1) == Result<std::vector<Delivery>>(gone_before));

    server.reset();
    CHECK(gone(folder));
}

TEST_CASE("RabbitmqServer: nothing is left when its process is killed", "[backend]") {
    ServerParent parent({"signal", "rabbitmq"});
    REQUIRE_FALSE(parent.folders[0].empty());
    CHECK(processes_in(parent.folders[0]) >= 2);
    CHECK(parent.end_by(SIGKILL) == 128 + SIGKILL);
    CHECK(gone_within(parent.folders[0], 60s));
}

TEST_CASE("RabbitmqServer: what it lacks is an error with a name", "[backend]") {
    const auto missing = RabbitmqServer::start({.binary = "/nowhere/rabbitmq-server"});
    REQUIRE(missing.error.has_value());
    CHECK(missing.error->problem == StartProblem::missing_binary);
    CHECK(missing.error->message == "rabbitmq-server is not installed");
    const auto folderless = RabbitmqServer::start({.base = "/nowhere"});
    REQUIRE(folderless.error.has_value());
    CHECK(folderless.error->problem == StartProblem::folder);
}

TEST_CASE("RabbitmqServer: a failed start shows the log and leaves nothing", "[backend]") {
    const std::string base = fs::temp_directory_path() / "onceproof-failed-node";
    fs::create_directory(base);
    fs::permissions(base, fs::perms::all);
    const auto started = RabbitmqServer::start({.binary = "/bin/false", .base = base});
    REQUIRE(started.error.has_value());
    CHECK(started.error->problem == StartProblem::start_failed);
    CHECK(started.error->message.starts_with("/bin/false: ended with status 1"));
    CHECK(fs::is_empty(base));
    fs::remove(base);
}

}  // namespace
}  // namespace onceproof::backend
