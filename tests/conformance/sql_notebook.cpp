#include "tests/conformance/sql_notebook.hpp"

namespace onceproof::conformance {

Result<SqlSession*> SqlNotebook::open() {
    const Result<SqlSession*> opened = sql_.open();
    if (!opened) return opened;
    session_ = *opened;
    dead_.reset();
    return static_cast<SqlSession*>(this);
}

std::optional<Instead> SqlNotebook::next_call() {
    if (dead_) return Instead{dead_};
    if (spoiled_ != calls_++) return std::nullopt;
    if (instead_.error) {
        static_cast<void>(session_->rollback());
        const bool lost = instead_.error->kind == ErrorKind::connection_lost;
        if (lost) dead_ = Error{ErrorKind::connection_lost, Certainty::definite};
    }
    return instead_;
}

void SqlNotebook::begin(Isolation isolation) {
    pages_.isolations.insert(isolation);
    if (!dead_) session_->begin(isolation);
}

Result<Rows> SqlNotebook::execute_with(std::string_view text, std::span<const Value> parameters) {
    pages_.statements[std::string(text)].emplace(parameters.begin(), parameters.end());
    const auto instead = next_call();
    if (!instead) return session_->execute_with(text, parameters);
    return instead->error ? Result<Rows>(*instead->error) : Result<Rows>(Rows{});
}

Result<Done> SqlNotebook::commit() {
    const auto instead = next_call();
    if (instead && instead->error) return *instead->error;
    return session_->commit();
}

Result<Done> SqlNotebook::rollback() {
    if (dead_) return *dead_;
    return session_->rollback();
}

void SqlNotebook::close() {
    if (!dead_) return session_->close();
    dead_.reset();
    session_->close();
}

}  // namespace onceproof::conformance
