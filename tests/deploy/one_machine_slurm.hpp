#pragma once

#include <optional>
#include <string>
#include <vector>

#include "impls/backend/child.hpp"
#include "impls/backend/temp_folder.hpp"

namespace onceproof::deploy {

/// What a command has printed and how it ended.
struct Told {
    int exit_code = 0;
    std::string text;
};

/// A cluster of one machine on loopback: munged, slurmctld and slurmd of Debian, all as an
/// unprivileged user and in a temporary folder, and gone with this object.
class OneMachineSlurm {
public:
    /// The first program of Slurm that this machine lacks; empty: all are there.
    static std::string missing();

    /// Ready for jobs. Throws std::runtime_error with the daemons' logs if it cannot be started.
    OneMachineSlurm();
    OneMachineSlurm(const OneMachineSlurm&) = delete;
    OneMachineSlurm& operator=(const OneMachineSlurm&) = delete;
    ~OneMachineSlurm();

    /// Runs a command in the folder as the cluster's user; a word without a slash is a program of
    /// /usr/bin. Two minutes at most.
    Told tell(std::vector<std::string> words);

    /// The same, which must exit 0; what it printed without the newline at its end.
    std::string say(std::vector<std::string> words);

    [[nodiscard]] std::string path(const std::string& name) const;

private:
    void configure();
    void start(std::vector<std::string> words);
    [[nodiscard]] bool is_ready();
    [[nodiscard]] std::string logs() const;

    backend::ServerUser user_;
    std::optional<backend::TempFolder> folder_;
    std::vector<backend::Child> daemons_;
    std::vector<std::string> log_files_;
    std::size_t commands_ = 0;
};

}  // namespace onceproof::deploy
