#include "impls/backend/temp_folder.hpp"

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace onceproof::backend {

namespace {

/// Its input ends with the process that made the folder. Whatever works in the folder then has two
/// seconds to end by itself (PostgreSQL gives its shared memory back; whoever is stopped is let go
/// on for that), and is killed after that: a server's children may have sessions of their own, so
/// only their working directory tells them. A PostgreSQL that was killed has left its file of the
/// process, whose seventh line ends with the number of a shared memory segment.
constexpr const char* guard_script = R"(
trap '' INT TERM HUP
read -r _
workers() {
    find /proc -mindepth 2 -maxdepth 2 -name cwd -printf '%h %l\n' |
        while read -r process home; do
            case $home in "$1"*) printf '%s ' "${process#/proc/}" ;; esac
        done
}
start=$(date +%s)
round=0
while [ "$round" -lt 200 ]; do
    left=$(workers "$1")
    if [ -z "$left" ]; then
        segment=$(sed -n '7s/.* //p' "$1/data/postmaster.pid")
        [ -z "$segment" ] || ipcrm -m "$segment"
        rm -rf -- "$1"
    fi
    [ -n "$left" ] || [ -e "$1" ] || exit 0
    age=$(($(date +%s) - start))
    if [ "$age" -lt 3 ]; then kill -CONT $left; else kill -KILL $left; fi
    sleep 0.1
    round=$((round + 1))
done
)";

pid_t spawn_guard(int input, const std::string& folder) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A session of its own: a terminal's Ctrl-C is not for the guard.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::array<std::string, 5> words{"sh", "-c", guard_script, "onceproof-guard", folder};
    const std::array<char*, 6> arguments{
        words[0].data(),
        words[1].data(),
        words[2].data(),
        words[3].data(),
        words[4].data(),
        nullptr};
    pid_t guard = 0;
    const int error =
        posix_spawn(&guard, "/bin/sh", &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? guard : 0;
}

}  // namespace

std::optional<TempFolder> TempFolder::create(
    const std::string& base, const std::string& name, uid_t owner, gid_t group
) {
    const char* from_environment = std::getenv("TMPDIR");
    std::string path = base;
    if (path.empty() && from_environment != nullptr) path = from_environment;
    if (path.empty()) path = "/tmp";
    path += "/onceproof-" + name + "-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) return std::nullopt;
    TempFolder folder;
    folder.path_ = path;
    if (owner != geteuid() && chown(path.c_str(), owner, group) != 0) return std::nullopt;
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    folder.pipe_ = ends[1];
    folder.guard_ = spawn_guard(ends[0], path);
    ::close(ends[0]);
    return folder;
}

TempFolder::TempFolder(TempFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      pipe_(std::exchange(other.pipe_, -1)),
      guard_(std::exchange(other.guard_, 0)) {}

TempFolder& TempFolder::operator=(TempFolder&& other) noexcept {
    if (this != &other) {
        remove();
        path_ = std::exchange(other.path_, {});
        pipe_ = std::exchange(other.pipe_, -1);
        guard_ = std::exchange(other.guard_, 0);
    }
    return *this;
}

void TempFolder::remove() noexcept {
    if (path_.empty()) return;
    if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
    if (guard_ > 0) waitpid(std::exchange(guard_, 0), nullptr, 0);
    // What the guard could not do, or nobody if it could not be started.
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
    path_.clear();
}

}  // namespace onceproof::backend
