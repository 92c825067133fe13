#include "impls/backend/child.hpp"

#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstddef>
#include <fcntl.h>
#include <grp.h>
#include <mutex>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "model/base/ensure.hpp"

namespace onceproof::backend {

namespace {

constexpr int exec_failed = 127;

/// All that the child needs between fork and exec, made before the fork: other threads may hold any
/// lock then.
struct Launch {
    std::vector<char*> arguments;
    std::vector<char*> environment;
    const char* folder = nullptr;
    int log = -1;
    int input = -1;
    int death_signal = 0;
    ServerUser user;
    pid_t parent = 0;
};

[[noreturn]] void become(const Launch& launch) {
    setsid();
    dup2(launch.input, STDIN_FILENO);
    dup2(launch.log, STDOUT_FILENO);
    dup2(launch.log, STDERR_FILENO);
    if (launch.user.change) {
        if (setgroups(0, nullptr) != 0 || setgid(launch.user.gid) != 0) _exit(exec_failed);
        if (setuid(launch.user.uid) != 0) _exit(exec_failed);
    }
    // After the change of user, which clears it. The parent may have died before it was set.
    prctl(PR_SET_PDEATHSIG, launch.death_signal);
    if (getppid() != launch.parent) _exit(exec_failed);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    if (chdir(launch.folder) != 0) _exit(exec_failed);
    execve(launch.arguments[0], launch.arguments.data(), launch.environment.data());
    _exit(exec_failed);
}

/// Returns when the child has become another program, or is gone: exec closes the pipe's other end.
/// Before that a signal to it would meet this program's handlers, and it might not yet lead its own
/// session.
void wait_for_end_of(int pipe) {
    char nothing = 0;
    while (read(pipe, &nothing, 1) < 0 && errno == EINTR) {
    }
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (std::string& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

std::optional<ServerUser> user_named(const char* name) {
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    if (getpwnam_r(name, &entry, buffer.data(), buffer.size(), &found) != 0) return std::nullopt;
    if (found == nullptr) return std::nullopt;
    return ServerUser{entry.pw_uid, entry.pw_gid, true};
}

}  // namespace

ServerUser server_user() {
    if (geteuid() != 0) return {geteuid(), getegid(), false};
    if (const auto user = user_named("postgres")) return *user;
    if (const auto user = user_named("nobody")) return *user;
    return {65534, 65534, true};
}

struct Child::Keeper {
    /// Forks on this thread, waits for the child's end and reaps it.
    void keep(ChildSpec spec) {
        const pid_t child = fork_child(spec);
        {
            const std::lock_guard lock(mutex);
            pid = child;
            started = true;
            ended = child <= 0;
        }
        changed.notify_all();
        if (child <= 0) return;
        siginfo_t info{};
        while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0) {
        }
        const std::lock_guard lock(mutex);
        // Not reaped yet, so the group's number is still ours: whatever is left of it goes too.
        ::kill(-child, SIGKILL);
        int raw = 0;
        waitpid(child, &raw, 0);
        status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
        ended = true;
        changed.notify_all();
    }

    static pid_t fork_child(ChildSpec& spec) {
        std::vector<std::string> environment{
            "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=" + spec.folder};
        environment.insert(environment.end(), spec.environment.begin(), spec.environment.end());
        Launch launch{
            .arguments = pointers(spec.arguments),
            .environment = pointers(environment),
            .folder = spec.folder.c_str(),
            .log = open(spec.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600),
            .input = open("/dev/null", O_RDONLY | O_CLOEXEC),
            .death_signal = spec.death_signal,
            .user = server_user(),
            .parent = getpid(),
        };
        std::array<int, 2> before_exec{-1, -1};
        const bool ready =
            launch.log >= 0 && launch.input >= 0 && pipe2(before_exec.data(), O_CLOEXEC) == 0;
        const pid_t child = ready ? fork() : -1;
        if (child == 0) become(launch);
        for (const int file : {launch.log, launch.input, before_exec[1]}) {
            if (file >= 0) close(file);
        }
        if (before_exec[0] >= 0) {
            wait_for_end_of(before_exec[0]);
            close(before_exec[0]);
        }
        return child;
    }

    std::mutex mutex;
    std::condition_variable changed;
    pid_t pid = 0;
    int status = 0;
    bool started = false;
    bool ended = false;
    std::jthread thread;  // last: it uses the others
};

std::optional<Child> Child::spawn(const ChildSpec& spec) {
    ENSURE(!spec.arguments.empty());
    auto keeper = std::make_unique<Keeper>();
    keeper->thread = std::jthread([raw = keeper.get(), spec] { raw->keep(spec); });
    std::unique_lock lock(keeper->mutex);
    keeper->changed.wait(lock, [&] { return keeper->started; });
    const bool running = keeper->pid > 0;
    lock.unlock();
    if (!running) return std::nullopt;
    return Child(std::move(keeper));
}

Child::Child(std::unique_ptr<Keeper> keeper) : keeper_(std::move(keeper)) {}
Child::Child(Child&&) noexcept = default;

Child& Child::operator=(Child&& other) noexcept {
    if (this != &other) {
        if (keeper_) kill();
        keeper_ = std::move(other.keeper_);
    }
    return *this;
}

Child::~Child() {
    if (keeper_) kill();
}

pid_t Child::pid() const {
    return keeper_->pid;
}

void Child::signal(int number) const {
    const std::lock_guard lock(keeper_->mutex);
    if (!keeper_->ended) ::kill(keeper_->pid, number);
}

void Child::kill() {
    std::unique_lock lock(keeper_->mutex);
    if (!keeper_->ended) ::kill(-keeper_->pid, SIGKILL);
    keeper_->changed.wait(lock, [this] { return keeper_->ended; });
}

std::optional<int> Child::wait(std::chrono::milliseconds patience) const {
    std::unique_lock lock(keeper_->mutex);
    const bool ended = keeper_->changed.wait_for(lock, patience, [this] { return keeper_->ended; });
    if (!ended) return std::nullopt;
    return keeper_->status;
}

}  // namespace onceproof::backend
