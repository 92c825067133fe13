#pragma once

#include <string_view>

#include "model/port/strategy.hpp"

namespace onceproof::bench {

/// CREATE TABLE of `raw_insert`: one text key with a unique index.
extern const std::string_view raw_insert_schema;

/// The least that a table can cost per request: one insert of a fresh key, committed by itself.
/// Guards nothing.
class RawInsert final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override;
};

/// The least that a lock in Redis can cost per request: one SET NX PX of a fresh key, which ends by
/// itself after ten seconds. Guards nothing.
class RawSet final : public Strategy {
public:
    Reply handle(const Request& request, Env& env) const override;
};

}  // namespace onceproof::bench
