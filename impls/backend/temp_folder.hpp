#pragma once

#include <optional>
#include <string>
#include <sys/types.h>

namespace onceproof::backend {

/// A temporary folder that goes away with this object, and also if this process dies by a signal.
///
/// Both are the work of a guard: a small `sh` process that waits for the end of a pipe from here,
/// then for the end of the processes that work in the folder (2 s, then it kills them), and
/// removes the folder.
class TempFolder {
public:
    /// Makes `<base>/onceproof-<name>-XXXXXX` for user `owner`; `base` empty: TMPDIR, else /tmp.
    /// Empty if that is not possible.
    static std::optional<TempFolder> create(
        const std::string& base, const std::string& name, uid_t owner, gid_t group
    );

    TempFolder(TempFolder&& other) noexcept;
    TempFolder& operator=(TempFolder&& other) noexcept;
    ~TempFolder() { remove(); }

    [[nodiscard]] const std::string& path() const { return path_; }

private:
    TempFolder() = default;
    void remove() noexcept;

    std::string path_;
    int pipe_ = -1;  ///< our end; the guard sees its end when this process is gone
    pid_t guard_ = 0;
};

}  // namespace onceproof::backend
