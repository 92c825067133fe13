#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <thread>

#include "tests/deploy/one_machine_slurm.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/content_of.hpp"

namespace onceproof::deploy {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::content_of;

/// The first attempt of task 3 hangs in the middle of its run.
constexpr const char* hanging = R"(#!/bin/sh
if [ "$SLURM_ARRAY_TASK_ID" = 3 ] && [ -z "${SLURM_RESTART_COUNT:-}" ]; then
    "${0%/*}/program" "$@" &
    until [ -e runs/3/run.json ]; do sleep 0.02; done
    kill -STOP $!
    touch hangs
    wait
fi
exec "${0%/*}/program" "$@"
)";

/// Asks five times a second, for two minutes at most.
template <class Condition>
bool wait_for(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + 2min;
    while (std::chrono::steady_clock::now() < end) {
        if (condition()) return true;
        std::this_thread::sleep_for(200ms);
    }
    return false;
}

/// Whether Slurm is there. It must be, unless nothing is to be installed: then that is told.
bool has_slurm() {
    const std::string missing = OneMachineSlurm::missing();
    if (missing.empty()) return true;
    const char* setup = std::getenv("ONCEPROOF_SETUP");
    const std::string text = missing + " is missing (./dev setup installs it)";
    if (setup == nullptr || std::string_view(setup) != "no") FAIL(text);
    WARN("left out: " + text);
    return false;
}

void put_programs(const OneMachineSlurm& slurm) {
    fs::copy_file(ONCEPROOF_PROGRAM, slurm.path("program"));
    fs::copy("scenarios", slurm.path("scenarios"), fs::copy_options::recursive);
    fs::copy_file("examples/many-machines/slurm.sbatch", slurm.path("slurm.sbatch"));
    std::ofstream(slurm.path("onceproof")) << hanging;
    fs::permissions(slurm.path("onceproof"), fs::perms(0755));
}

const std::vector<std::string>& what_to_run() {
    static const std::vector<std::string> words{
        "scenarios/crash-anywhere.toml",
        "scenarios/faults-at-their-rates.toml",
        "--cases=40000",
        "--check-determinism=0%"};
    return words;
}

std::vector<std::string> followed_by(
    std::vector<std::string> words, const std::vector<std::string>& more
) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Merges the folders of these shards.
Told merge(OneMachineSlurm& slurm, const std::string& out) {
    std::vector<std::string> words{slurm.path("program"), "merge", "-o", out};
    for (int shard = 1; shard <= 8; ++shard) {
        words.push_back("runs/" + std::to_string(shard));
    }
    return slurm.tell(words);
}

TEST_CASE("slurm: an array with a killed task merges to what one process says", "[deploy]") {
    if (!has_slurm()) return;
    OneMachineSlurm slurm;
    put_programs(slurm);
    const std::string array = slurm.say(followed_by(
        {"sbatch", "--parsable", "slurm.sbatch", "--divide=scenario:crash-anywhere"}, what_to_run()
    ));
    const std::string task = array + "_3";
    const auto queue = [&](const std::string& more = "") {
        return slurm.say({"squeue", "--noheader", "--array", "--format=%K %T" + more});
    };
    const bool hangs =
        wait_for([&] { return fs::exists(slurm.path("hangs")) && queue() == "3 RUNNING"; });
    INFO(queue() << content_of(slurm.path("onceproof-3.log")));
    REQUIRE(hangs);
    const Told hole = merge(slurm, "hole");
    CHECK(hole.exit_code == 65);
    CHECK(hole.text.find("shard 3/8 (runs/3) is not finished: ") != std::string::npos);

    slurm.say({"scontrol", "requeue", task});
    // Slurm holds a task back for two minutes when it is queued again.
    REQUIRE(wait_for([&] { return queue(" %r") == "3 PENDING BeginTime"; }));
    slurm.say({"scontrol", "update", "jobid=" + task, "starttime=now"});
    REQUIRE(wait_for([&] { return queue().empty(); }));
    CHECK(slurm.say({"scontrol", "show", "job", task}).find("Restarts=1") != std::string::npos);
    CHECK(content_of(slurm.path("onceproof-3.log")).find("detected Slurm: ") != std::string::npos);

    const Told merged = merge(slurm, "merged");
    CAPTURE(merged.text);
    const Told whole =
        slurm.tell(followed_by({slurm.path("program"), "run", "-o", "whole"}, what_to_run()));
    CHECK(merged.text.starts_with("8 of 8 shards, same plan "));
    CHECK(merged.exit_code == whole.exit_code);
    CHECK(whole.exit_code < 64);
    for (const char* file : {"results.ndjson", "counterexamples.ndjson", "summary.md"}) {
        CAPTURE(file);
        const std::string expected = content_of(slurm.path(std::string("whole/") + file));
        CHECK(expected.size() > 100);
        CHECK(content_of(slurm.path(std::string("merged/") + file)) == expected);
    }
}

}  // namespace
}  // namespace onceproof::deploy
