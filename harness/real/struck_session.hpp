#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/real/struck_env.hpp"
#include "model/base/text.hpp"

namespace onceproof::harness {

inline constexpr std::size_t statement_shown = 70;  ///< characters of a statement in a history

/// The store did not answer, or could not be asked.
inline bool is_silence(Error error) {
    return error.kind == ErrorKind::timeout || error.kind == ErrorKind::connection_lost ||
           error.kind == ErrorKind::unavailable;
}

/// Which operation a statement is, by its first letter.
inline world::OpCode statement_code(std::string_view text) {
    const std::size_t start = text.find_first_not_of(" \n");
    switch (start == std::string_view::npos ? ' ' : text[start]) {
        case 'S':
            return world::OpCode::sql_select;
        case 'I':
            return world::OpCode::sql_insert;
        case 'U':
            return world::OpCode::sql_update;
        default:
            return world::OpCode::sql_delete;
    }
}

/// A session of the pool with the handler's faults in front. Not its own HandlerSql: that one takes
/// back what the handler left open.
class StruckEnv::Session final : public SqlSession {
public:
    explicit Session(StruckEnv& env) : env_(env) {}

    void take(SqlSession& session) { real_ = &session; }

    void begin(Isolation isolation) override { real_->begin(isolation); }

    Result<Rows> execute_with(std::string_view text, std::span<const Value> parameters) override {
        const std::string shown(text.substr(0, std::min(text.find('\n'), statement_shown)));
        return call<Rows>(
            statement_code(text),
            shown,
            [&](const std::optional<world::FaultRule>& fault) -> Result<Rows> {
                if (fault.has_value() && fault->kind == world::FaultKind::statement_error) {
                    return doom();
                }
                return real_->execute_with(text, parameters);
            },
            [](const Rows& rows) { return counted(static_cast<std::size_t>(rows.affected), "row"); }
        );
    }
    Result<Done> commit() override {
        return call<Done>(
            world::OpCode::sql_commit,
            "",
            [&](const std::optional<world::FaultRule>&) { return real_->commit(); },
            ok_text
        );
    }
    Result<Done> rollback() override {
        return call<Done>(
            world::OpCode::sql_rollback,
            "",
            [&](const std::optional<world::FaultRule>&) { return real_->rollback(); },
            ok_text
        );
    }
    void close() override { real_->close(); }

private:
    static std::string ok_text(const Done&) { return "ok"; }

    /// A dead connection fails every call: that is one fault.
    template <class T, class Call, class Show>
    Result<T> call(world::OpCode code, const std::string& what, Call real, Show show) {
        Result<T> result = env_.run<T>({code, what, !dead_}, real, show);
        dead_ = dead_ || (!result.ok() && is_silence(result.error()));
        return result;
    }

    /// An open transaction fails as a deadlock's victim does; nothing else of it is left.
    Result<Rows> doom() {
        static_cast<void>(real_->execute("SELECT 1 / 0"));
        return Error{ErrorKind::deadlock, Certainty::definite};
    }

    StruckEnv& env_;
    SqlSession* real_ = nullptr;
    bool dead_ = false;
};

}  // namespace onceproof::harness
