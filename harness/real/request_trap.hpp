#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::harness {

/// A network that lets a client connect and send, and then keeps what it sent: nobody answers until
/// the client gives up. What happens to the request afterwards is up to whoever has set the trap.
class RequestTrap {
public:
    /// Listens on a unix socket at `path`, where no file may be. Throws std::runtime_error if it
    /// cannot.
    explicit RequestTrap(std::string path);
    ~RequestTrap();
    RequestTrap(const RequestTrap&) = delete;
    RequestTrap& operator=(const RequestTrap&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

    /// All that a client has sent which came and has hung up since. Empty: nobody came.
    [[nodiscard]] std::string caught();

private:
    std::string path_;
    int listener_ = -1;
};

/// Sends `request` to the unix socket of a server, on a connection of its own, and returns the
/// first bytes of its answer. Empty: it cannot be reached, or says nothing for `patience`.
std::optional<std::string> answer_of(
    const std::string& socket, std::string_view request, std::chrono::milliseconds patience
);

}  // namespace onceproof::harness
