#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/port/sql.hpp"

namespace onceproof::harness {

/// A database that does what it is told, and writes it down.
class ToldSql final : public Sql, public SqlSession {
public:
    Result<SqlSession*> open() override { return static_cast<SqlSession*>(this); }
    void begin(Isolation) override {}
    Result<Rows> execute_with(std::string_view text, std::span<const Value>) override {
        said += std::string(text) + ";";
        return answer;
    }
    Result<Done> commit() override { return end; }
    Result<Done> rollback() override { return end; }
    void close() override {}

    std::string said;
    Result<Rows> answer = Rows{};
    Result<Done> end = Done{};
};

}  // namespace onceproof::harness
