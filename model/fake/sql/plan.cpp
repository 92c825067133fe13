#include <algorithm>

#include <fmt/format.h>

#include "model/base/ensure.hpp"
#include "model/fake/sql/bind.hpp"
#include "model/fake/sql/layout.hpp"
#include "model/fake/sql/parse.hpp"
#include "model/fake/sql/precompute.hpp"

namespace onceproof::fake {

namespace {

/// Compiles one statement. Clauses are bound in the server's order, since the first use of a
/// parameter decides its type: output, WHERE, ORDER BY in a SELECT; WHERE, RETURNING, SET in an
/// UPDATE.
class Compiler {
public:
    Compiler(const Schema& schema, std::string_view text, Plan& plan)
        : schema_(schema), text_(text), plan_(plan) {}

    void operator()(const ast::Select& select) {
        plan_.verb = Verb::select;
        if (!select.table.empty()) use(select.table);
        output(select.targets);
        where(select.where);
        for (const ast::Order& order : select.order)
            sort(select, order);
        if (select.limit) {
            Binder binder = make_binder(nullptr);
            plan_.limit = binder.bind(*select.limit, Type::int8);
            if (!is_integer(binder.type_of(*plan_.limit))) refuse("LIMIT of no number", text_);
        }
        plan_.lock = select.lock;
        plan_.policy = select.policy;
        const bool locks = select.lock != ast::RowLock::none;
        if (plan_.counts && (locks || !plan_.order.empty())) refuse("count(*) with this", text_);
        if (plan_.table == no_table && (locks || plan_.where)) refuse("no FROM", text_);
    }

    void operator()(const ast::Insert& insert) {
        plan_.verb = Verb::insert;
        use(insert.table);
        const std::vector<std::size_t> columns = insert_columns(insert);
        for (const auto& row : insert.rows) {
            if (row.size() > columns.size()) refuse("more values than columns", text_);
            if (!insert.columns.empty() && row.size() < columns.size()) {
                refuse("fewer values than columns", text_);
            }
            plan_.rows.emplace_back(layout().columns.size());
            for (std::size_t i = 0; i < row.size(); ++i) {
                const Column& column = layout().columns[columns[i]];
                if (row[i].kind == ast::Kind::default_value) continue;
                if (column.identity) refuse("a value for the identity column", text_);
                Binder binder = make_binder(nullptr);
                plan_.rows.back()[columns[i]] = binder.assignment(row[i], column);
            }
        }
        plan_.do_nothing = insert.do_nothing;
        if (!insert.arbiter.empty()) plan_.arbiter = arbiter(insert.arbiter);
        output(insert.returning);
    }

    void operator()(const ast::Update& update) {
        plan_.verb = Verb::update;
        use(update.table);
        where(update.where);
        output(update.returning);
        for (const ast::Target& target : update.assignments) {
            const std::size_t position = find_column(target.name);
            const Column& column = layout().columns[position];
            if (column.identity) refuse("SET of the identity column", text_);
            Binder binder = make_binder(plan_.layout);
            NodeIndex value = 0;
            if (target.value.kind != ast::Kind::default_value) {
                value = binder.assignment(target.value, column);
            } else if (column.default_value) {
                refuse("SET … = DEFAULT of a column that has one", text_);
            } else {
                value = binder.assignment({}, column);
            }
            note(binder);
            plan_.assignments.push_back({position, value});
            for (const Key& key : layout().keys) {
                const bool part = std::find(key.begin(), key.end(), position) != key.end();
                plan_.changes_key = plan_.changes_key || part;
            }
        }
    }

    void operator()(const ast::Delete& remove) {
        plan_.verb = Verb::remove;
        use(remove.table);
        where(remove.where);
        output(remove.returning);
    }

    void operator()(const ast::CreateTable&) { refuse("CREATE TABLE as a statement", text_); }

private:
    void use(const std::string& table) {
        const auto position = schema_.find(table);
        if (!position) refuse(fmt::format("the unknown table {}", table), text_);
        plan_.table = *position;
        plan_.layout = &schema_.tables[*position];
    }

    const Table& layout() const { return *plan_.layout; }

    std::size_t find_column(const std::string& name) const {
        const auto position = layout().find(name);
        if (!position) refuse(fmt::format("the unknown column {}", name), text_);
        return *position;
    }

    Binder make_binder(const Table* table) {
        return Binder(table, plan_.code, plan_.parameters, text_);
    }

    void note(const Binder& binder) {
        plan_.reads_identity = plan_.reads_identity || binder.reads_identity();
    }

    void output(const std::vector<ast::Target>& targets) {
        for (const ast::Target& target : targets) {
            if (target.value.kind == ast::Kind::count) {
                if (targets.size() != 1 || plan_.verb != Verb::select) refuse("count(*)", text_);
                plan_.counts = true;
            } else if (target.value.kind == ast::Kind::star) {
                if (plan_.layout == nullptr) refuse("* without FROM", text_);
                for (const Column& column : layout().columns) {
                    ast::Expression name;
                    name.kind = ast::Kind::column;
                    name.text = column.name;
                    output_column(name);
                }
            } else {
                output_column(target.value);
            }
        }
    }

    void output_column(const ast::Expression& expression) {
        Binder binder = make_binder(plan_.layout);
        plan_.output.push_back(binder.bind(expression, Type::unknown));
        note(binder);
        if (binder.type_of(plan_.output.back()) == Type::interval) {
            refuse("an interval as output", text_);
        }
    }

    void where(const std::optional<ast::Expression>& condition) {
        if (!condition) return;
        Binder binder = make_binder(plan_.layout);
        plan_.where = binder.condition(*condition);
        note(binder);
        find_pinned_key();
    }

    void sort(const ast::Select& select, const ast::Order& order) {
        const ast::Expression* value = &order.value;
        if (value->kind != ast::Kind::column) refuse("ORDER BY something but a column", text_);
        // A name that is an output column's means that one; a column's own name is the same thing
        // anyway.
        for (const ast::Target& target : select.targets) {
            if (target.name == order.value.text) value = &target.value;
        }
        Binder binder = make_binder(plan_.layout);
        const NodeIndex node = binder.bind(*value, Type::unknown);
        if (value->kind != ast::Kind::column) note(binder);
        plan_.order.push_back({node, order.descending, order.nulls_first});
    }

    std::vector<std::size_t> insert_columns(const ast::Insert& insert) const {
        std::vector<std::size_t> result;
        for (const std::string& name : insert.columns) {
            const std::size_t position = find_column(name);
            const bool again = std::find(result.begin(), result.end(), position) != result.end();
            if (again) refuse("a column named twice", text_);
            result.push_back(position);
        }
        if (insert.columns.empty()) {
            for (std::size_t i = 0; i < layout().columns.size(); ++i)
                result.push_back(i);
        }
        return result;
    }

    std::size_t arbiter(const std::vector<std::string>& names) const {
        Key wanted;
        for (const std::string& name : names)
            wanted.push_back(find_column(name));
        std::sort(wanted.begin(), wanted.end());
        for (std::size_t i = 0; i < layout().keys.size(); ++i) {
            Key key = layout().keys[i];
            std::sort(key.begin(), key.end());
            if (key == wanted) return i;
        }
        refuse("ON CONFLICT on columns that are no key", text_);
    }

    void find_pinned_key() {
        std::vector<std::optional<NodeIndex>> pinned(layout().columns.size());
        collect_equalities(*plan_.where, pinned);
        for (std::size_t i = 0; i < layout().keys.size() && !plan_.pinned_key; ++i) {
            const Key& key = layout().keys[i];
            const bool all = std::all_of(key.begin(), key.end(), [&](std::size_t column) {
                return pinned[column].has_value();
            });
            if (!all) continue;
            plan_.pinned_key = i;
            for (const std::size_t column : key)
                plan_.pinned_values.push_back(*pinned[column]);
        }
    }

    void collect_equalities(NodeIndex index, std::vector<std::optional<NodeIndex>>& pinned) const {
        const Node& node = plan_.code.nodes[index];
        if (node.op == Op::logic_and) {
            collect_equalities(node.left, pinned);
            collect_equalities(node.right, pinned);
        }
        if (node.op != Op::equal) return;
        const auto pin = [&](NodeIndex column, NodeIndex value) {
            const Node& candidate = plan_.code.nodes[column];
            if (candidate.op == Op::column && independent(value)) pinned[candidate.index] = value;
        };
        pin(node.left, node.right);
        pin(node.right, node.left);
    }

    /// True if the value does not depend on the row.
    bool independent(NodeIndex index) const {
        const Op op = plan_.code.nodes[index].op;
        return op == Op::constant || op == Op::parameter || op == Op::transaction_now;
    }

    const Schema& schema_;
    std::string_view text_;
    Plan& plan_;
};

}  // namespace

PlanPtr compile(const Schema& schema, std::string_view text) {
    const std::vector<ast::Statement> statements = parse(text);
    if (statements.size() != 1) refuse("not exactly one statement", text);
    auto* const plan = new Plan;
    PlanPtr result(plan);
    plan->text = text;
    std::visit(Compiler(schema, text, *plan), statements.front());
    precompute(*plan);
    // The server takes a parameter that nothing decides for text.
    std::replace(plan->parameters.begin(), plan->parameters.end(), Type::unknown, Type::text);
    return result;
}

Verb verb_of(const Plan& plan) {
    return plan.verb;
}

void PlanDeleter::operator()(const Plan* plan) const {
    delete plan;
}

}  // namespace onceproof::fake
