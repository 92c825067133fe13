#include "bench/cpu_time.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace onceproof::bench {
namespace {

namespace fs = std::filesystem;

bool is_in(const std::string& place, std::string_view folder) {
    return place.starts_with(folder) &&
           (place.size() == folder.size() || place[folder.size()] == '/');
}

std::string content_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

double cpu_seconds_of(const std::string& stat, long ticks_per_second) {
    // The second field is the program's name in brackets, which may hold anything.
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) {
        return 0;
    }
    std::istringstream fields(stat.substr(name_end + 1));
    constexpr int first_field = 3;
    constexpr int first_time = 14;
    constexpr int last_time = 17;
    std::string field;
    double ticks = 0;
    for (int number = first_field; number <= last_time && fields >> field; ++number) {
        ticks += number >= first_time ? std::stod(field) : 0;
    }
    return ticks / static_cast<double>(ticks_per_second);
}

double cpu_seconds_in(std::span<const std::string> folders) {
    double sum = 0;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
        const std::string home = fs::read_symlink(entry.path() / "cwd", ignored).string();
        if (std::ranges::any_of(folders, [&](const auto& folder) { return is_in(home, folder); })) {
            sum += cpu_seconds_of(content_of(entry.path() / "stat"), sysconf(_SC_CLK_TCK));
        }
    }
    return sum;
}

}  // namespace onceproof::bench
