#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace onceproof::harness {

/// Sends a message of bytes over a socket, or reads one that was sent so. A read is empty at the
/// end of the stream, or if there is no whole message.
bool send_message(int socket, std::string_view bytes);
std::optional<std::string> receive_message(int socket);

/// This program once more, in a process of its own, with a stream to it: what is sent it finds on
/// its standard input, and what it writes to its standard output comes back.
class Twin {
public:
    /// Starts it with `arguments` (without the program's name). Empty if that is not possible.
    static std::unique_ptr<Twin> start(const std::vector<std::string>& arguments);

    Twin(const Twin&) = delete;
    Twin& operator=(const Twin&) = delete;
    /// Ends it if it still runs.
    ~Twin();

    /// One message to it; blocks while it is busy with earlier ones. False: it has ended, or
    /// `give_up` (asked every 100 ms) says so.
    bool send(std::string_view bytes, const std::function<bool()>& give_up);

    /// Says that there is no more, and waits for its one message. Empty: it has ended without one,
    /// or `give_up` says so.
    std::optional<std::string> answer(const std::function<bool()>& give_up);

private:
    Twin(int socket, pid_t process) : socket_(socket), process_(process) {}

    int socket_;
    pid_t process_;
};

}  // namespace onceproof::harness
