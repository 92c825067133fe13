// Carries the precompiled header: CMake compiles it for a source of this target that uses it.
