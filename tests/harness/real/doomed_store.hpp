#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <signal.h>
#include <string>
#include <unistd.h>

#include "harness/real/real_store.hpp"

namespace onceproof::harness {

/// Kills this program's databases, and those alone, as nobody but a machine's operator would.
inline void kill_databases() {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream stream(entry.path() / "stat");
        pid_t process = 0;
        std::string name;
        char state = 0;
        pid_t parent = 0;
        if (!(stream >> process >> name >> state >> parent) || parent != getpid()) continue;
        if (name == "(postgres)" || name == "(mariadbd)") kill(process, SIGKILL);
    }
}

/// A server that somebody kills in the middle of the run.
class DoomedStore final : public RealStore {
public:
    explicit DoomedStore(RealStore& store) : store_(store) {}

    [[nodiscard]] std::string version() const override { return store_.version(); }
    std::optional<Obstacle> begin(
        const world::Config& config, const world::StoreLog& log, const RealTime& time
    ) override {
        return store_.begin(config, log, time);
    }
    std::optional<Obstacle> play(const world::StoreEvent& event) override {
        if (++events_ == 3) kill_databases();
        return store_.play(event);
    }
    std::optional<Obstacle> compare(const world::StoreContents& contents) override {
        return store_.compare(contents);
    }

private:
    RealStore& store_;
    int events_ = 0;
};

}  // namespace onceproof::harness
