#include "impls/backend/server_install.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include "impls/backend/child.hpp"

namespace onceproof::backend {

std::string find_in_path(std::string_view name) {
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        std::string file = std::string(rest.substr(0, end)) + "/" + std::string(name);
        if (access(file.c_str(), X_OK) == 0) return file;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

std::string find_postgres_folder() {
    int newest = 0;
    std::string folder;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", missing)) {
        const int version = std::atoi(entry.path().filename().c_str());
        const std::string candidate = entry.path().string() + "/bin";
        if (version > newest && access((candidate + "/postgres").c_str(), X_OK) == 0) {
            newest = version;
            folder = candidate;
        }
    }
    if (!folder.empty()) return folder;
    return std::filesystem::path(find_in_path("postgres")).parent_path().string();
}

std::string find_mariadb() {
    const std::string found = find_in_path("mariadbd");
    return found.empty() ? "/usr/sbin/mariadbd" : found;
}

std::string find_rabbitmq() {
    return "/usr/lib/rabbitmq/bin/rabbitmq-server";
}

StartError not_installed(const std::string& what) {
    return {StartProblem::missing_binary, what + " is not installed"};
}

std::optional<TempFolder> server_folder(const std::string& base, const std::string& name) {
    const ServerUser user = server_user();
    return TempFolder::create(base, name, user.uid, user.gid);
}

StartError no_folder(const std::string& base) {
    return {StartProblem::folder, "no temporary folder in " + (base.empty() ? "TMPDIR" : base)};
}

}  // namespace onceproof::backend
