#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "harness/tree.hpp"

namespace onceproof::harness {

/// Takes these keys out of the table.
void leave_out(Table& table, std::initializer_list<std::string_view> keys);

/// Takes out of a scenario's sweep what `drops` says of a path, however its dots are written. The
/// root is a table.
void sweep_no_more(Node& root, const std::function<bool(const std::string& path)>& drops);

}  // namespace onceproof::harness
