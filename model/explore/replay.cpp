#include "model/explore/replay.hpp"

#include <utility>

#include "model/base/text.hpp"

namespace onceproof::explore {

namespace {

Option option_of(const Decision& decision) {
    return {
        .actor = decision.actor,
        .operation = decision.operation,
        .object = decision.object.value_or(0),
        .outcome = decision.outcome,
    };
}

class Replay {
public:
    Replay(TransitionSystem& system, const ReplayRequest& request, const OnStep& on_step)
        : system_(system), request_(request), on_step_(on_step), left_(request.deviations) {}

    ReplayResult run() {
        system_.reset(request_.fault_budget);
        result_.schedule.fault_budget = request_.fault_budget;
        while (!ended_) {
            advance();
        }
        return std::move(result_);
    }

private:
    void advance() {
        const std::span<const Option> options = system_.enabled();
        if (options.empty()) {
            if (left_.empty()) {
                end(ReplayEnd::not_reproduced);
            } else {
                diverge(system_.describe(option_of(left_.front().instead_of)));
            }
            return;
        }
        if (result_.schedule.steps.size() >= request_.steps_max) {
            end(ReplayEnd::too_long);
            return;
        }
        std::size_t index = 0;
        if (!left_.empty() && occurrences_.fits(options[0], left_.front().instead_of)) {
            const auto recorded = occurrences_.find(options, left_.front().take);
            if (!recorded) {
                diverge({});
                return;
            }
            index = *recorded;
            left_ = left_.subspan(1);
        }
        step(options[index], index);
    }

    void step(const Option option, std::size_t index) {
        const Taken taken{option, static_cast<std::uint16_t>(index)};
        occurrences_.add(option);
        result_.schedule.steps.push_back(taken);
        system_.take(index);
        const std::span<const Violation> violations = system_.violations();
        if (on_step_) {
            on_step_({result_.schedule.steps.size(), taken, violations});
        }
        for (const Violation& violation : violations) {
            const std::uint8_t wanted = request_.guarantee.value_or(violation.guarantee);
            if (violation.guarantee == wanted && !result_.violation) {
                result_.violation = violation;
                end(ReplayEnd::reproduced);
            } else {
                result_.others.push_back(violation);
            }
        }
    }

    void diverge(std::string awaited) {
        Divergence& divergence = result_.divergence;
        divergence.step = result_.schedule.steps.size() + 1;
        divergence.recorded = system_.describe(option_of(left_.front().take));
        divergence.awaited = std::move(awaited);
        for (const Option& option : system_.enabled()) {
            divergence.enabled.push_back(system_.describe(option));
        }
        end(ReplayEnd::diverged);
    }

    void end(ReplayEnd how) {
        ended_ = true;
        result_.end = how;
    }

    TransitionSystem& system_;
    const ReplayRequest& request_;
    const OnStep& on_step_;
    std::span<const Deviation> left_;
    Occurrences occurrences_;
    ReplayResult result_;
    bool ended_ = false;
};

}  // namespace

std::string Divergence::text() const {
    std::string text = "diverged at step " + std::to_string(step) + ": recorded " + recorded;
    if (!awaited.empty()) {
        text += " in place of " + awaited;
    }
    if (enabled.empty()) {
        return text + ", but the run had ended";
    }
    return text + ", enabled {" + join(enabled, ", ") + "}";
}

ReplayResult replay(TransitionSystem& system, const ReplayRequest& request, const OnStep& on_step) {
    return Replay(system, request, on_step).run();
}

}  // namespace onceproof::explore
