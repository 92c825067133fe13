#include "bench/explorer/hand_written.hpp"

#include <utility>
#include <vector>

#include "model/base/ensure.hpp"

namespace onceproof::litmus {
namespace {

using Variant = Protocol::Variant;
using Place = Protocol::Place;
using Row = Protocol::Row;
using Word = std::uint64_t;

// The state in a word, from its lowest bit: a mark that no empty slot has, four bits per worker,
// row, effects, sent, waiting, faults, answered.
constexpr unsigned places_at = 1;
constexpr unsigned row_at = places_at + 4 * 6;
constexpr unsigned effects_at = row_at + 2;
constexpr unsigned sent_at = effects_at + 5;
constexpr unsigned waiting_at = sent_at + 5;
constexpr unsigned faults_at = waiting_at + 5;
constexpr unsigned answered_at = faults_at + 3;

constexpr Word one(unsigned at) {
    return Word{1} << at;
}
constexpr Word field(Word word, unsigned at, unsigned bits) {
    return (word >> at) & (one(bits) - 1);
}

/// Open addressing, linear probing, at most half full.
class Table {
public:
    Table() : slots_(std::size_t{1} << 12U) {}

    bool insert(Word word) {
        if (size_ * 2 >= slots_.size()) {
            grow();
        }
        Word& slot = slots_[find(word)];
        if (slot == word) {
            return false;
        }
        slot = word;
        ++size_;
        return true;
    }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::size_t bytes() const { return slots_.size() * sizeof(Word); }

private:
    [[nodiscard]] std::size_t find(Word word) const {
        const std::size_t mask = slots_.size() - 1;
        const Word mixed = word * 0x9e3779b97f4a7c15ULL;
        std::size_t place = (mixed ^ (mixed >> 32U)) & mask;
        while (slots_[place] != 0 && slots_[place] != word) {
            place = (place + 1) & mask;
        }
        return place;
    }
    void grow() {
        const std::vector<Word> old = std::exchange(slots_, std::vector<Word>(slots_.size() * 2));
        for (const Word word : old) {
            if (word != 0) {
                slots_[find(word)] = word;
            }
        }
    }

    std::vector<Word> slots_;
    std::size_t size_ = 0;
};

class Search {
public:
    Search(Variant variant, const ProtocolSize& size, Protocol::Symmetry symmetry)
        : variant_(variant),
          symmetry_(symmetry),
          workers_(size.workers),
          faults_max_(size.faults),
          attempts_max_(static_cast<unsigned>(size.workers) + size.faults) {
        ENSURE(workers_ <= Protocol::workers_max);
    }

    HandWrittenResult run(const std::function<bool()>& should_stop) {
        std::vector<Word> frontier = {1};
        table_.insert(1);
        while (!frontier.empty()) {
            next_.clear();
            std::size_t until_asked = 0;
            for (const Word word : frontier) {
                if (until_asked++ % 1'000 == 0 && should_stop && should_stop()) {
                    return result_;
                }
                const std::uint64_t before = result_.counts.transitions;
                expand(word);
                result_.counts.ends += result_.counts.transitions == before ? 1 : 0;
            }
            result_.counts.depth += next_.empty() ? 0 : 1;
            frontier.swap(next_);
        }
        result_.counts.states = table_.size();
        result_.table_bytes = table_.bytes();
        result_.finished = true;
        return result_;
    }

private:
    void reach(Word word) {
        ++result_.counts.transitions;
        if (symmetry_ == Protocol::Symmetry::on) {
            word = sorted(word);
        }
        if (!table_.insert(word)) {
            return;
        }
        next_.push_back(word);
        const Word effects = field(word, effects_at, 5);
        const bool wrong = effects > 1 || (field(word, answered_at, 1) != 0 && effects != 1);
        result_.violated = result_.violated || wrong;
    }

    void expand(Word word) {
        const bool faulty = field(word, faults_at, 3) < faults_max_;
        if (field(word, answered_at, 1) == 0 && field(word, sent_at, 5) < attempts_max_) {
            reach(word + one(sent_at) + one(waiting_at));
            if (faulty) {
                reach(word + one(sent_at) + one(faults_at));
            }
        }
        for (unsigned worker = 0; worker < workers_; ++worker) {
            step(word, places_at + 4 * worker, faulty);
        }
    }

    [[nodiscard]] Word sorted(Word word) const {
        for (unsigned last = workers_ - 1; last > 0; --last) {
            for (unsigned worker = 0; worker < last; ++worker) {
                const unsigned at = places_at + 4 * worker;
                const Word left = field(word, at, 4);
                const Word right = field(word, at + 4, 4);
                if (left > right) {
                    word ^= ((left ^ right) * Word{17}) << at;
                }
            }
        }
        return word;
    }

    static Word put(Word word, unsigned at, Place place) {
        return (word & ~(Word{15} << at)) | (static_cast<Word>(place) << at);
    }
    static Word put_row(Word word, Row row) {
        return (word & ~(Word{3} << row_at)) | (static_cast<Word>(row) << row_at);
    }
    static Word claim(Word word, unsigned at, Row expected) {
        return static_cast<Row>(field(word, row_at, 2)) == expected
                   ? put_row(put(word, at, Place::effect), Row::pending)
                   : put(word, at, Place::read);
    }

    [[nodiscard]] bool takes_over(Word word) const {
        if (variant_ != Variant::detected_takeover) {
            return variant_ == Variant::takeover;
        }
        for (unsigned worker = 0; worker < workers_; ++worker) {
            const auto place = static_cast<Place>(field(word, places_at + 4 * worker, 4));
            if (place >= Place::effect && place <= Place::failed) {
                return false;
            }
        }
        return true;
    }

    static Place after_read(Word word) {
        constexpr Place next[] = {Place::insert, Place::busy, Place::answer_ok, Place::retake};
        return next[field(word, row_at, 2)];
    }

    void step(Word word, unsigned at, bool faulty) {
        const auto place = static_cast<Place>(field(word, at, 4));
        switch (place) {
            case Place::idle:
                if (field(word, waiting_at, 5) > 0) {
                    reach(put(word, at, Place::read) - one(waiting_at));
                }
                return;
            case Place::read:
                reach(put(word, at, after_read(word)));
                break;
            case Place::insert:
                insert(word, at, faulty);
                break;
            case Place::busy:
                reach(put(word, at, Place::idle));
                if (takes_over(word)) {
                    reach(claim(word, at, Row::pending));
                }
                break;
            case Place::retake:
                reach(claim(word, at, Row::failed));
                break;
            case Place::effect:
                reach(put(word, at, Place::done) + one(effects_at));
                if (faulty) {
                    reach(put(word, at, Place::failed) + one(faults_at));
                }
                break;
            case Place::done:
                reach(put_row(put(word, at, Place::answer_ok), Row::done));
                break;
            case Place::failed:
                reach(put_row(put(word, at, Place::answer_error), Row::failed));
                break;
            case Place::answer_ok:
                reach(put(word, at, Place::idle) | one(answered_at));
                break;
            case Place::answer_error:
                reach(put(word, at, Place::idle));
                break;
        }
        // A crash or a lost answer.
        if (faulty) {
            reach(put(word, at, Place::idle) + one(faults_at));
        }
    }

    void insert(Word word, unsigned at, bool faulty) {
        if (variant_ != Variant::transaction) {
            reach(claim(word, at, Row::none));
            return;
        }
        if (field(word, row_at, 2) != static_cast<Word>(Row::none)) {
            reach(put(word, at, Place::read));
            return;
        }
        reach(put_row(put(word, at, Place::answer_ok), Row::done) + one(effects_at));
        if (faulty) {
            reach(put(word, at, Place::answer_error) + one(faults_at));
        }
    }

    Variant variant_;
    Protocol::Symmetry symmetry_;
    unsigned workers_;
    unsigned faults_max_;
    unsigned attempts_max_;
    Table table_;
    std::vector<Word> next_;
    HandWrittenResult result_;
};

}  // namespace

HandWrittenResult search_by_hand(
    Variant variant,
    const ProtocolSize& size,
    Protocol::Symmetry symmetry,
    const std::function<bool()>& should_stop
) {
    return Search(variant, size, symmetry).run(should_stop);
}

}  // namespace onceproof::litmus
