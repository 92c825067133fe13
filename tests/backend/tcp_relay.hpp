#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace onceproof::backend {

/// Passes the bytes of TCP connections on to a port of 127.0.0.1 and back, until it is told to harm
/// them: a network between a client and a server.
class TcpRelay {
public:
    explicit TcpRelay(int target_port);
    TcpRelay(const TcpRelay&) = delete;
    TcpRelay& operator=(const TcpRelay&) = delete;
    /// Cuts all connections.
    ~TcpRelay();

    /// Where clients connect.
    [[nodiscard]] int port() const { return port_; }

    /// From now on no byte of the server's gets to a client.
    void lose_replies() { replies_lost_ = true; }

    /// From now on no byte of a client's is taken.
    void lose_requests() { requests_lost_ = true; }

    /// Ends every connection on both sides; returns when that is done. New ones may come.
    void cut();

private:
    struct Pair {
        int client = -1;
        int server = -1;
    };

    void run();
    void accept_client();
    void serve(std::size_t number, bool from_client);
    void close_all();

    int target_port_;
    int listener_ = -1;
    int port_ = 0;
    std::vector<Pair> pairs_;  // the thread's own
    std::atomic<bool> replies_lost_{false};
    std::atomic<bool> requests_lost_{false};
    std::atomic<bool> cut_asked_{false};
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

}  // namespace onceproof::backend
