#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tests/conformance/known.hpp"

namespace onceproof::conformance {

/// What the sequences of one law came to, together.
struct Figures {
    std::size_t sequences = 0;
    std::size_t calls = 0;      ///< statements, commands
    std::size_t errors = 0;     ///< of them, on both sides
    std::size_t waits = 0;      ///< calls that had to wait, on both sides
    std::size_t deadlocks = 0;  ///< broken on both sides
    std::size_t faults = 0;     ///< crashes, fail-overs, deaths of consumers
    Excuses excused;
};

/// An error that was planted in a fake, and how many sequences it took until one showed it.
struct Caught {
    std::string planted;
    std::size_t sequences = 0;
    std::size_t steps = 0;  ///< of that sequence, shrunk where that is quick
};

/// What one law's run has to say to the document.
struct Part {
    std::string server;   ///< "PostgreSQL"
    std::string version;  ///< "15.14"
    std::string law;      ///< what was compared, in one line
    std::optional<Figures> figures{};
    std::vector<Caught> caught{};
};

/// A part as text: lines of a name, a tab and a value.
std::string part_text(const Part& part);

/// The part that a text holds. Throws std::runtime_error for any other text.
Part part_of(const std::string& text);

/// Tells standard output what the part says, and writes it into the folder for figures, if there is
/// one.
void tell(const Part& part);

}  // namespace onceproof::conformance
