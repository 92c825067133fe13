#include "bench/explorer/measure.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <thread>

#include "bench/explorer/crew.hpp"
#include "bench/explorer/hand_written.hpp"
#include "bench/explorer/service.hpp"
#include "model/base/ensure.hpp"
#include "model/explore/exhaustive.hpp"
#include "model/explore/random.hpp"
#include "model/explore/team.hpp"
#include "model/explore/visited.hpp"

namespace onceproof::litmus {
namespace {

using Clock = std::chrono::steady_clock;

/// Seconds since it was made.
class Watch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }
    [[nodiscard]] std::function<bool()> stop_after(double seconds_max) const {
        return [this, seconds_max] {
            return seconds() >= seconds_max;
        };
    }

private:
    Clock::time_point start_ = Clock::now();
};

/// The protocol and the whole world call the same thing by numbers of their own.
constexpr std::uint8_t single_effect_of(Form form) {
    return form == Form::service ? static_cast<std::uint8_t>(guarantee::Id::single_effect)
                                 : static_cast<std::uint8_t>(Protocol::single_effect);
}

/// A system of the subject's, and what it stands on.
class Stand {
public:
    explicit Stand(const Subject& subject) {
        const Protocol::Variant variant = subject.variant.variant;
        const ProtocolSize& size = subject.size.size;
        const Protocol::Symmetry symmetry = subject.symmetry.symmetry;
        if (subject.form.form == Form::litmus) {
            system_ = std::make_unique<ProtocolSystem>(size.system(variant, symmetry));
        } else if (subject.form.form == Form::world) {
            system_ = std::make_unique<Crew>(variant, size, symmetry);
        } else {
            ENSURE(subject.form.form == Form::service && subject.exists());
            service_ = std::make_unique<Service>(variant, size);
            system_ = service_->open();
        }
    }
    [[nodiscard]] explore::TransitionSystem& system() { return *system_; }

private:
    std::unique_ptr<Service> service_;
    std::unique_ptr<explore::TransitionSystem> system_;
};

/// The threads beside the first, each with a system of its own.
class Helpers {
public:
    explicit Helpers(const Subject& subject) {
        for (std::size_t number = 1; number < subject.threads; ++number) {
            threads_.emplace_back([this, &subject] {
                Stand stand(subject);
                team_.help(stand.system());
            });
        }
        team_.await(threads_.size());
    }
    ~Helpers() { team_.dismiss(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    /// Null: there are none.
    [[nodiscard]] explore::Team* team() { return threads_.empty() ? nullptr : &team_; }

private:
    explore::Team team_;
    std::vector<std::jthread> threads_;
};

/// What the explorers' set holds for so many states: it grows by their number alone.
double set_bytes_per_state(std::uint64_t states) {
    explore::VisitedSet set;
    for (std::uint64_t number = 0; number < states; ++number) {
        Hasher hasher;
        hasher.add(number);
        set.insert(hasher.finish());
    }
    return static_cast<double>(set.bytes()) / static_cast<double>(states);
}

/// One run that searches everything. False: given up.
bool exhaust(const Subject& subject, double seconds_max, Measures& found, double& seconds) {
    Stand stand(subject);
    Helpers helpers(subject);
    const Watch watch;
    const explore::ExhaustiveResult result = explore::exhaustive(
        stand.system(),
        {.fault_budget = subject.size.size.faults,
         .limits = {.should_stop = watch.stop_after(seconds_max)},
         .team = helpers.team()}
    );
    seconds = watch.seconds();
    if (result.ending != explore::Ending::exhausted) {
        return false;
    }
    std::uint64_t all = 0;
    for (const explore::BudgetCounts& counts : result.budgets) {
        all += counts.transitions;
    }
    found.states = result.budgets.back().states;
    found.transitions = result.budgets.back().transitions;
    found.transitions_per_second = static_cast<double>(all) / seconds;
    return true;
}

bool exhaust_by_hand(const Subject& subject, double seconds_max, Measures& found, double& seconds) {
    const Watch watch;
    const HandWrittenResult result = search_by_hand(
        subject.variant.variant,
        subject.size.size,
        subject.symmetry.symmetry,
        watch.stop_after(seconds_max)
    );
    seconds = watch.seconds();
    if (!result.finished) {
        return false;
    }
    const ProtocolCounts& counts = result.counts;
    found.states = counts.states;
    found.transitions = counts.transitions;
    found.transitions_per_second = static_cast<double>(counts.transitions) / seconds;
    found.bytes_per_state =
        static_cast<double>(result.table_bytes) / static_cast<double>(counts.states);
    return true;
}

void measure_space(const Subject& subject, const Effort& effort, Measures& found) {
    const bool by_hand = subject.form.form == Form::by_hand;
    std::vector<double> times;
    std::vector<double> rates;
    for (std::size_t run = 0; run < effort.runs; ++run) {
        double seconds = 0;
        const bool finished = by_hand ? exhaust_by_hand(subject, effort.seconds_max, found, seconds)
                                      : exhaust(subject, effort.seconds_max, found, seconds);
        if (!finished) {
            found = {};
            return;
        }
        times.push_back(seconds);
        rates.push_back(*found.transitions_per_second);
    }
    found.seconds_to_exhaust = median(times);
    found.transitions_per_second = median(rates);
    if (!by_hand) {
        found.bytes_per_state = set_bytes_per_state(*found.states);
    }
    const auto known = reference_of(subject.variant.variant, subject.size.size);
    if (known) {
        found.states_ratio =
            static_cast<double>(*found.states) / static_cast<double>(known->states);
    }
}

/// One run to the first violation; empty: none within the limit.
std::optional<double> violate(const Subject& subject, double seconds_max, bool by_chance) {
    const std::vector<std::uint8_t> guarantees = {single_effect_of(subject.form.form)};
    const std::size_t budget = subject.size.size.faults;
    // What a user waits for: the system is made inside the time.
    const Watch watch;
    Stand stand(subject);
    explore::Ending ending{};
    if (by_chance) {
        ending = explore::random_walks(
                     stand.system(),
                     {.seed = 1,
                      .cases = std::numeric_limits<std::uint64_t>::max(),
                      .fault_budget = budget,
                      .guarantees = guarantees,
                      .limits = {.should_stop = watch.stop_after(seconds_max)}}
        ).ending;
    } else {
        ending = explore::exhaustive(
                     stand.system(),
                     {.fault_budget = budget,
                      .guarantees = guarantees,
                      .limits = {.should_stop = watch.stop_after(seconds_max)}}
        ).ending;
    }
    return ending == explore::Ending::found ? std::optional(watch.seconds()) : std::nullopt;
}

std::optional<double> seconds_to_violation(
    const Subject& subject, const Effort& effort, bool by_chance
) {
    std::vector<double> times;
    for (std::size_t run = 0; run < effort.runs; ++run) {
        const std::optional<double> seconds = violate(subject, effort.seconds_max, by_chance);
        if (!seconds) {
            return std::nullopt;
        }
        times.push_back(*seconds);
    }
    return median(times);
}

double executions_per_second(const Subject& subject, const Effort& effort) {
    std::vector<double> rates;
    for (std::size_t run = 0; run < effort.runs; ++run) {
        Stand stand(subject);
        const Watch watch;
        const explore::SampleResult result = explore::random_walks(
            stand.system(),
            {.seed = run,
             .cases = std::numeric_limits<std::uint64_t>::max(),
             .fault_budget = subject.size.size.faults,
             .limits = {.should_stop = watch.stop_after(effort.seconds_random)}}
        );
        rates.push_back(static_cast<double>(result.cases) / watch.seconds());
    }
    return median(rates);
}

}  // namespace

Measures measure(const Subject& subject, const Effort& effort) {
    ENSURE(effort.runs > 0);
    Measures found;
    measure_space(subject, effort, found);
    if (subject.form.form == Form::by_hand || subject.threads > 1) {
        return found;
    }
    if (subject.variant.violates) {
        found.seconds_to_violation = seconds_to_violation(subject, effort, false);
        found.seconds_to_violation_random = seconds_to_violation(subject, effort, true);
    }
    found.executions_per_second = executions_per_second(subject, effort);
    return found;
}

double median(std::vector<double> values) {
    ENSURE(!values.empty());
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace onceproof::litmus
