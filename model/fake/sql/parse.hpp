#pragma once

#include <string_view>
#include <vector>

#include "model/fake/sql/ast.hpp"

namespace onceproof::fake {

/// Reads the statements of a text with PostgreSQL's own parser. Throws UnsupportedSql for a text
/// that is no SQL and for each construct that the fake does not have.
std::vector<ast::Statement> parse(std::string_view text);

/// Throws the UnsupportedSql that names `construct` and the text it stands in.
[[noreturn]] void refuse(std::string_view construct, std::string_view text);

}  // namespace onceproof::fake
