#include "model/fake/sql/view.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "model/base/text.hpp"
#include "model/fake/sql/index.hpp"

namespace onceproof::fake {

namespace {

std::string shown(const Datum& datum) {
    switch (datum.kind()) {
        case DatumKind::null:
            return "NULL";
        case DatumKind::integer:
            return std::to_string(datum.number());
        case DatumKind::text:
            return std::string(datum.text());
        case DatumKind::instant:
            break;
    }
    return fmt::format("t+{}", format_duration(Duration(datum.number())));
}

/// The table's first key that is no identity, or its first column.
Key naming_columns(const Table& table) {
    for (const Key& key : table.keys) {
        const bool identity = table.identity && key == Key{*table.identity};
        if (!identity) return key;
    }
    return {0};
}

Database::Line line_of(const Table& table, const Cells& cells, const std::string& remark) {
    const Key naming = naming_columns(table);
    Database::Line line;
    line.name = table.name;
    for (const std::size_t column : naming) {
        line.name += fmt::format(" {}", shown(cells[column].view()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool names = std::find(naming.begin(), naming.end(), i) != naming.end();
        if (names || cells[i].view().kind() == DatumKind::null) continue;
        if (!line.content.empty()) line.content += ' ';
        line.content += fmt::format("{}={}", table.columns[i].name, shown(cells[i].view()));
    }
    line.content += remark;
    return line;
}

/// The session that holds the row for itself without having changed it; `nobody` if there is none.
std::uint8_t locker_of(const Store& store, std::size_t table, const Row& row) {
    if (!store.is_mysql()) return row.locker;
    const Table& layout = store.schema->tables[table];
    const std::size_t clustered = clustered_index(layout);
    const Place place{table, clustered, place_of(layout, clustered, row, row.newest.cells)};
    for (std::size_t session = 0; session < store.sessions.size(); ++session) {
        const bool locks = row.writer != session && holds_record(store, session, place, true);
        if (locks) return static_cast<std::uint8_t>(session);
    }
    return nobody;
}

}  // namespace

std::vector<Database::Line> describe_store(const Store& store) {
    std::vector<Database::Line> lines;
    for (std::size_t i = 0; i < store.tables.size(); ++i) {
        const Table& table = store.schema->tables[i];
        for (const Row& row : store.tables[i].rows) {
            if (!row.newest.cells.empty()) {
                std::string remark;
                const std::uint8_t locker = locker_of(store, i, row);
                if (locker != nobody) remark = fmt::format(" (locked, s{})", locker);
                if (row.change == Change::remove)
                    remark = fmt::format(" (deleted, s{})", row.writer);
                lines.push_back(line_of(table, row.newest.cells, remark));
            }
            if (row.change == Change::insert || row.change == Change::update) {
                const std::string remark = fmt::format(" (pending, s{})", row.writer);
                lines.push_back(line_of(table, row.pending, remark));
            }
        }
    }
    return lines;
}

}  // namespace onceproof::fake
