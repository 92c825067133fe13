#include "harness/real/logged_run.hpp"

namespace onceproof::harness {

LoggedRun log_run(world::World& world, const explore::ReplayRequest& request) {
    LoggedRun run;
    world.stores().log_to(&run.log);
    static_cast<void>(explore::replay(world, request, {}));
    // So that whoever plays the log lets the time pass until the end.
    run.log.add(world::FaultsEnd{});
    run.contents = world.stores().contents(world.state().now);
    world.stores().log_to(nullptr);
    return run;
}

}  // namespace onceproof::harness
