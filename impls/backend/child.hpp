#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace onceproof::backend {

/// The user that servers run as: ourselves, or, since servers refuse root, `postgres`, else
/// `nobody`.
struct ServerUser {
    uid_t uid = 0;
    gid_t gid = 0;
    bool change = false;  ///< whether the child must change to it
};
ServerUser server_user();

/// What a child process runs as and with.
struct ChildSpec {
    std::vector<std::string> arguments{};    ///< `arguments[0]` is an absolute path
    std::vector<std::string> environment{};  ///< "NAME=value", besides PATH, LC_ALL and HOME
    std::string folder{};                    ///< working directory, and the child's HOME
    std::string log{};                       ///< file that gets its output, appended
    int death_signal = 0;                    ///< sent by the kernel when this process dies
};

/// A child in a session and process group of its own, as `server_user`.
///
/// The kernel ties the death signal to the thread that forks, so each child has a thread that forks
/// it and then waits for its end: the child does not depend on the caller's thread.
class Child {
public:
    /// Starts it. Empty if it could not be forked; a failed exec shows as exit status 127.
    static std::optional<Child> spawn(const ChildSpec& spec);

    Child(Child&&) noexcept;
    Child& operator=(Child&&) noexcept;
    /// Ends it by SIGKILL if it still runs.
    ~Child();

    /// Process id and id of its group.
    [[nodiscard]] pid_t pid() const;

    /// Sends a signal to the process, unless it has ended.
    void signal(int number) const;

    /// SIGKILL to the whole group, then waits.
    void kill();

    /// Waits for the end; returns the exit status (128 + signal if by signal), or empty after
    /// `patience`.
    std::optional<int> wait(std::chrono::milliseconds patience) const;

private:
    struct Keeper;
    explicit Child(std::unique_ptr<Keeper> keeper);

    std::unique_ptr<Keeper> keeper_;
};

}  // namespace onceproof::backend
