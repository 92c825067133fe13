#pragma once

#include <array>

#include "tests/tidy/includes.hpp"
#include "tests/tidy/registry.hpp"
#include "tests/tidy/words.hpp"

namespace onceproof::tidy {

/// The arrows of the project: which folder may include which, besides itself.
inline constexpr std::array<IncludeRow, 19> include_table{{
    {"model/base", ""},
    {"model/port", "model/base"},
    {"model/explore", "model/base"},
    {"model/history", "model/base"},
    {"model/guarantee", "model/base model/port model/history"},
    {"model/fake", "model/base model/port"},
    {"model/world",
     "model/base model/port model/explore/transition_system.hpp model/fake model/guarantee "
     "model/history"},
    {"impls/strategy", "model/base model/port"},
    {"impls/backend", "model/base model/port"},
    {"reports/record.hpp", "model/base model/history"},
    {"reports", "model/base model/history reports/record.hpp"},
    {"harness", "model impls/strategy reports/record.hpp"},
    {"harness/real", "model impls harness reports/record.hpp"},
    {"harness/probe", "model impls/backend"},
    {"onceproof", "model impls/strategy harness reports"},
    {"bench", "model impls harness reports"},
    {"cli", "model impls harness reports bench"},
    {"examples", "onceproof"},
    {"tests", "model impls harness reports bench cli onceproof"},
}};

/// Where the headers of libraries and of the system may be included; the first row that fits.
inline constexpr std::array<LibraryRow, 34> library_table{{
    {"boost/", "model/world tests/world bench"},
    {"pg_query", "model/fake/sql/parse.cpp"},
    {"nlohmann/",
     "model/fake/sql/parse.cpp reports/run_json_read.cpp reports/counterexample_json_read.cpp "
     "bench/figures.cpp reports/bench_json.cpp reports/costs_read.cpp reports/failure_read.cpp "
     "reports/frontier_read.cpp reports/shard_json.hpp reports/shard_json_read.cpp "
     "harness/probe/pointed.cpp tests/reports"},
    {"curl/", "harness/probe"},
    {"httplib.h", "tests/harness/probe"},
    {"openssl/", "tests/harness/probe"},
    {"hiredis/", "impls/backend tests/backend tests/conformance"},
    {"pqxx/", "impls/backend tests/backend tests/harness/probe"},
    {"libpq", "impls/backend tests/backend"},
    {"amqp", "impls/backend"},
    {"rabbitmq-c/", "impls/backend"},
    {"mysql", "impls/backend tests/backend"},
    {"errmsg.h", "impls/backend"},
    {"toml++/", "harness"},
    {"CLI/", "cli bench/explorer"},
    {"benchmark/", "bench"},
    {"catch2/", "tests/support examples"},
    {"rapidcheck", "tests"},
    {"onceproof/", "examples"},
    {"gtest/", "examples"},
    {"fmt/", "*"},
    // The operating system: what is model-checked sees none of it, but for the memory of worlds and
    // of sets of states.
    {"netdb.h", "impls/backend tests"},
    {"netinet/", "impls/backend tests"},
    {"arpa/", "impls/backend tests"},
    {"sys/",
     "model/world/arena.cpp model/explore/slot_memory.cpp impls/backend harness bench cli tests"},
    {"unistd.h", "impls/backend harness reports bench cli tests"},
    {"signal.h", "impls/backend harness bench cli tests"},
    {"fcntl.h", "impls/backend harness reports bench cli tests"},
    {"poll.h", "impls/backend tests"},
    {"spawn.h", "impls/backend harness tests"},
    {"glob.h", "harness"},
    {"pwd.h", "impls/backend tests"},
    {"grp.h", "impls/backend tests"},
    {"sanitizer/", "model/world tests/world"},
}};

/// Where the determinism rule holds.
inline constexpr std::array<std::string_view, 2> deterministic_folders{"model", "impls/strategy"};
/// Where it holds for files whose path starts so.
inline constexpr std::string_view deterministic_prefix = "harness/stage";

inline constexpr std::array<WordException, 5> word_exceptions{{
    {"impls/strategy/entered.cpp",
     "static",
     "strategies from outside enter before main begins; nothing changes once it was read"},
    {"model/world/image.cpp",
     "thread_local",
     "memory of images is used again by the thread that dropped them; no content is"},
    {"model/world/region.hpp",
     "thread_local",
     "operator new has to find the region of the world that is stepping on this thread"},
    {"model/world/fibers.cpp",
     "steady_clock",
     "the signature of Boost.Fiber's algorithm names it; no time is ever asked for"},
    {"model/world/fibers.cpp",
     "thread_local",
     "a thread has one scheduler of fibers, and it is put in place once"},
}};

inline constexpr std::array<MirrorException, 1> mirror_exceptions{{
    {"model/base/ensure.cpp",
     "tests/support/catch.hpp",
     "it ends the process: every program that passes shows the other way"},
}};

}  // namespace onceproof::tidy
