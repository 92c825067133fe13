#pragma once

#include <span>
#include <string>

namespace onceproof::bench {

/// Processor seconds (user and system) that the processes working in these folders have used so
/// far, with those of their children that have ended. The kernel counts in hundredths.
double cpu_seconds_in(std::span<const std::string> folders);

/// The processor seconds in the text of /proc/<pid>/stat (fields 14 to 17 of proc(5)), at so many
/// ticks a second.
double cpu_seconds_of(const std::string& stat, long ticks_per_second);

}  // namespace onceproof::bench
