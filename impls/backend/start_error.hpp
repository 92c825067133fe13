#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace onceproof::backend {

/// Why a throw-away server did not come up.
enum class StartProblem : std::uint8_t {
    missing_binary,  ///< the server is not installed
    path_too_long,   ///< the socket's path does not fit into an address (107 bytes on Linux)
    address_in_use,  ///< another server has the socket
    folder,          ///< the temporary folder could not be made
    start_failed,    ///< the server ended, or did not answer in time
};

/// The problem and a text for people, with the last lines of the server's log where there is one.
struct StartError {
    StartProblem problem = StartProblem::start_failed;
    std::string message;
};

/// Exactly one of the two is set.
template <class Server>
struct Started {
    std::unique_ptr<Server> server;
    std::optional<StartError> error;
};

}  // namespace onceproof::backend
