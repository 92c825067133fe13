#pragma once

#include <string>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): the library's own name
namespace CLI {
class App;
}

namespace onceproof::cli {

/// One flag, or one argument that is told by its place.
struct Argument {
    std::vector<std::string> names;  ///< "-f", "--filter"; the plain name of one without dashes
    bool positional = false;
    bool takes_value = false;
    bool repeats = false;  ///< it takes any number of values
    bool required = false;
    std::string type;                  ///< "TEXT", "UINT"
    std::vector<std::string> choices;  ///< what it may be; empty: anything
    std::string help;
    std::string variable;  ///< of the environment, that stands for it; empty: none
};

struct Command {
    std::string name;
    std::string help;
    std::vector<Argument> arguments;
};

/// What a program can be told on its command line.
struct CommandTree {
    std::string program;
    std::string help;
    std::vector<Argument> flags;  ///< before any command
    std::vector<Command> commands;
};

/// Reads it from the parser itself, in its order; hidden commands are left out.
CommandTree tree_of(const CLI::App& app);

}  // namespace onceproof::cli
