#include "cli/completion.hpp"

#include <algorithm>

#include "cli/command_line.hpp"
#include "model/base/text.hpp"

namespace onceproof::cli {
namespace {

/// `text` with `before` in front of each of these characters.
std::string escaped(const std::string& text, std::string_view characters, char before) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += before;
        result += c;
    }
    return result;
}

/// The name of the shell's function.
std::string function_name(const std::string& program) {
    std::string name = "_" + program;
    std::ranges::replace_if(
        name,
        [](char c) {
            return !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
        },
        '_'
    );
    return name;
}

/// Every flag, and what may stand in the place of an argument without dashes.
std::vector<std::string> words_of(const std::vector<Argument>& arguments) {
    std::vector<std::string> words;
    for (const Argument& argument : arguments) {
        const auto& more = argument.positional ? argument.choices : argument.names;
        words.insert(words.end(), more.begin(), more.end());
    }
    return words;
}

std::string bash_command(const Command& command) {
    std::string text = "    " + command.name + ")\n        case $before in\n";
    for (const Argument& argument : command.arguments) {
        if (argument.positional || !argument.takes_value) continue;
        text += "        " + join(argument.names, " | ") +
                ") words=" + in_quotes(join(argument.choices, " ")) + " ;;\n";
    }
    return text + "        *) words=" + in_quotes(join(words_of(command.arguments), " ")) +
           " ;;\n        esac\n        ;;\n";
}

/// "--filter[Only the cells it selects]:TEXT:" as zsh's _arguments takes it; once for each name.
/// `place` counts arguments without dashes.
std::string zsh_arguments(const Argument& argument, std::size_t& place) {
    const std::string help = escaped(argument.help, "[]:\\", '\\');
    const std::string values =
        argument.choices.empty() ? "_files" : "(" + join(argument.choices, " ") + ")";
    if (argument.positional) {
        const std::string where = argument.repeats ? "*" : std::to_string(++place);
        return " " + in_quotes(where + ":" + argument.names.front() + ":" + values);
    }
    std::string text;
    for (const std::string& name : argument.names) {
        const std::string value =
            argument.takes_value ? ":" + argument.type + ":" + values : std::string();
        text += " " + in_quotes("*" + name + "[" + help + "]" + value);
    }
    return text;
}

std::string fish_argument(const Argument& argument) {
    std::string text;
    for (const std::string& name : argument.names) {
        if (argument.positional) break;
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    if (!argument.choices.empty()) {
        text += (argument.positional ? " -f -a '" : " -x -a '") + join(argument.choices, " ") + "'";
    } else if (argument.takes_value && !argument.positional) {
        text += " -r";
    }
    return text + " -d '" + escaped(argument.help, "'\\", '\\') + "'\n";
}

}  // namespace

std::string bash_completion(const CommandTree& tree) {
    std::vector<std::string> first;
    std::string cases;
    for (const Command& command : tree.commands) {
        first.push_back(command.name);
        cases += bash_command(command);
    }
    std::ranges::copy(words_of(tree.flags), std::back_inserter(first));
    const std::string function = function_name(tree.program);
    return "# Completion of " + tree.program + " for bash.\n" + function +
           "() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    local command='' words='' i\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        if [[ ${COMP_WORDS[i]} != -* ]]; then\n"
           "            command=${COMP_WORDS[i]}\n"
           "            break\n"
           "        fi\n"
           "    done\n"
           "    case $command in\n"
           "    '') words=" +
           in_quotes(join(first, " ")) + " ;;\n" + cases +
           "    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -o default -F " +
           function + " " + tree.program + "\n";
}

std::string zsh_completion(const CommandTree& tree) {
    std::string names;
    std::string cases;
    for (const Command& command : tree.commands) {
        names += "            " +
                 in_quotes(command.name + ":" + escaped(command.help, ":\\", '\\')) + "\n";
        cases += "        " + command.name + ") _arguments";
        std::size_t place = 0;
        for (const Argument& argument : command.arguments) {
            cases += zsh_arguments(argument, place);
        }
        cases += " ;;\n";
    }
    std::string flags;
    std::size_t place = 0;
    for (const Argument& flag : tree.flags) {
        flags += zsh_arguments(flag, place);
    }
    const std::string function = function_name(tree.program);
    return "#compdef " + tree.program + "\n" + function +
           "() {\n"
           "    local line state\n"
           "    _arguments -C" +
           flags +
           " '1: :->command' '*::argument:->argument'\n"
           "    case $state in\n"
           "    command)\n"
           "        local -a commands=(\n" +
           names +
           "        )\n"
           "        _describe command commands\n"
           "        ;;\n"
           "    argument)\n"
           "        case $line[1] in\n" +
           cases +
           "        esac\n"
           "        ;;\n"
           "    esac\n"
           "}\n" +
           function + " \"$@\"\n";
}

std::string fish_completion(const CommandTree& tree) {
    std::string text = "# Completion of " + tree.program + " for fish.\n";
    const std::string start = "complete -c " + tree.program + " -n ";
    for (const Argument& flag : tree.flags) {
        text += start + "__fish_use_subcommand" + fish_argument(flag);
    }
    for (const Command& command : tree.commands) {
        text += start + "__fish_use_subcommand -f -a " + command.name + " -d '" +
                escaped(command.help, "'\\", '\\') + "'\n";
        for (const Argument& argument : command.arguments) {
            if (argument.positional && argument.choices.empty()) continue;
            text += start + "'__fish_seen_subcommand_from " + command.name + "'" +
                    fish_argument(argument);
        }
    }
    return text;
}

}  // namespace onceproof::cli
