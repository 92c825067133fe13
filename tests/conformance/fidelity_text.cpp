#include "tests/conformance/fidelity_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "tests/conformance/known.hpp"
#include "tests/conformance/sql_steps.hpp"
#include "tests/support/kv_commands.hpp"

namespace onceproof::conformance {

namespace {

constexpr std::string_view introduction =
    R"(# How far the fakes are faithful

Every verdict is found with fakes of the servers. `./dev fidelity` ran each fake beside its real server over random
sequences, compared them call by call, and wrote this file; `./dev test conformance` does the comparing alone. The
seeds are new in every run. A sequence in which the two differ fails the run: it is shrunk and told with its seed.

That a call has to wait is read from the server itself (PostgreSQL: `pg_blocking_pids`; MariaDB: the lock waits of
InnoDB's monitor), never taken from time alone. Where several waiting sessions can go on, or several can be given up for
a deadlock, the server decides, and the fake must have an order with the same outcome. So that the comparison itself is known to
have teeth, errors are planted before or into each fake; each has to be caught within 500 sequences.

A difference that is known is excused by name. The names, with what the comparison does about each, come from the
table that the comparison itself uses (`tests/conformance/known.cpp`).
)";

/// What is covered of a server, beside what its vocabulary tells.
struct Server {
    std::string_view name;
    std::string_view title;
    std::string_view covers;
};

constexpr std::array<Server, 4> servers{{
    {"PostgreSQL",
     "PostgreSQL",
     "One to three sessions in any interleaving. Compared: every answer (rows, row counts, kinds "
     "of errors), every wait "
     "and its end, deadlocks, the rows at the end. `now()` is the same on both sides, some seconds "
     "later with "
     "every call. Besides: expressions in every row of a table, and each strategy's own tables and "
     "statements."},
    {"MariaDB",
     "MariaDB (dialect mysql)",
     "As for PostgreSQL, without expressions, and in InnoDB's own ways: record and gap locks, "
     "errors that undo the "
     "statement only."},
    {"Redis",
     "Redis",
     "Every command and script of the key-value port over three keys, with times to live, on a "
     "clock moved by hand and "
     "in real time; crash and restart; a replica that lacks the newest writes takes over."},
    {"RabbitMQ",
     "RabbitMQ",
     "Two consumers on one quorum queue: publishing with confirms, taking, acknowledging, "
     "rejecting, the death of a "
     "consumer, dead letters; a crash of the node. Compared: every delivery with its flag and its "
     "count, what is left, the dead "
     "letters."},
}};

std::string isolations_text(const Alphabet& alphabet) {
    std::vector<std::string_view> names;
    std::string text;
    for (const Isolation isolation : alphabet.isolations) {
        const std::string_view name = isolation_name(isolation);
        if (std::ranges::find(names, name) != names.end()) continue;
        names.push_back(name);
        text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    }
    return text;
}

std::string alphabet_text(const Alphabet& alphabet) {
    std::string text = fmt::format(
        "\nIsolation levels: {}. The statements of the general sequences:\n\n```sql\n",
        isolations_text(alphabet)
    );
    std::string_view last;
    for (const StatementForm& form : alphabet.statements) {
        if (form.text != last) text += fmt::format("{}\n", form.text);
        last = form.text;
    }
    return text + "```\n";
}

std::string vocabulary_text(std::string_view server) {
    if (server == "PostgreSQL") return alphabet_text(postgres_alphabet());
    if (server == "MariaDB") return alphabet_text(mysql_alphabet());
    if (server != "Redis") return {};
    std::string text = "\nCommands:";
    for (const std::string_view verb : kv_verb_names)
        text += fmt::format("{} `{}`", verb == kv_verb_names.front() ? "" : ",", verb);
    return text + ".\n";
}

std::string excused_text(const Excuses& excused) {
    std::string text;
    for (const auto& [known, count] : excused)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", about(known).name, count);
    return text.empty() ? "none" : text;
}

std::string figures_text(const std::vector<Part>& parts) {
    std::string rows;
    for (const Part& part : parts) {
        if (!part.figures) continue;
        const Figures& f = *part.figures;
        rows += fmt::format(
            "| {} | {} | {} | {} | {} | {} | {} | {} |\n",
            part.law,
            f.sequences,
            f.calls,
            f.errors,
            f.waits,
            f.deadlocks,
            f.faults,
            excused_text(f.excused)
        );
    }
    if (rows.empty()) return {};
    return "\n| compared | sequences | calls | errors | waits | deadlocks | faults | excused |\n"
           "|---|---|---|---|---|---|---|---|\n" +
           rows;
}

std::string caught_text(const std::vector<Part>& parts) {
    std::string rows;
    for (const Part& part : parts) {
        for (const Caught& caught : part.caught)
            rows += fmt::format("| {} | {} |\n", caught.planted, caught.sequences);
    }
    if (rows.empty()) return {};
    return "\n| planted error | caught after sequences |\n|---|---|\n" + rows;
}

std::string known_text(std::string_view server) {
    std::string text = "\nKnown differences:\n\n";
    for (const KnownDifference& known : known_differences()) {
        if (known.server.find(server) == std::string_view::npos) continue;
        text += fmt::format(
            "- **{}**: {} {} *{}*\n", known.name, known.what, known.reason, known.treatment
        );
    }
    return text;
}

std::vector<Part> parts_of(const std::vector<Part>& parts, std::string_view server) {
    std::vector<Part> result;
    std::ranges::copy_if(parts, std::back_inserter(result), [server](const Part& part) {
        return part.server == server;
    });
    std::ranges::sort(result, {}, &Part::law);
    return result;
}

}  // namespace

std::string fidelity_text(const std::vector<Part>& parts, std::string_view before) {
    std::string text(introduction);
    for (const Server& server : servers) {
        const std::vector<Part> own = parts_of(parts, server.name);
        text += fmt::format("\n## {}\n", server.title);
        if (!own.empty()) text += fmt::format("\nCompared with version {}.\n", own.front().version);
        text += fmt::format("\n{}\n", server.covers);
        text += figures_text(own);
        text += caught_text(own);
        text += known_text(server.name);
        text += vocabulary_text(server.name);
    }
    const std::string old(before);
    const std::size_t kept = old.find(confirmed_heading);
    if (kept != std::string::npos) text.append("\n").append(old, kept);
    return text;
}

}  // namespace onceproof::conformance
