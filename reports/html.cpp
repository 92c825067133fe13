#include "reports/html.hpp"

#include <string_view>
#include <vector>

#include "reports/counterexample_json.hpp"
#include "reports/html_page.hpp"
#include "reports/json_writer.hpp"
#include "reports/outcome.hpp"
#include "reports/plain_matrix.hpp"
#include "reports/run_json.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

/// JSON that may stand in a script element: nothing in it ends the element or begins a comment.
std::string harmless(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    for (const char letter : json) {
        // In JSON these stand in strings only.
        switch (letter) {
            case '<':
                text += "\\u003c";
                break;
            case '>':
                text += "\\u003e";
                break;
            case '&':
                text += "\\u0026";
                break;
            default:
                text += letter;
        }
    }
    return text;
}

std::string data(std::string_view name, std::string_view json) {
    return "<script type=\"application/json\" id=\"data-" + std::string(name) + "\">" +
           harmless(json) + "</script>\n";
}

/// Lines of JSON as one array.
std::string array_of(const std::vector<std::string>& lines) {
    std::string json = "[";
    for (const std::string& line : lines) {
        json += json.size() > 1 ? "," : "";
        json += line;
    }
    return json + "]";
}

/// What the page need not find out by itself.
std::string summary_of(const RunRecord& record) {
    const auto place_of = [&](const CellResult* cell) {
        return cell - record.cells.data();
    };
    JsonWriter json(JsonWriter::Layout::compact);
    json.begin_object();
    json.field("outcome", outcome(record));
    json.field("clean", meets_expectations(record));
    json.key("failures");
    json.begin_array();
    for (const DistinctViolation& violation : distinct_violations(record)) {
        json.begin_object();
        json.field("strategy", violation.strategy);
        json.field("guarantee", violation.guarantee);
        json.field("expected", violation.expected);
        json.field("cell", place_of(violation.cell));
        json.field("token", violation.result->token);
        json.key("cells");
        json.begin_array();
        for (const CellResult* cell : violation.cells) {
            json.value(place_of(cell));
        }
        json.end_array();
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace

std::string html(const RunRecord& record, const Beside& beside) {
    std::vector<std::string> cells;
    cells.reserve(record.cells.size());
    for (const CellResult& cell : record.cells) {
        cells.push_back(cell_json(cell));
    }
    std::vector<std::string> counterexamples;
    counterexamples.reserve(record.counterexamples.size());
    for (const Counterexample& counterexample : record.counterexamples) {
        counterexamples.push_back(counterexample_json(counterexample, ScenarioText::left_out));
    }
    std::string page = html_page();
    const std::string content =
        data("summary", summary_of(record)) +
        data("run", manifest_json(record, !record.interrupted)) + data("cells", array_of(cells)) +
        data("counterexamples", array_of(counterexamples)) +
        data("bench", beside.bench.empty() ? "null" : beside.bench) +
        data("frontiers", array_of(beside.frontiers)) +
        data("compared", beside.compared.empty() ? "null" : beside.compared);
    // From the back, so that no text of the run is taken for a place of the page.
    page.replace(page.find(html_data_place), html_data_place.size(), content);
    return page.replace(
        page.find(html_matrix_place), html_matrix_place.size(), plain_matrix(record)
    );
}

}  // namespace onceproof::reports
