#include "bench/server_options.hpp"

#include <cstdlib>

#include "bench/database.hpp"

namespace onceproof::bench {

std::string start_trouble(const backend::StartError& error, std::string_view flags) {
    if (error.problem == backend::StartProblem::missing_binary) {
        return one_line(error.message) + " (see " + std::string(flags) + ")";
    }
    if (error.problem == backend::StartProblem::folder) {
        const char* const folder = std::getenv("TMPDIR");
        return "no temporary folder can be made in " + std::string(folder ? folder : "/tmp") +
               " (see TMPDIR)";
    }
    return one_line(error.message);
}

}  // namespace onceproof::bench
