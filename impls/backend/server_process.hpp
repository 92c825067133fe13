#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "impls/backend/child.hpp"
#include "impls/backend/start_error.hpp"
#include "impls/backend/temp_folder.hpp"

namespace onceproof::backend {

/// What one kind of server needs. `arguments[0]` is the binary's absolute path.
struct ServerRecipe {
    TempFolder folder;
    std::vector<std::string> arguments;
    std::vector<std::string> environment{};  ///< as in `ChildSpec`
    std::string socket{};                    ///< the unix socket's path; empty: it has none
    int stop_signal = 0;                     ///< ends it in an orderly way
    int death_signal = 0;                    ///< what the kernel sends it when its parent dies
    std::function<bool()> ready;  ///< asks once whether it answers; returns within a second
    std::chrono::milliseconds ready_max{0};  ///< patience with the start
};

/// A server as a child process, in a folder of its own.
class ServerProcess {
public:
    explicit ServerProcess(ServerRecipe recipe) : recipe_(std::move(recipe)) {}
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Stops it in an orderly way, at most 10 s, then by SIGKILL to its group; then the folder
    /// goes.
    ~ServerProcess() { stop(); }

    /// Starts it and waits until it answers. Must not be running.
    std::optional<StartError> start();

    /// Ends it, orderly if possible, and waits for its end. The folder stays.
    void stop();

    /// SIGSTOP to it and to its children: it is there, keeps its connections, and does nothing.
    void pause();

    /// Lets a paused one go on; nothing if it is not paused.
    void resume();

    /// SIGKILL to its group, and waits for its end.
    void crash();

    [[nodiscard]] const std::string& folder() const { return recipe_.folder.path(); }

    /// Process id; 0 while it does not run.
    [[nodiscard]] pid_t pid() const { return child_ ? child_->pid() : 0; }

private:
    [[nodiscard]] StartError failure(const std::string& what) const;

    ServerRecipe recipe_;
    std::optional<Child> child_;
    bool is_paused_ = false;
    std::vector<pid_t> paused_;  ///< its children that were stopped with it
};

/// The last lines of a log file, for error messages.
std::string last_lines(const std::string& file, std::size_t lines_max);

}  // namespace onceproof::backend
