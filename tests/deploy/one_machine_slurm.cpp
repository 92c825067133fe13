#include "tests/deploy/one_machine_slurm.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <netdb.h>
#include <pwd.h>
#include <random>
#include <signal.h>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <unistd.h>

#include "impls/backend/loopback.hpp"
#include "tests/support/content_of.hpp"

namespace onceproof::deploy {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::content_of;

constexpr const char* munged = "/usr/sbin/munged";
constexpr const char* slurmctld = "/usr/sbin/slurmctld";
constexpr const char* slurmd = "/usr/sbin/slurmd";

constexpr auto start_patience = 30s;
constexpr auto command_patience = 120s;

std::string host_name() {
    std::string name(256, '\0');
    gethostname(name.data(), name.size() - 1);
    name.resize(std::min(name.find('\0'), name.find('.')));
    return name;
}

/// The loopback address that the name stands for in the machine's table of hosts; empty: none.
std::string loopback_of(const std::string& host) {
    addrinfo wanted{};
    wanted.ai_family = AF_INET;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), nullptr, &wanted, &found) != 0) return "";
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto* address = reinterpret_cast<const sockaddr_in*>(found->ai_addr);
    inet_ntop(AF_INET, &address->sin_addr, text.data(), text.size());
    freeaddrinfo(found);
    return std::string_view(text.data()).starts_with("127.") ? text.data() : "";
}

std::string name_of(uid_t user) {
    const passwd* entry = getpwuid(user);
    if (entry == nullptr) throw std::runtime_error("the user has no name");
    return entry->pw_name;
}

/// Every file below is the user's alone; munged insists.
void give(const std::string& path, const backend::ServerUser& user, fs::perms permissions) {
    fs::permissions(path, permissions);
    if (user.change && chown(path.c_str(), user.uid, user.gid) != 0) {
        throw std::runtime_error("cannot give away " + path);
    }
}

std::string configuration(const std::string& folder, const std::string& user) {
    const std::vector<int> ports = backend::free_ports(2);
    if (ports.size() != 2) throw std::runtime_error("no free ports");
    const std::string host = host_name();
    // The daemons listen where the machine's name leads to, or everywhere; either way they answer
    // only to whoever has the key.
    const std::string loopback = loopback_of(host);
    const std::string address = loopback.empty() ? "127.0.0.1" : loopback;
    std::vector<std::pair<std::string, std::string>> settings{
        {"ClusterName", "one"},
        {"SlurmctldHost", host + "(" + address + ")"},
        {"SlurmUser", user},
        {"SlurmdUser", user},
        {"AuthType", "auth/munge"},
        {"AuthInfo", "socket=" + folder + "/munge/socket"},
        {"CredType", "cred/munge"},
        {"SlurmctldPort", std::to_string(ports[0])},
        {"SlurmdPort", std::to_string(ports[1])},
        {"StateSaveLocation", folder + "/state"},
        {"SlurmdSpoolDir", folder + "/spool"},
        {"SlurmctldPidFile", folder + "/state/pid"},
        {"SlurmdPidFile", folder + "/spool/pid"},
        {"ProctrackType", "proctrack/pgid"},
        {"TaskPlugin", "task/none"},
        {"JobAcctGatherType", "jobacct_gather/none"},
        {"SwitchType", "switch/none"},
        {"MpiDefault", "none"},
        {"SchedulerType", "sched/builtin"},
        {"SchedulerParameters", "batch_sched_delay=0,sched_interval=1"},
        {"SelectType", "select/cons_tres"},
        {"SelectTypeParameters", "CR_CPU"},
        // As many as the file says, whatever the machine has.
        {"SlurmdParameters", "config_overrides"},
        {"KillWait", "1"},
        {"NodeName", host + " NodeAddr=" + address + " CPUs=4 State=UNKNOWN"},
        {"PartitionName", "all Nodes=" + host + " Default=YES MaxTime=INFINITE State=UP"}};
    if (!loopback.empty()) {
        settings.emplace_back("CommunicationParameters", "NoCtldInAddrAny,NoInAddrAny");
    }
    std::string text;
    for (const auto& [key, value] : settings) {
        text.append(key).append("=").append(value).append("\n");
    }
    return text;
}

}  // namespace

std::string OneMachineSlurm::missing() {
    for (const char* program : {munged, slurmctld, slurmd, "/usr/bin/sbatch"}) {
        if (!fs::exists(program)) return program;
    }
    return "";
}

OneMachineSlurm::OneMachineSlurm()
    : user_(backend::server_user()),
      folder_(backend::TempFolder::create("", "slurm", user_.uid, user_.gid)) {
    if (!folder_.has_value()) throw std::runtime_error("no temporary folder");
    configure();
    start(
        {munged,
         "--foreground",
         "--force",
         "--socket=" + path("munge/socket"),
         "--key-file=" + path("munge/key"),
         "--log-file=" + path("munge/log"),
         "--pid-file=" + path("munge/pid"),
         "--seed-file=" + path("munge/seed")}
    );
    const auto end = std::chrono::steady_clock::now() + start_patience;
    while (!fs::exists(path("munge/socket"))) {
        if (std::chrono::steady_clock::now() > end) throw std::runtime_error(logs());
        std::this_thread::sleep_for(50ms);
    }
    start({slurmctld, "-D", "-f", path("slurm.conf")});
    start({slurmd, "-D", "-f", path("slurm.conf")});
    while (!is_ready()) {
        if (std::chrono::steady_clock::now() > end) throw std::runtime_error(logs());
        std::this_thread::sleep_for(200ms);
    }
}

OneMachineSlurm::~OneMachineSlurm() {
    // The last one started goes first.
    for (auto daemon = daemons_.rbegin(); daemon != daemons_.rend(); ++daemon) {
        daemon->signal(SIGTERM);
        static_cast<void>(daemon->wait(5s));
    }
}

void OneMachineSlurm::configure() {
    for (const char* name : {"munge", "state", "spool"}) {
        fs::create_directory(path(name));
        give(path(name), user_, fs::perms::owner_all);
    }
    std::random_device random;
    std::ofstream key(path("munge/key"), std::ios::binary);
    for (int word = 0; word < 64; ++word) {
        key << random();
    }
    key.close();
    give(path("munge/key"), user_, fs::perms::owner_read | fs::perms::owner_write);
    std::ofstream(path("slurm.conf")) << configuration(folder_->path(), name_of(user_.uid));
    std::ofstream(path("cgroup.conf")).flush();
}

void OneMachineSlurm::start(std::vector<std::string> words) {
    log_files_.push_back(path("log" + std::to_string(log_files_.size())));
    auto child = backend::Child::spawn(
        {.arguments = std::move(words),
         .environment = {"SLURM_CONF=" + path("slurm.conf")},
         .folder = folder_->path(),
         .log = log_files_.back(),
         .death_signal = SIGKILL}
    );
    if (!child.has_value()) throw std::runtime_error("cannot start a daemon");
    daemons_.push_back(std::move(*child));
}

bool OneMachineSlurm::is_ready() {
    return tell({"sinfo", "--noheader", "--format=%T"}).text.starts_with("idle");
}

std::string OneMachineSlurm::logs() const {
    std::string text = "Slurm is not ready (packages slurmctld, slurmd, slurm-client, munge)";
    for (const std::string& file : log_files_) {
        text += "\n" + file + ":\n" + content_of(file);
    }
    return text;
}

Told OneMachineSlurm::tell(std::vector<std::string> words) {
    const std::string log = path("out" + std::to_string(++commands_));
    if (words.front().find('/') == std::string::npos) words.front() = "/usr/bin/" + words.front();
    const auto child = backend::Child::spawn(
        {.arguments = std::move(words),
         .environment =
             {"SLURM_CONF=" + path("slurm.conf"),
              "ONCEPROOF_PROGRAM=" + path("onceproof"),
              "SOURCE_DATE_EPOCH=1700000000"},
         .folder = folder_->path(),
         .log = log,
         .death_signal = SIGKILL}
    );
    if (!child.has_value()) throw std::runtime_error("cannot start a command");
    const auto code = child->wait(command_patience);
    return {code.value_or(-1), content_of(log)};
}

std::string OneMachineSlurm::say(std::vector<std::string> words) {
    const std::string what = words.front();
    Told told = tell(std::move(words));
    if (told.exit_code != 0) throw std::runtime_error(what + ": " + told.text + logs());
    if (told.text.ends_with('\n')) told.text.pop_back();
    return std::move(told.text);
}

std::string OneMachineSlurm::path(const std::string& name) const {
    return folder_->path() + "/" + name;
}

}  // namespace onceproof::deploy
