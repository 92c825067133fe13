#include "model/explore/branch_stack.hpp"

#include "tests/support/catch.hpp"

using namespace onceproof;
using explore::BranchStack;
using explore::Job;
using explore::Taken;

namespace {

struct Kept final : explore::SnapshotData {
    explicit Kept(std::size_t bytes) { holds(bytes); }
};

void push(BranchStack& stack, std::uint32_t depth, std::uint16_t next, std::uint16_t end) {
    stack.push(
        std::make_shared<const Kept>(1'000),
        {.weight = 0.5, .depth = depth, .next = next, .end = end}
    );
}

std::vector<Taken> run_of(std::uint16_t steps) {
    std::vector<Taken> run;
    for (std::uint16_t step = 0; step < steps; ++step) {
        run.push_back({{}, step});
    }
    return run;
}

}  // namespace

TEST_CASE("branch stack: knows what its snapshots hold", "[explore]") {
    BranchStack stack;
    CHECK(stack.bytes() == 0);
    push(stack, 0, 1, 2);
    push(stack, 1, 1, 2);
    CHECK(stack.bytes() == 2'000 + 2 * sizeof(BranchStack::Branch));
    stack.pop();
    CHECK(stack.bytes() == 1'000 + 2 * sizeof(BranchStack::Branch));
}

TEST_CASE("branch stack: every other state is given away, with the run to the last", "[explore]") {
    BranchStack stack;
    push(stack, 0, 1, 2);
    push(stack, 2, 1, 4);
    push(stack, 3, 1, 5);
    push(stack, 7, 1, 9);
    const Job job = stack.split(run_of(9));
    REQUIRE(job.branches.size() == 2);
    CHECK(job.branches[0].depth == 0);
    CHECK(job.branches[1].depth == 3);
    CHECK(job.branches[1].end == 5);
    CHECK(job.branches[1].weight == 0.5);
    CHECK(job.path == run_of(3));
    CHECK(stack.bytes() == 2'000 + 2 * sizeof(BranchStack::Branch));
    CHECK(stack.top().part.depth == 7);
    stack.pop();
    CHECK(stack.top().part.depth == 2);
}

TEST_CASE("branch stack: of a single state half of the options are given away", "[explore]") {
    BranchStack stack;
    push(stack, 4, 2, 7);
    const Job job = stack.split(run_of(6));
    REQUIRE(job.branches.size() == 1);
    CHECK(job.branches[0].next == 5);
    CHECK(job.branches[0].end == 7);
    CHECK(job.path == run_of(4));
    CHECK(stack.top().part.next == 2);
    CHECK(stack.top().part.end == 5);
}

TEST_CASE("branch stack: the last option of the last state is not given away", "[explore]") {
    BranchStack stack;
    CHECK(stack.split({}).branches.empty());
    push(stack, 0, 1, 2);
    CHECK(stack.split({}).branches.empty());
    CHECK_FALSE(stack.empty());
}

TEST_CASE("branch stack: options that are known are not given away", "[explore]") {
    BranchStack stack;
    push(stack, 4, 0, 8);
    stack.top().part.known = 0b0011'0000;
    const Job job = stack.split(run_of(6));
    REQUIRE(job.branches.size() == 1);
    CHECK(job.branches[0].next == 6);
    CHECK(job.branches[0].end == 8);
    CHECK(job.branches[0].known == 0b0011'0000);
    CHECK(stack.top().part.end == 4);
}

TEST_CASE("branch stack: where the second half is known there is nothing to give", "[explore]") {
    BranchStack stack;
    push(stack, 4, 0, 4);
    stack.top().part.known = 0b1100;
    CHECK(stack.split(run_of(6)).branches.empty());
    CHECK(stack.top().part.end == 2);
}

TEST_CASE("branch stack: it goes on to the next option that is not known", "[explore]") {
    Job::Branch part{.next = 1, .end = 70, .known = 0b10'1110};
    CHECK(part.skip_known());
    CHECK(part.next == 4);
    CHECK(part.skip_known());
    CHECK(part.next == 4);
    part.next = 5;
    CHECK(part.skip_known());
    CHECK(part.next == 6);
    part.next = 64;  // what is known of these is not written down
    CHECK(part.skip_known());
    CHECK(part.next == 64);
    part = {.next = 1, .end = 3, .known = 0b110};
    CHECK_FALSE(part.skip_known());
    CHECK(part.next == 3);
}
