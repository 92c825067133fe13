#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "model/port/sql.hpp"

namespace onceproof::backend {

/// What stands between a pool and one handler at a time: the connections that the handler took and
/// did not close go back when it ends, as frameworks do it and as the port promises.
class HandlerSql final : public Sql {
public:
    explicit HandlerSql(Sql& pool);
    ~HandlerSql() override;

    Result<SqlSession*> open() override;

    /// The handler has returned: closes what is open.
    void end_handler();

private:
    class Session;

    Sql& pool_;
    std::vector<std::unique_ptr<Session>> sessions_;  ///< the first `used_` are the handler's
    std::size_t used_ = 0;
};

}  // namespace onceproof::backend
