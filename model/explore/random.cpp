#include "model/explore/random.hpp"

#include "model/explore/draw.hpp"

namespace onceproof::explore {

namespace {

class AnyOption final : public Chooser {
public:
    void begin(const Extent& /*extent*/, Random& /*random*/) override {}

    [[nodiscard]] std::size_t choose(std::span<const Option> options, Random& random) override {
        return draw_option(options, random, is_calm);
    }

    void took(const Option& /*option*/) override {}
};

}  // namespace

SampleResult random_walks(TransitionSystem& system, const SampleRequest& request) {
    AnyOption chooser;
    return sample(system, request, chooser);
}

}  // namespace onceproof::explore
