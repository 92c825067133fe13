#include "reports/plain_matrix.hpp"

#include <string_view>

#include "reports/grid.hpp"
#include "reports/style.hpp"
#include "reports/violations.hpp"

namespace onceproof::reports {
namespace {

/// A text of the run, which never becomes markup.
std::string html_text(std::string_view text) {
    std::string safe;
    for (const char letter : visible(text)) {
        switch (letter) {
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '&':
                safe += "&amp;";
                break;
            default:
                safe += letter;
        }
    }
    return safe;
}

std::string element(std::string_view tag, std::string_view content) {
    std::string text = "<" + std::string(tag) + ">";
    text += content;
    return text + "</" + std::string(tag.substr(0, tag.find(' '))) + ">";
}

std::string table(const Grid& grid) {
    std::string head = element("th scope=\"col\"", "Failure mode");
    for (const std::string& strategy : grid.strategies) {
        head += element("th scope=\"col\"", html_text(strategy));
    }
    std::string rows;
    for (const GridRow& row : grid.rows) {
        std::string cells = element(
            "th scope=\"row\"", html_text(row.point.empty() ? row.scenario : "· " + row.point)
        );
        for (const std::string& strategy : grid.strategies) {
            const auto cell = row.cells.find(strategy);
            cells += element("td", cell == row.cells.end() ? "" : cell_phrase(*cell->second));
        }
        rows += element("tr", cells) + "\n";
    }
    return element(
        "div class=\"scroll\"",
        element(
            "table class=\"plain\"",
            element("thead", element("tr", head)) + "\n" + element("tbody", rows)
        )
    );
}

std::string failures(const RunRecord& record) {
    std::string items;
    for (const DistinctViolation& violation : distinct_violations(record)) {
        items += element(
            "li",
            html_text(
                violation.scenario + " / " + violation.strategy + ": " + violation.guarantee +
                (violation.expected ? ", as expected: " : ": ") + violation.result->text + " "
            ) + element("code", html_text(record.replay(violation.result->token)))
        );
        items += "\n";
    }
    return items.empty() ? items : element("ul", items);
}

}  // namespace

std::string plain_matrix(const RunRecord& record) {
    return table(grid_of(record)) + failures(record);
}

}  // namespace onceproof::reports
