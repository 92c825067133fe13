#pragma once

#include <string_view>

namespace onceproof::cli::templates {

// The files that `init` starts from: those of examples/own-strategy, and cli/templates.
extern const std::string_view strategy_project;  ///< CMakeLists.txt
extern const std::string_view strategy_source;
extern const std::string_view double_click;
extern const std::string_view lost_reply;
extern const std::string_view github;
extern const std::string_view gitlab;

}  // namespace onceproof::cli::templates
