#include "reports/write_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace onceproof::reports {
namespace {

namespace fs = std::filesystem;

WriteError failure(const fs::path& file, int code) {
    return {file.string() + ": " + std::generic_category().message(code)};
}

/// One name per process, so that two runs in one folder do not write into each other's file.
fs::path temporary_name(const fs::path& file) {
    return file.string() + ".tmp" + std::to_string(::getpid());
}

/// Writes everything to an open file. The error code, or 0.
int write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

std::optional<WriteError> write_temporary(const fs::path& file, std::string_view content) {
    const fs::path temporary = temporary_name(file);
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return failure(file, errno);
    int code = write_all(descriptor, content);
    // Some file systems only notice at close that the disk is full.
    if (::close(descriptor) != 0 && code == 0) code = errno;
    if (code == 0) return std::nullopt;
    ::unlink(temporary.c_str());
    return failure(file, code);
}

}  // namespace

std::optional<std::string> read_file(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(stream), {});
    if (!stream) return std::nullopt;
    return text;
}

std::optional<WriteError> write_file(const fs::path& file, std::string_view content) {
    if (auto error = write_temporary(file, content)) return error;
    if (::rename(temporary_name(file).c_str(), file.c_str()) == 0) return std::nullopt;
    const int code = errno;
    ::unlink(temporary_name(file).c_str());
    return failure(file, code);
}

std::optional<WriteError> write_files(std::span<const FileContent> files) {
    std::optional<WriteError> error;
    for (const FileContent& one : files) {
        error = write_temporary(one.file, one.content);
        if (error) break;
    }
    for (const FileContent& one : files) {
        const fs::path temporary = temporary_name(one.file);
        if (!error && ::rename(temporary.c_str(), one.file.c_str()) != 0) {
            error = failure(one.file, errno);
        }
        if (error) ::unlink(temporary.c_str());
    }
    return error;
}

}  // namespace onceproof::reports
