#pragma once

namespace onceproof::cli {

/// From now on the first SIGINT or SIGTERM only sets `interrupted()`, so that results can be kept;
/// a second one ends the program at once.
void catch_interrupts();

/// Whether the user has asked to stop. Safe from any thread.
bool interrupted();

}  // namespace onceproof::cli
