#pragma once

#include <string>
#include <utility>

#include "bench/database.hpp"

namespace onceproof::bench {

/// A pool of one of the back ends, which have the same functions and no common base.
template <class Backend>
class PoolOf final : public Pool {
public:
    template <class Options>
    explicit PoolOf(Options options) : backend_(std::move(options)) {}

    Sql& sql() override { return backend_; }
    Result<Done> run_script(std::string_view text) override { return backend_.run_script(text); }
    [[nodiscard]] std::uint64_t round_trips() const override { return backend_.round_trips(); }
    [[nodiscard]] std::string last_message() const override { return backend_.last_message(); }

private:
    Backend backend_;
};

/// The rows of one statement on a connection of the pool; an error if it fails or none is to be
/// had.
inline Result<Rows> query(Pool& pool, std::string_view text) {
    const Result<SqlSession*> session = pool.sql().open();
    if (!session.ok()) {
        return session.error();
    }
    Result<Rows> rows = (*session)->execute(text);
    (*session)->close();
    return rows;
}

}  // namespace onceproof::bench
