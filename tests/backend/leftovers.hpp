#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>

namespace onceproof::backend {

/// Living processes that work in `folder`: a server and all of its children do.
inline int processes_in(const std::string& folder) {
    int count = 0;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::filesystem::path home =
            std::filesystem::read_symlink(entry.path() / "cwd", ignored);
        if (home.string().starts_with(folder)) ++count;
    }
    return count;
}

/// Neither the folder nor a process in it is there.
inline bool gone(const std::string& folder) {
    return !std::filesystem::exists(folder) && processes_in(folder) == 0;
}

inline bool gone_within(const std::string& folder, std::chrono::milliseconds patience) {
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (!gone(folder)) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

}  // namespace onceproof::backend
