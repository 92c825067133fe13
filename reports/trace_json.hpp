#pragma once

#include <string>
#include <string_view>

#include "model/history/trace.hpp"

namespace onceproof::reports {

/// The trace as one JSON document, `{"format": "onceproof-trace", "version": 1, "lanes": […],
/// "steps": […]}`. Times are microseconds. Ends with a newline.
std::string trace_json(const history::Trace& trace);

/// The mark's word: "message", "local", "effect", "timeout", "fault".
std::string_view word_of(history::Mark mark);

}  // namespace onceproof::reports
