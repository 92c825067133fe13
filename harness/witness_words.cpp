#include "harness/witness_words.hpp"

#include <utility>

#include "harness/bytes.hpp"

namespace onceproof::harness {
namespace {

using explore::Option;

void write(ByteWriter& writer, const std::vector<Option>& options) {
    writer.number(options.size());
    for (const Option& option : options) {
        writer.number(
            std::uint64_t{option.actor} << 24U | std::uint64_t{option.operation} << 16U |
            std::uint64_t{option.object} << 8U | option.outcome
        );
    }
}

std::vector<Option> read_options(ByteReader& reader) {
    const auto byte = [](std::uint64_t word, unsigned shift) {
        return static_cast<std::uint8_t>(word >> shift & 0xffU);
    };
    std::vector<Option> options(reader.count());
    for (Option& option : options) {
        const std::uint64_t word = reader.number();
        option = {byte(word, 24), byte(word, 16), byte(word, 8), byte(word, 0)};
    }
    return options;
}

void write(ByteWriter& writer, const CellIdentity& cell) {
    writer.number(cell.cell);
    writer.number(cell.content);
}

CellIdentity read_cell(ByteReader& reader) {
    CellIdentity cell;
    cell.cell = static_cast<std::uint32_t>(reader.number());
    cell.content = static_cast<std::uint16_t>(reader.number());
    return cell;
}

void write(ByteWriter& writer, const SeenRun& run) {
    writer.number(run.fault_budget);
    writer.number(run.case_seed.has_value() ? 1 : 0);
    writer.number(run.case_seed.value_or(0));
    writer.number(run.steps.size());
    for (const SeenStep& step : run.steps) {
        write(writer, {step.taken});
        write(writer, step.enabled);
        writer.text(step.happened);
        writer.number(step.state.high);
        writer.number(step.state.low);
    }
    write(writer, run.rest);
}

SeenRun read_run(ByteReader& reader) {
    SeenRun run;
    run.fault_budget = reader.number();
    const bool timed = reader.number() != 0;
    const std::uint64_t case_seed = reader.number();
    if (timed) {
        run.case_seed = case_seed;
    }
    run.steps.resize(reader.count());
    for (SeenStep& step : run.steps) {
        const std::vector<Option> taken = read_options(reader);
        step.taken = taken.empty() ? Option{} : taken.front();
        step.enabled = read_options(reader);
        step.happened = reader.text();
        step.state.high = reader.number();
        step.state.low = reader.number();
    }
    run.rest = read_options(reader);
    return run;
}

void write(ByteWriter& writer, const Difference& difference) {
    writer.number(difference.step);
    writer.text(difference.decision);
    writer.text(difference.what);
    writer.text(difference.here);
    writer.text(difference.again);
    writer.number(difference.behind);
}

Difference read_difference(ByteReader& reader) {
    Difference difference;
    difference.step = reader.number();
    difference.decision = reader.text();
    difference.what = reader.text();
    difference.here = reader.text();
    difference.again = reader.text();
    difference.behind = reader.number();
    return difference;
}

}  // namespace

std::string bytes_of(const Testimony& testimony) {
    ByteWriter writer;
    write(writer, testimony.cell);
    writer.number(testimony.cases.size());
    for (const Testimony::Case& one : testimony.cases) {
        writer.text(one.name);
        write(writer, one.run);
    }
    return writer.bytes();
}

std::optional<Testimony> testimony_from(std::string_view bytes) {
    ByteReader reader(bytes);
    Testimony testimony;
    testimony.cell = read_cell(reader);
    testimony.cases.resize(reader.count());
    for (Testimony::Case& one : testimony.cases) {
        one.name = reader.text();
        one.run = read_run(reader);
    }
    return reader.ok() && reader.at_end() ? std::optional(std::move(testimony)) : std::nullopt;
}

std::string bytes_of(const Statement& statement) {
    ByteWriter writer;
    writer.number(statement.cases);
    writer.text(statement.trouble);
    writer.number(statement.objections.size());
    for (const Objection& objection : statement.objections) {
        write(writer, objection.cell);
        writer.text(objection.name);
        write(writer, objection.difference);
    }
    return writer.bytes();
}

std::optional<Statement> statement_from(std::string_view bytes) {
    ByteReader reader(bytes);
    Statement statement;
    statement.cases = reader.number();
    statement.trouble = reader.text();
    statement.objections.resize(reader.count());
    for (Objection& objection : statement.objections) {
        objection.cell = read_cell(reader);
        objection.name = reader.text();
        objection.difference = read_difference(reader);
    }
    return reader.ok() && reader.at_end() ? std::optional(std::move(statement)) : std::nullopt;
}

}  // namespace onceproof::harness
