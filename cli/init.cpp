#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/templates.hpp"
#include "cli/terminal.hpp"
#include "impls/strategy/catalog.hpp"
#include "impls/strategy/entered.hpp"

namespace onceproof::cli {
namespace {

namespace fs = std::filesystem;

/// Files to write, and the commands that a user types next.
struct Start {
    std::vector<std::pair<std::string, std::string>> files;  ///< path and content
    std::vector<std::string> next;
};

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
    return text;
}

/// "my_guard" of "my-guard".
std::string with_underscores(std::string name) {
    return replaced(std::move(name), "-", "_");
}

/// "MyGuard" of "my-guard".
std::string in_pascal_case(std::string_view name) {
    std::string result;
    bool starts = true;
    for (const char c : name) {
        const bool is_small = c >= 'a' && c <= 'z';
        if (c != '-') result += starts && is_small ? static_cast<char>(c - 'a' + 'A') : c;
        starts = c == '-';
    }
    return result;
}

/// One of the example's files under another name.
std::string named(std::string_view text, const std::string& name) {
    std::string result = replaced(std::string(text), "own-strategy", name);
    result = replaced(std::move(result), "own_strategy", with_underscores(name));
    return replaced(std::move(result), "OwnStrategy", in_pascal_case(name));
}

Start strategy_start(const std::string& name) {
    const std::string scenarios = name + "/scenarios";
    return {
        {{name + "/CMakeLists.txt", named(templates::strategy_project, name)},
         {name + "/" + with_underscores(name) + ".cpp", named(templates::strategy_source, name)},
         {scenarios + "/double-click.toml", named(templates::double_click, name)},
         {scenarios + "/lost-reply.toml", named(templates::lost_reply, name)}},
        {"cmake -S " + name + " -B " + name + "/build",
         "cmake --build " + name + "/build",
         name + "/build/" + name + "-check run " + scenarios + " -v"}};
}

/// A scenario of the strategies that this program has besides the built-in ones; without such of
/// one that is built in.
Start scenario_start(const std::string& name) {
    std::string used;
    for (const strategy::Info& info : strategy::entered()) {
        used += (used.empty() ? "" : "\", \"") + std::string(info.name);
    }
    const std::string file = "scenarios/" + name + ".toml";
    const std::string text = replaced(
        std::string(templates::lost_reply),
        "own-strategy",
        used.empty() ? "dedup-table/hardened" : used
    );
    return {
        {{file, replaced(text, "\"lost-reply\"", "\"" + name + "\"")}},
        {program_name() + " validate " + file, program_name() + " run " + file + " -v"}};
}

/// The job with a checker in the place of the installed program, and with the step that builds it,
/// if the checker's path says where that is.
std::string job_of_checker(std::string text) {
    text = replaced(std::move(text), "onceproof run", program_name() + " run");
    const fs::path build = fs::path(program_name()).parent_path();
    if (build.empty() || build.is_absolute() || !fs::exists(build / "CMakeCache.txt")) return text;
    const fs::path source = build.parent_path().empty() ? "." : build.parent_path();
    text = replaced(std::move(text), "# - run: cmake", "- run: cmake");
    text = replaced(std::move(text), "# - cmake", "- cmake");
    return replaced(
        std::move(text),
        "-S . -B build && cmake --build build",
        "-S " + source.string() + " -B " + build.string() + " && cmake --build " + build.string()
    );
}

Start ci_start(const std::string& provider) {
    const bool is_github = provider == "github";
    std::string text(is_github ? templates::github : templates::gitlab);
    if (program_name() != "onceproof") text = job_of_checker(std::move(text));
    Start start{
        {{is_github ? ".github/workflows/onceproof.yml" : ".gitlab-ci.yml", std::move(text)}},
        {program_name() + " run scenarios --no-progress -o onceproof-run"}};
    if (!fs::exists("scenarios")) {
        start.next.insert(start.next.begin(), program_name() + " init scenario first");
    }
    return start;
}

ExitCode write(const Start& start) {
    for (const auto& [path, content] : start.files) {
        std::error_code ignored;
        if (fs::exists(path, ignored)) {
            return refuse(ExitCode::io, path + " is there already; nothing was written");
        }
    }
    for (const auto& [path, content] : start.files) {
        std::error_code error;
        fs::create_directories(fs::absolute(path).parent_path(), error);
        std::ofstream file(path);
        file << content;
        file.close();
        if (error || !file) {
            return refuse(ExitCode::io, path + " cannot be written");
        }
        std::printf("wrote %s\n", path.c_str());
    }
    std::printf("\nnext:\n");
    for (const std::string& command : start.next) {
        std::printf("  %s\n", command.c_str());
    }
    return ExitCode::ok;
}

}  // namespace

ExitCode init(const InitOptions& options) {
    if (options.what == "ci") {
        return options.name.empty() ? write(ci_start(options.provider))
                                    : refuse(ExitCode::usage, "init ci takes no name");
    }
    if (!strategy::is_strategy_name(options.name)) {
        return refuse(
            ExitCode::usage,
            "init " + options.what +
                " takes a name of small letters, digits and hyphens, a letter first"
        );
    }
    if (options.what == "scenario") {
        return write(scenario_start(options.name));
    }
    return strategy::find(options.name) == nullptr
               ? write(strategy_start(options.name))
               : refuse(ExitCode::usage, options.name + " is a strategy already");
}

}  // namespace onceproof::cli
