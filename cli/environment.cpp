#include "cli/environment.hpp"

#include <fstream>
#include <string_view>
#include <sys/utsname.h>

namespace onceproof::cli {
namespace {

std::string compiler() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

std::string system_name() {
    utsname names{};
    if (::uname(&names) != 0) return "";
    return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

/// As Linux tells it; elsewhere there is no such file.
std::string processor() {
    constexpr std::string_view wanted = "model name";
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(wanted) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "";
}

}  // namespace

std::map<std::string, std::string> environment() {
    std::map<std::string, std::string> facts{
        {"compiler", compiler()}, {"system", system_name()}, {"processor", processor()}};
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

}  // namespace onceproof::cli
