#include <fmt/format.h>

#include "bench/columns.hpp"
#include "bench/table.hpp"
#include "reports/markdown.hpp"

namespace onceproof::bench {
namespace {

using reports::code;
using reports::markdown;

std::string table_head() {
    std::string titles = "| strategy | load |";
    std::string marks = "|---|---|";
    for (const Column& column : columns()) {
        titles += fmt::format(" {} |", column.title);
        marks += "--:|";
    }
    return titles + "\n" + marks + "\n";
}

std::string line_of(const Row& row) {
    std::string line = fmt::format("| {} | {} |", row.subject, text_of(row.load));
    if (const std::string words = words_of(row); !words.empty()) {
        line += " " + markdown(words);
        for (std::size_t i = 0; i < columns().size(); ++i) {
            line += " |";
        }
        return line + "\n";
    }
    for (const Column& column : columns()) {
        line += " " + column.text(row) + " |";
    }
    return line + "\n";
}

std::string limits_part(const Outcome& outcome) {
    if (outcome.limits.empty()) {
        return {};
    }
    std::string text =
        "\n## Raw limits\n\nThe loops that the strategies' drivers come down to, beside the "
        "servers' own benchmark programs with the same statements and without pipelining, in turn "
        "in the same run; medians.\n\n"
        "| loop | clients | requests/s | program | requests/s | ratio |\n"
        "|---|--:|--:|---|--:|--:|\n";
    for (const Limit& limit : outcome.limits) {
        text +=
            limit.problem.empty()
                ? fmt::format(
                      "| {} | {} | {} | {} | {} | {:.2f} |\n",
                      limit.ours,
                      limit.clients,
                      grouped(limit.ours_per_second),
                      limit.program,
                      grouped(limit.program_per_second),
                      limit.ratio
                  )
                : fmt::format(
                      "| {} | {} | {} | | | |\n", limit.ours, limit.clients, markdown(limit.problem)
                  );
    }
    return text;
}

}  // namespace

std::string document(
    const Outcome& outcome, const Options& options, std::size_t cores, const std::string& command
) {
    std::string text = "<!-- Made by the command below; do not edit. -->\n\n# Costs\n\nMade by " +
                       code(command) + ".\n";
    for (const std::string& paragraph : heading(outcome, options, cores)) {
        text += "\n" + markdown(paragraph) + "\n";
    }
    if (outcome.measured < outcome.planned) {
        text += fmt::format(
            "\nNOT COMPLETE: {} of {} runs were measured.\n", outcome.measured, outcome.planned
        );
    }
    for (const std::string& paragraph : notes(outcome)) {
        text += "\n" + markdown(paragraph) + "\n";
    }
    text += limits_part(outcome);
    std::string group;
    for (const Row& row : outcome.rows) {
        if (group != group_of(row)) {
            group = group_of(row);
            text += "\n## " + group + "\n\n" + table_head();
        }
        text += line_of(row);
    }
    return text;
}

}  // namespace onceproof::bench
