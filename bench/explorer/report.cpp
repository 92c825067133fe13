#include "bench/explorer/report.hpp"

#include <fmt/format.h>

namespace onceproof::litmus {
namespace {

/// Most states of the world for one of the protocol.
constexpr double world_ratio_max = 2.5;

std::string shown(const std::optional<std::uint64_t>& number) {
    return number ? fmt::format("{}", *number) : "-";
}

std::string shown(const std::optional<double>& number, int digits) {
    return number ? fmt::format("{:.{}f}", *number, digits) : "-";
}

}  // namespace

std::string tsv_head() {
    return "form\tvariant\tsize\tsymmetry\tthreads\tmeasure\tvalue\truns\n";
}

std::string tsv_lines(const Subject& subject, const Measures& measures, std::size_t runs) {
    std::string lines;
    const auto add = [&](std::string_view name, const auto& value) {
        if (value) {
            lines += fmt::format(
                "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n",
                subject.form.name,
                subject.variant.name,
                subject.size.name,
                subject.symmetry.name,
                subject.threads,
                name,
                *value,
                runs
            );
        }
    };
    add("states", measures.states);
    add("transitions", measures.transitions);
    add("states_ratio", measures.states_ratio);
    add("transitions_per_second", measures.transitions_per_second);
    add("bytes_per_state", measures.bytes_per_state);
    add("seconds_to_exhaust", measures.seconds_to_exhaust);
    add("seconds_to_violation", measures.seconds_to_violation);
    add("seconds_to_violation_random", measures.seconds_to_violation_random);
    add("executions_per_second", measures.executions_per_second);
    return lines;
}

std::string text_head() {
    return fmt::format(
        "{:<13}{:<8}{:<5}{:<9}{:>8}{:>10}{:>12}{:>7}{:>13}{:>8}{:>11}{:>11}{:>11}{:>13}\n",
        "form",
        "variant",
        "size",
        "symmetry",
        "threads",
        "states",
        "transitions",
        "ratio",
        "trans/s",
        "B/state",
        "exhaust s",
        "violation",
        "by random",
        "executions/s"
    );
}

std::string text_line(const Subject& subject, const Measures& measures) {
    return fmt::format(
        "{:<13}{:<8}{:<5}{:<9}{:>8}{:>10}{:>12}{:>7}{:>13}{:>8}{:>11}{:>11}{:>11}{:>13}\n",
        subject.form.name,
        subject.variant.name,
        subject.size.name,
        subject.symmetry.name,
        subject.threads,
        shown(measures.states),
        shown(measures.transitions),
        shown(measures.states_ratio, 2),
        shown(measures.transitions_per_second, 0),
        shown(measures.bytes_per_state, 1),
        shown(measures.seconds_to_exhaust, 5),
        shown(measures.seconds_to_violation, 5),
        shown(measures.seconds_to_violation_random, 5),
        shown(measures.executions_per_second, 0)
    );
}

bool counts_as_known(const Subject& subject, const Measures& measures) {
    const Protocol::Variant variant = subject.variant.variant;
    const auto known = reference_of(variant, subject.size.size);
    if (!known || !measures.states || subject.form.form == Form::service) {
        return true;
    }
    const bool alike = subject.symmetry.symmetry == Protocol::Symmetry::on;
    const std::uint64_t expected =
        alike ? alike_states_of(variant, subject.size.size).value_or(*measures.states)
              : known->states;
    if (subject.form.form == Form::world) {
        return static_cast<double>(*measures.states) <=
               world_ratio_max * static_cast<double>(expected);
    }
    if (alike) {
        return *measures.states == expected;
    }
    return *measures.states == known->states && *measures.transitions == known->transitions;
}

}  // namespace onceproof::litmus
