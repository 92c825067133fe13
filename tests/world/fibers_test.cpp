#include "model/world/fibers.hpp"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/fiber/context.hpp>

#include "tests/support/catch.hpp"

namespace onceproof::world {
namespace {

/// What a body shares with its test.
struct Shared {
    Fiber* fiber = nullptr;
    int steps = 0;
    std::size_t letters = 0;
};

void count(void* context) {
    auto& shared = *static_cast<Shared*>(context);
    for (int local = 1;; ++local) {
        shared.steps = local;
        shared.fiber->suspend();
    }
}

void grow(void* context) {
    auto& shared = *static_cast<Shared*>(context);
    std::vector<std::string> texts;
    for (;;) {
        texts.emplace_back(50, 'x');
        shared.letters = 0;
        for (const std::string& text : texts) {
            shared.letters += text.size();
        }
        shared.fiber->suspend();
    }
}

void return_at_once(void* context) {
    ++static_cast<Shared*>(context)->steps;
}

/// Counts if the library's list of this thread's fibers goes through the fiber.
void look_for_links(void* context) {
    if (boost::fibers::context::active()->worker_is_linked()) {
        ++static_cast<Shared*>(context)->steps;
    }
}

struct Actor {
    explicit Actor(Fiber::Body body) : fiber(region) {
        shared.fiber = &fiber;
        fiber.start(body, &shared);
    }

    Region region;
    Fiber fiber;
    Shared shared;
};

}  // namespace

TEST_CASE("fiber: it runs on resume only, until it suspends itself", "[world]") {
    Actor actor(count);
    CHECK(actor.shared.steps == 0);
    actor.fiber.resume();
    CHECK(actor.shared.steps == 1);
    actor.fiber.resume();
    CHECK(actor.shared.steps == 2);
}

TEST_CASE("fiber: no list of fibers goes through its region", "[world]") {
    Actor first(look_for_links);
    Actor second(look_for_links);
    for (Actor* actor : {&first, &second}) {
        actor->fiber.resume();
        CHECK(actor->shared.steps == 0);
    }
}

TEST_CASE("fiber: threads whose fibers come and go leave each other's alone", "[world]") {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
        threads.emplace_back([] {
            for (int round = 0; round < 1500; ++round) {
                std::vector<std::unique_ptr<Actor>> actors;
                for (int actor = 0; actor < 5; ++actor)
                    actors.push_back(std::make_unique<Actor>(return_at_once));
                for (const auto& actor : actors)
                    actor->fiber.resume();
                for (auto& actor : actors)
                    actor.reset();
            }
        });
    }
    threads.clear();
    SUCCEED("nobody's memory was written to by another one");
}

TEST_CASE("fiber: the baton goes to the resumed one of several, in any order", "[world]") {
    Actor first(count);
    Actor second(count);
    Actor third(count);
    for (Actor* actor : {&third, &first, &third, &second, &third, &first}) {
        actor->fiber.resume();
    }
    CHECK(first.shared.steps == 2);
    CHECK(second.shared.steps == 1);
    CHECK(third.shared.steps == 3);
}

TEST_CASE("fiber: after its region is cleared it begins its body anew", "[world]") {
    Actor actor(count);
    for (int i = 0; i < 5; ++i) {
        actor.fiber.resume();
    }
    actor.region.clear();
    actor.fiber.resume();
    CHECK(actor.shared.steps == 1);
}

TEST_CASE("fiber: a body that returns is run again by the next resume", "[world]") {
    Actor actor(return_at_once);
    actor.fiber.resume();
    actor.fiber.resume();
    CHECK(actor.shared.steps == 2);
}

TEST_CASE("fiber: its locals, on stack and heap, come back from an image", "[world]") {
    if (!regions_can_be_kept) {
        return;
    }
    Actor actor(grow);
    actor.fiber.resume();
    const ImagePtr one = actor.region.keep();
    actor.fiber.resume();
    actor.fiber.resume();
    CHECK(actor.shared.letters == 150);
    const ImagePtr three = actor.region.keep();
    actor.region.bring_back(one);
    actor.fiber.resume();
    CHECK(actor.shared.letters == 100);
    actor.region.bring_back(three);
    actor.fiber.resume();
    CHECK(actor.shared.letters == 200);
}

TEST_CASE("fiber: 100,000 resumes and 10,000 restarts leave nothing behind", "[world]") {
    Actor actor(count);
    for (int i = 0; i < 100'000; ++i) {
        actor.fiber.resume();
    }
    CHECK(actor.shared.steps == 100'000);
    for (int i = 0; i < 10'000; ++i) {
        actor.region.clear();
        actor.fiber.resume();
    }
    CHECK(actor.shared.steps == 1);
}

TEST_CASE("fiber: hundreds are made and ended on one thread", "[world]") {
    for (int round = 0; round < 10; ++round) {
        std::vector<std::unique_ptr<Actor>> actors;
        for (int i = 0; i < 50; ++i) {
            actors.push_back(std::make_unique<Actor>(count));
            actors.back()->fiber.resume();
        }
        actors.back()->fiber.resume();
        CHECK(actors.back()->shared.steps == 2);
        CHECK(actors.front()->shared.steps == 1);
    }
}

}  // namespace onceproof::world
