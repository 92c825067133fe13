#include "cli/terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/command_line.hpp"

namespace onceproof::cli {
namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::size_t width() {
    const std::string_view columns = variable("COLUMNS");
    const std::size_t asked = static_cast<std::size_t>(std::atoi(std::string(columns).c_str()));
    if (asked >= 40) {
        return asked;
    }
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
        return size.ws_col;
    }
    return 100;
}

bool wants_colour(const std::string& flag) {
    if (flag != "auto") {
        return flag == "always";
    }
    if (!variable("NO_COLOR").empty() || variable("TERM") == "dumb") {
        return false;
    }
    return !variable("FORCE_COLOR").empty() || isatty(STDOUT_FILENO) == 1;
}

bool is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string_view value = variable(name);
        if (!value.empty()) {
            return value.find("UTF-8") != std::string_view::npos ||
                   value.find("utf8") != std::string_view::npos;
        }
    }
    // Containers and CI often set no locale at all, and show UTF-8.
    return true;
}

}  // namespace

std::string program_name() {
    // The C library keeps what argv[0] was.
    return file_name() == "onceproof" ? file_name() : quoted(program_invocation_name);
}

std::string file_name() {
    return program_invocation_short_name;
}

reports::TextStyle style_of(const TextFlags& flags) {
    return {
        .width = width(),
        .ascii = flags.ascii || !is_utf8(),
        .colour = wants_colour(flags.color),
        .replay = program_name() + " replay "};
}

ExitCode refuse(ExitCode code, const std::string& why) {
    std::fprintf(stderr, "onceproof: %s\n", why.c_str());
    return code;
}

bool can_show_progress() {
    return isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb";
}

}  // namespace onceproof::cli
