#include "cli/manual.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "cli/exit_code.hpp"
#include "model/base/text.hpp"

namespace onceproof::cli {
namespace {

/// A text as man(7) prints it: hyphens are those of a command line, and no line is a request.
std::string roff(const std::string& text) {
    std::string result;
    for (const char c : text) {
        const bool starts_line = result.empty() || result.back() == '\n';
        if (starts_line && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\') {
            result += "\\e";
        } else {
            result += c == '-' ? std::string("\\-") : std::string(1, c);
        }
    }
    return result;
}

/// What stands for the value: its choices, or its type.
std::string value_of(const Argument& argument) {
    if (!argument.takes_value) return "";
    return argument.choices.empty() ? argument.type : join(argument.choices, "|");
}

/// One paragraph: the names in bold, the value in italics, the help below.
std::string paragraph(const Argument& argument) {
    std::string text = ".TP\n\\fB" + roff(join(argument.names, ", ")) + "\\fR";
    const std::string value = value_of(argument);
    text += value.empty() ? "\n" : " \\fI" + roff(value) + "\\fR\n";
    return text + roff(argument.help) + (argument.required ? " (required)" : "") + "\n";
}

std::string section(const Command& command, const std::string& program) {
    std::string usage = program + " " + command.name;
    for (const Argument& argument : command.arguments) {
        if (argument.required) {
            usage += " " + (argument.positional ? "" : argument.names.back() + " ") +
                     (argument.positional ? argument.names.front() : value_of(argument));
        }
    }
    std::string text = ".SS " + roff(usage) + "\n" + roff(command.help) + ".\n";
    for (const Argument& argument : command.arguments) {
        text += paragraph(argument);
    }
    return text;
}

/// The variables that stand for flags, each with the commands that know it.
std::string environment(const CommandTree& tree) {
    std::map<std::string, std::pair<std::string, std::vector<std::string>>> variables;
    for (const Command& command : tree.commands) {
        for (const Argument& argument : command.arguments) {
            if (argument.variable.empty()) continue;
            auto& [flag, commands] = variables[argument.variable];
            flag = argument.names.back();
            commands.push_back(command.name);
        }
    }
    std::string text;
    for (const auto& [variable, use] : variables) {
        text += ".TP\n\\fB" + variable + "\\fR\n" + roff(use.first) + " of " +
                roff(join(use.second, ", ")) + "\n";
    }
    return text;
}

struct Status {
    ExitCode code;
    const char* meaning;
};

constexpr std::array<Status, 14> statuses{{
    {ExitCode::ok, "every expectation is met"},
    {ExitCode::violated, "an unexpected violation; of replay: it still happens"},
    {ExitCode::inconclusive, "a limit was hit, or an allowed fault never struck"},
    {ExitCode::control_missed, "an expected violation was not found"},
    {ExitCode::nothing_selected, "no scenario or cell was selected"},
    {ExitCode::regression, "slower than what it was compared with"},
    {ExitCode::not_deterministic, "a case was not the same twice, or a replay diverged"},
    {ExitCode::usage, "bad flag or argument"},
    {ExitCode::bad_data, "a scenario, token or run that makes no sense"},
    {ExitCode::backend, "a server is missing, or did not start"},
    {ExitCode::internal, "the program itself failed"},
    {ExitCode::io, "results cannot be written, or a file cannot be read"},
    {ExitCode::skip, "of replay --bisect: neither yes nor no"},
    {ExitCode::interrupted, "stopped by the user; results so far are kept"},
}};

std::string exit_status() {
    std::string text = "Below 64 there is a verdict, from 64 on there is none.\n";
    for (const Status& status : statuses) {
        text += ".TP\n\\fB" + std::to_string(static_cast<int>(status.code)) + "\\fR\n" +
                roff(status.meaning) + "\n";
    }
    return text;
}

}  // namespace

std::string manual_page(const CommandTree& tree, const std::string& version) {
    std::string title = tree.program;
    std::ranges::transform(title, title.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    std::string text = ".TH " + roff(title) + " 1 \"\" \"" + roff(tree.program + " " + version) +
                       "\"\n.SH NAME\n" + roff(tree.program) + " \\- " + roff(tree.help) +
                       "\n.SH SYNOPSIS\n\\fB" + roff(tree.program) +
                       "\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR...]\n.SH OPTIONS\n";
    for (const Argument& flag : tree.flags) {
        text += paragraph(flag);
    }
    text += ".SH COMMANDS\n";
    for (const Command& command : tree.commands) {
        text += section(command, tree.program);
    }
    return text + ".SH EXIT STATUS\n" + exit_status() + ".SH ENVIRONMENT\n" + environment(tree);
}

}  // namespace onceproof::cli
