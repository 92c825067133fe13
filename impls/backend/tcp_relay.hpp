#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace onceproof::backend {

/// Where a relay listens, or what it passes connections on to.
struct RelayEnd {
    std::string socket{};   ///< a unix socket's path; empty: a TCP port of 127.0.0.1
    int port = 0;           ///< to listen on: 0 is any that is free
    std::string address{};  ///< of a server, numeric; empty: 127.0.0.1
};

/// Passes the bytes of connections on to a server of this machine and back, until it is told to
/// harm them: a network between a client and a server.
class TcpRelay {
public:
    /// From a free TCP port to `target_port` of 127.0.0.1.
    explicit TcpRelay(int target_port) : TcpRelay(RelayEnd{}, RelayEnd{.port = target_port}) {}

    /// A socket file that is left at `from` is replaced. Throws std::runtime_error if it cannot
    /// listen there.
    TcpRelay(const RelayEnd& from, RelayEnd to);
    TcpRelay(const TcpRelay&) = delete;
    TcpRelay& operator=(const TcpRelay&) = delete;
    /// Cuts all connections; nobody listens any longer.
    ~TcpRelay();

    /// Where clients connect; 0 if that is a unix socket.
    [[nodiscard]] int port() const { return port_; }

    /// From now on no byte of the server's gets to a client.
    void lose_replies() { replies_lost_ = true; }

    /// Whether bytes of the server's have come that no client has got.
    [[nodiscard]] bool has_lost_reply() const { return reply_has_come_; }

    /// From now on no byte of a client's is taken.
    void lose_requests() { requests_lost_ = true; }

    /// Ends every connection on both sides; returns when that is done. New ones may come.
    void cut();

private:
    struct Pair {
        int client = -1;
        int server = -1;
    };

    void listen_at(const RelayEnd& from);
    void run();
    void accept_client();
    void serve(std::size_t number, bool from_client);
    void close_all();

    RelayEnd to_;
    int listener_ = -1;
    int port_ = 0;
    std::string file_;         ///< the unix socket that we listen on
    std::vector<Pair> pairs_;  // the thread's own
    std::atomic<bool> replies_lost_{false};
    std::atomic<bool> reply_has_come_{false};  ///< since then
    std::atomic<bool> requests_lost_{false};
    std::atomic<bool> cut_asked_{false};
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

}  // namespace onceproof::backend
