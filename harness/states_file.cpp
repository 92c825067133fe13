#include "harness/states_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

namespace onceproof::harness {
namespace {

using explore::SeenState;

constexpr std::string_view head = "onceproof-states 1\n";
constexpr std::uint64_t options_max = 65'535;  // of a state

void put(std::string& bytes, std::uint64_t number, unsigned size) {
    for (unsigned place = 0; place < size; ++place) {
        bytes += static_cast<char>(number >> (8 * place) & 0xFFU);
    }
}

/// One file, from state to state.
class Reader {
public:
    explicit Reader(const std::string& file) : file_(file), stream_(file, std::ios::binary) {
        std::string start(head.size(), ' ');
        stream_.read(start.data(), static_cast<std::streamsize>(start.size()));
        if (!stream_ || start != head) fail();
        const std::uint64_t menus = good_ ? number(8) : 0;
        for (std::uint64_t menu = 0; menu < menus && good_; ++menu) {
            read_menu();
        }
    }

    /// The next budget begins; false: there is none.
    bool next_budget() {
        if (!good_ || stream_.peek() == std::ifstream::traits_type::eof()) return false;
        budget_ = number(8);
        left_ = number(8);
        return good_;
    }

    [[nodiscard]] std::uint64_t budget() const { return budget_; }

    /// Goes on to the next state of the budget; `state()` is empty behind the last one.
    void advance() {
        if (left_ == 0 || !good_) {
            state_.reset();
            return;
        }
        --left_;
        const SeenState before = state_.value_or(SeenState{});
        const bool first = !state_.has_value();
        SeenState next;
        next.print.high = number(8);
        next.print.low = number(8);
        next.menu = static_cast<std::uint16_t>(number(2));
        if (next.menu >= menus_.size() || (!first && next.print <= before.print)) fail();
        state_ = next;
        if (!good_) state_.reset();
    }

    [[nodiscard]] const std::optional<SeenState>& state() const { return state_; }
    [[nodiscard]] const explore::Menu& menu() const { return menus_[state_->menu]; }
    [[nodiscard]] bool good() const { return good_; }
    [[nodiscard]] const std::string& file() const { return file_; }

private:
    void fail() { good_ = false; }

    void read_menu() {
        const std::uint64_t options = number(8);
        if (options > options_max) return fail();
        explore::Menu menu(static_cast<std::size_t>(options));
        for (std::uint8_t& outcome : menu) {
            outcome = static_cast<std::uint8_t>(number(1));
        }
        menus_.push_back(std::move(menu));
    }

    std::uint64_t number(unsigned size) {
        std::array<char, 8> bytes{};
        stream_.read(bytes.data(), size);
        if (!stream_) fail();
        std::uint64_t number = 0;
        for (unsigned place = size; place > 0; --place) {
            number = number << 8U | static_cast<unsigned char>(bytes.at(place - 1));
        }
        return number;
    }

    const std::string file_;
    std::ifstream stream_;
    std::vector<explore::Menu> menus_;
    std::uint64_t budget_ = 0;
    std::uint64_t left_ = 0;
    std::optional<SeenState> state_;
    bool good_ = true;
};

/// The next budget of all readers that have one more, which must be the same.
UnitedBudget unite(std::vector<Reader*>& readers) {
    UnitedBudget all{.fault_budget = readers.front()->budget()};
    for (Reader* reader : readers) {
        reader->advance();
    }
    while (true) {
        const Reader* least = nullptr;
        for (const Reader* reader : readers) {
            if (reader->state() &&
                (least == nullptr || reader->state()->print < least->state()->print)) {
                least = reader;
            }
        }
        if (least == nullptr) return all;
        ++all.states;
        all.transitions += least->menu().size();
        for (const std::uint8_t outcome : least->menu()) {
            ++all.outcomes.at(outcome);
        }
        const Fingerprint print = least->state()->print;
        for (Reader* reader : readers) {
            if (reader->state() && reader->state()->print == print) reader->advance();
        }
    }
}

}  // namespace

std::string states_bytes(const SeenStates& seen) {
    std::string bytes(head);
    put(bytes, seen.menus.size(), 8);
    for (const explore::Menu& menu : seen.menus) {
        put(bytes, menu.size(), 8);
        bytes.append(menu.begin(), menu.end());
    }
    for (const auto& [budget, states] : seen.states) {
        std::vector<SeenState> sorted = states;
        explore::sort_out(sorted);
        put(bytes, budget, 8);
        put(bytes, sorted.size(), 8);
        for (const SeenState& state : sorted) {
            put(bytes, state.print.high, 8);
            put(bytes, state.print.low, 8);
            put(bytes, state.menu, 2);
        }
    }
    return bytes;
}

std::variant<std::vector<UnitedBudget>, std::string> united(std::span<const std::string> files) {
    std::vector<Reader> readers;
    readers.reserve(files.size());
    for (const std::string& file : files) {
        readers.emplace_back(file);
    }
    std::vector<UnitedBudget> all;
    for (std::uint64_t budget = 0;; ++budget) {
        std::vector<Reader*> open;
        for (Reader& reader : readers) {
            if (reader.next_budget()) open.push_back(&reader);
        }
        const bool in_order = std::ranges::all_of(open, [&](const Reader* reader) {
            return reader->budget() == budget;
        });
        if (in_order && !open.empty()) all.push_back(unite(open));
        for (const Reader& reader : readers) {
            if (!reader.good() || !in_order) return reader.file() + ": no file of a shard's states";
        }
        if (open.empty()) return all;
    }
}

}  // namespace onceproof::harness
