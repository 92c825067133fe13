#include "cli/add_outside.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command_tree.hpp"
#include "cli/completion.hpp"
#include "cli/manual.hpp"
#include "cli/version.hpp"

namespace onceproof::cli {

void add_init(CLI::App& app, InitOptions& options, ExitCode& code) {
    CLI::App* command = app.add_subcommand(
        "init", "Write a start for a strategy or a scenario of one's own, or for a CI job"
    );
    command->add_option("what", options.what, "What to begin")
        ->required()
        ->check(CLI::IsMember({"strategy", "scenario", "ci"}));
    command->add_option("name", options.name, "Of the strategy or scenario: small-letters");
    command->add_option("--for", options.provider, "Of a CI job: whose (github)")
        ->check(CLI::IsMember({"github", "gitlab"}));
    command->callback([&] { code = init(options); });
}

void add_completion(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("completion", "Print the completion of a shell for this program");
    command->add_option("shell", "Whose")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->callback([&app, command] {
        const auto shell = command->get_option("shell")->as<std::string>();
        const CommandTree tree = tree_of(app);
        const std::string text = shell == "bash"  ? bash_completion(tree)
                                 : shell == "zsh" ? zsh_completion(tree)
                                                  : fish_completion(tree);
        std::fputs(text.c_str(), stdout);
    });
}

void add_manual(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("manual", "Print the manual page: onceproof manual | man -l -");
    command->callback([&app] { std::fputs(manual_page(tree_of(app), version).c_str(), stdout); });
}

}  // namespace onceproof::cli
