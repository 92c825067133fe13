#include "model/fake/sql/precompute.hpp"

#include <algorithm>

#include "model/fake/sql/evaluate.hpp"

namespace onceproof::fake {

namespace {

/// What a subexpression depends on.
enum class Depends : unsigned char {
    nothing,
    parameters,
    row_or_time
};

Depends dependence(const Expressions& code, NodeIndex index) {
    const Node& node = code.nodes[index];
    switch (node.op) {
        case Op::constant:
            return Depends::nothing;
        case Op::parameter:
            return Depends::parameters;
        case Op::column:
        case Op::transaction_now:
        case Op::statement_now:
            return Depends::row_or_time;
        case Op::fit:
        case Op::negate:
        case Op::logic_not:
        case Op::is_null:
        case Op::is_not_null:
            return dependence(code, node.left);
        default:
            return std::max(dependence(code, node.left), dependence(code, node.right));
    }
}

bool may_fail(const Node& node) {
    return node.op == Op::fit || node.op == Op::negate || node.op == Op::add ||
           node.op == Op::subtract || node.op == Op::multiply;
}

bool is_constant(const Node& node, bool value) {
    return node.op == Op::constant && !node.constant.is_null() && node.constant.is_true() == value;
}

/// Notes what can fail under a node for a reason that lies in parameters or constants only.
void collect(Plan& plan, NodeIndex index) {
    const Node& node = plan.code.nodes[index];
    if (node.op <= Op::statement_now) return;  // a leaf
    collect(plan, node.left);
    const bool unary = node.op == Op::fit || node.op == Op::negate || node.op == Op::logic_not ||
                       node.op == Op::is_null || node.op == Op::is_not_null;
    if (!unary) collect(plan, node.right);
    if (may_fail(node) && dependence(plan.code, index) != Depends::row_or_time) {
        plan.precomputed.push_back(index);
    }
}

/// Replaces the node by its value if it has one whatever the row and the parameters are.
void simplify(Plan& plan, NodeIndex index) {
    std::vector<Node>& nodes = plan.code.nodes;
    Node& node = nodes[index];
    if (node.op == Op::constant) return;
    if (dependence(plan.code, index) == Depends::nothing) {
        Scope scope;
        const Datum value = evaluate(plan.code, index, scope);
        if (!scope.failed) node = {.op = Op::constant, .type = node.type, .constant = value};
        return;
    }
    if (node.op != Op::logic_and && node.op != Op::logic_or) return;
    // FALSE decides an AND and TRUE an OR. The server reads the operands from the left: what
    // stands to the right of the one that decides is not even read, what stands to its left is
    // read, and fails there, but is not computed in any row.
    const bool decides = node.op == Op::logic_or;
    if (is_constant(nodes[node.left], decides)) {
        node = nodes[node.left];
    } else if (is_constant(nodes[node.right], decides)) {
        collect(plan, node.left);
        node = nodes[node.right];
    }
}

}  // namespace

void precompute(Plan& plan) {
    // Operands stand before what uses them.
    for (std::size_t i = 0; i < plan.code.nodes.size(); ++i) {
        simplify(plan, static_cast<NodeIndex>(i));
    }
    for (const NodeIndex node : plan.output)
        collect(plan, node);
    if (plan.where) collect(plan, *plan.where);
    for (const auto& row : plan.rows) {
        for (const auto& value : row) {
            if (value) collect(plan, *value);
        }
    }
    for (const Assignment& assignment : plan.assignments)
        collect(plan, assignment.value);
}

}  // namespace onceproof::fake
