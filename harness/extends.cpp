#include "harness/extends.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "harness/read_value.hpp"
#include "harness/schema.hpp"

namespace onceproof::harness {
namespace {

namespace fs = std::filesystem;

using Chain = std::vector<std::string>;

/// The file's text, or why there is none.
std::variant<std::string, std::error_code> read_file(const std::string& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        return std::make_error_code(std::errc::is_a_directory);
    }
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        return std::error_code(errno != 0 ? errno : EIO, std::generic_category());
    }
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (stream.bad()) {
        return std::error_code(EIO, std::generic_category());
    }
    return text;
}

/// One name per file, however it is reached.
std::string identity(const std::string& file) {
    std::error_code error;
    const fs::path path = fs::weakly_canonical(file, error);
    return error ? file : path.string();
}

void merge(Table& base, const Table& over) {
    for (const Entry& entry : over.entries) {
        Entry* below = base.find(entry.key);
        Table* below_table = below != nullptr ? below->value.as<Table>() : nullptr;
        const Table* over_table = entry.value.as<Table>();
        if (below_table != nullptr && over_table != nullptr) {
            merge(*below_table, *over_table);
        } else {
            base.set(entry.key, entry.place, entry.value);
        }
    }
}

/// Only the outermost file must state its version.
bool version_is_known(const Node& file, bool outermost, Problems& problems) {
    const Entry* entry = file.as<Table>()->find("onceproof");
    if (entry == nullptr) {
        if (outermost) {
            problems.add(file.place, "the format version is missing", "write: onceproof = 1");
        }
        return !outermost;
    }
    const auto* version = entry->value.as<std::int64_t>();
    if (version != nullptr && *version == format_version) return true;
    const std::string known = "this program reads version " + std::to_string(format_version);
    if (version != nullptr && *version > format_version) {
        problems.add(
            entry->value.place,
            "format version " + std::to_string(*version) + " is newer than this program",
            known + "; update onceproof"
        );
    } else {
        problems.add(
            entry->value.place, "unknown format version \"" + spelled(entry->value) + "\"", known
        );
    }
    return false;
}

class Loader {
public:
    explicit Loader(Problems& problems) : problems_(problems) {}

    std::optional<Node> load(const std::string& file, const Place* asked_at) {
        auto content = read_file(file);
        if (const auto* error = std::get_if<std::error_code>(&content)) {
            Diagnostic diagnostic;
            diagnostic.file = file;
            diagnostic.message = "cannot be read: " + error->message();
            if (asked_at != nullptr) {
                diagnostic = diagnostic_at(
                    *asked_at, in_quotes(file) + " cannot be read: " + error->message(), ""
                );
            }
            diagnostic.trouble = Trouble::io;
            problems_.add(std::move(diagnostic));
            return std::nullopt;
        }
        return load_text(std::get<std::string>(content), file);
    }

    std::optional<Node> load_text(const std::string& text, const std::string& file) {
        auto parsed = parse_toml(text, file);
        if (auto* diagnostic = std::get_if<Diagnostic>(&parsed)) {
            problems_.add(std::move(*diagnostic));
            return std::nullopt;
        }
        Node root = std::move(std::get<Node>(parsed));
        if (!version_is_known(root, chain_.empty(), problems_)) {
            return std::nullopt;
        }
        chain_.push_back(file);
        std::optional<Node> merged = over_its_bases(std::move(root), file);
        chain_.pop_back();
        return merged;
    }

private:
    std::optional<Node> over_its_bases(Node root, const std::string& file) {
        Node merged{root.place, Table{}};
        bool complete = true;
        for (const Node& name : read_names(*root.as<Table>(), "extends", problems_)) {
            const fs::path relative(*name.as<std::string>());
            const std::string base =
                (fs::path(file).parent_path() / relative).lexically_normal().string();
            if (closes_cycle(base, name.place)) {
                complete = false;
                continue;
            }
            if (const auto below = load(base, &name.place)) {
                merge(*merged.as<Table>(), *below->as<Table>());
            } else {
                complete = false;
            }
        }
        if (!complete) return std::nullopt;
        merge(*merged.as<Table>(), *root.as<Table>());
        return merged;
    }

    bool closes_cycle(const std::string& base, const Place& place) {
        for (std::size_t first = 0; first < chain_.size(); ++first) {
            if (identity(chain_[first]) != identity(base)) continue;
            std::string message = "extends itself: ";
            for (std::size_t i = first; i < chain_.size(); ++i) {
                message += chain_[i] + " -> ";
            }
            problems_.add(place, message + base);
            return true;
        }
        return false;
    }

    Problems& problems_;
    Chain chain_;  ///< files being loaded, outermost first
};

}  // namespace

std::optional<Node> load(const std::string& file, Problems& problems) {
    return Loader(problems).load(file, nullptr);
}

std::optional<Node> load_text(
    const std::string& text, const std::string& file, Problems& problems
) {
    return Loader(problems).load_text(text, file);
}

}  // namespace onceproof::harness
