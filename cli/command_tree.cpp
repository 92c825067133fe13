#include "cli/command_tree.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

namespace onceproof::cli {
namespace {

/// "exhaustive", "random" of "TEXT:{exhaustive,random}".
std::vector<std::string> choices_in(const std::string& type) {
    std::vector<std::string> choices;
    const std::size_t open = type.find('{');
    const std::size_t close = type.find('}', open == std::string::npos ? 0 : open);
    if (open == std::string::npos || close == std::string::npos) return choices;
    std::istringstream words(type.substr(open + 1, close - open - 1));
    for (std::string word; std::getline(words, word, ',');) {
        choices.push_back(word);
    }
    return choices;
}

Argument argument_of(const CLI::Option& option) {
    Argument argument;
    argument.positional = option.get_positional();
    if (argument.positional) {
        argument.names.push_back(option.get_name(true));
    }
    for (const std::string& name : option.get_snames()) {
        argument.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        argument.names.push_back("--" + name);
    }
    const std::string type = option.get_type_name();
    argument.takes_value = option.get_items_expected_max() > 0;
    argument.repeats = option.get_items_expected_max() > 1;
    argument.required = option.get_required();
    argument.type = argument.takes_value ? type.substr(0, type.find(':')) : "";
    argument.choices = choices_in(type);
    argument.help = option.get_description();
    argument.variable = option.get_envname();
    return argument;
}

std::vector<Argument> arguments_of(const CLI::App& app) {
    std::vector<Argument> arguments;
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_group().empty()) arguments.push_back(argument_of(*option));
    }
    return arguments;
}

}  // namespace

CommandTree tree_of(const CLI::App& app) {
    CommandTree tree{app.get_name(), app.get_description(), arguments_of(app), {}};
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_group().empty()) continue;
        tree.commands.push_back(
            {command->get_name(), command->get_description(), arguments_of(*command)}
        );
    }
    return tree;
}

}  // namespace onceproof::cli
