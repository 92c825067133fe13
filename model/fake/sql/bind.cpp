#include "model/fake/sql/bind.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "model/base/ensure.hpp"
#include "model/fake/sql/interval.hpp"
#include "model/fake/sql/parse.hpp"

namespace onceproof::fake {

namespace {

constexpr std::size_t parameters_max = 32;

bool is_comparison(std::string_view symbol) {
    constexpr std::array<std::string_view, 6> known{"=", "<>", "<", "<=", ">", ">="};
    return std::find(known.begin(), known.end(), symbol) != known.end();
}

Op comparison(std::string_view symbol) {
    if (symbol == "=") return Op::equal;
    if (symbol == "<>") return Op::not_equal;
    if (symbol == "<") return Op::less;
    if (symbol == "<=") return Op::less_equal;
    if (symbol == ">") return Op::greater;
    return Op::greater_equal;
}

bool comparable(Type left, Type right) {
    return left == right || (is_integer(left) && is_integer(right));
}

}  // namespace

ColumnType resolve(const ast::TypeName& name, std::string_view statement) {
    if (name.length && name.name != "varchar") refuse("a type with a modifier", statement);
    if (name.name == "int8") return {Type::int8, 0};
    if (name.name == "int4") return {Type::int4, 0};
    if (name.name == "int2") return {Type::int2, 0};
    if (name.name == "bool") return {Type::boolean, 0};
    if (name.name == "text") return {Type::text, 0};
    if (name.name == "timestamptz") return {Type::timestamptz, 0};
    if (name.name == "interval") return {Type::interval, 0};
    if (name.name == "varchar") {
        return {Type::text, static_cast<std::uint32_t>(name.length.value_or(0))};
    }
    refuse(fmt::format("the type {}", name.name), statement);
}

Binder::Binder(
    const Table* table, Expressions& code, std::vector<Type>& parameters, std::string_view statement
)
    : table_(table), code_(code), parameters_(parameters), statement_(statement) {}

NodeIndex Binder::bind(const ast::Expression& expression, Type wanted) {
    const NodeIndex node = visit(expression);
    settle(node, wanted == Type::unknown ? Type::text : wanted);
    return node;
}

NodeIndex Binder::condition(const ast::Expression& expression) {
    const NodeIndex node = bind(expression, Type::boolean);
    if (type_of(node) != Type::boolean) refuse_types("a condition that is no boolean");
    return node;
}

NodeIndex Binder::assignment(const ast::Expression& expression, const Column& column) {
    const NodeIndex value = bind(expression, column.type);
    const Type type = type_of(value);
    if (!comparable(type, column.type)) {
        refuse_types(fmt::format("a value that does not fit the type of {}", column.name));
    }
    const bool narrows = is_integer(type) && type > column.type;
    if (!narrows && column.length_max == 0) return value;
    return push({.op = Op::fit, .type = column.type, .left = value, .index = column.length_max});
}

NodeIndex Binder::visit(const ast::Expression& expression) {
    switch (expression.kind) {
        using enum ast::Kind;
        case column:
            return this->column(expression.text);
        case parameter:
            return this->parameter(expression.number);
        case integer: {
            const bool small = expression.number <= std::numeric_limits<std::int32_t>::max() &&
                               expression.number >= std::numeric_limits<std::int32_t>::min();
            return push(
                {.type = small ? Type::int4 : Type::int8,
                 .constant = Datum::integer(expression.number)}
            );
        }
        case string:
            code_.texts.push_back(expression.text);
            return push({.constant = Datum::text(code_.texts.back())});
        case boolean:
            return push({.type = Type::boolean, .constant = Datum::integer(expression.number)});
        case null:
            return push({});
        case transaction_now:
            return push({.op = Op::transaction_now, .type = Type::timestamptz});
        case statement_now:
            return push({.op = Op::statement_now, .type = Type::timestamptz});
        case operation:
            return this->operation(expression);
        case all_of:
        case any_of:
        case negation:
            return logic(expression);
        case is_null:
        case is_not_null: {
            const NodeIndex inner = bind(expression.children[0], Type::unknown);
            const Op op = expression.kind == is_null ? Op::is_null : Op::is_not_null;
            return push({.op = op, .type = Type::boolean, .left = inner});
        }
        case cast:
            return this->cast(expression);
        case count:
            refuse("count(*) inside an expression", statement_);
        case star:
            refuse("* inside an expression", statement_);
        case default_value:
            refuse("DEFAULT inside an expression", statement_);
    }
    refuse("an expression of unknown form", statement_);
}

NodeIndex Binder::column(const std::string& name) {
    const auto position = table_ == nullptr ? std::nullopt : table_->find(name);
    if (!position) refuse(fmt::format("the unknown column {}", name), statement_);
    if (table_->columns[*position].identity) reads_identity_ = true;
    return push(
        {.op = Op::column,
         .type = table_->columns[*position].type,
         .index = static_cast<std::uint32_t>(*position)}
    );
}

NodeIndex Binder::parameter(std::int64_t number) {
    if (number < 1 || number > static_cast<std::int64_t>(parameters_max)) {
        refuse(fmt::format("the parameter ${}", number), statement_);
    }
    const auto index = static_cast<std::size_t>(number - 1);
    if (parameters_.size() <= index) parameters_.resize(index + 1, Type::unknown);
    return push(
        {.op = Op::parameter,
         .type = parameters_[index],
         .index = static_cast<std::uint32_t>(index)}
    );
}

NodeIndex Binder::operation(const ast::Expression& expression) {
    if (expression.children.size() == 1) {
        if (expression.text != "-") refuse(expression.text, statement_);
        const NodeIndex inner = bind(expression.children[0], Type::int4);
        const Type type = type_of(inner);
        if (!is_integer(type) && type != Type::interval) refuse_types("the negative of no number");
        return push({.op = Op::negate, .type = type, .left = inner});
    }
    const NodeIndex left = visit(expression.children[0]);
    const NodeIndex right = visit(expression.children[1]);
    if (!is_comparison(expression.text)) return arithmetic(expression.text, left, right);
    settle(left, type_of(right) == Type::unknown ? Type::text : type_of(right));
    settle(right, type_of(left));
    if (!comparable(type_of(left), type_of(right))) {
        refuse_types(fmt::format("{} between different types", expression.text));
    }
    return push(
        {.op = comparison(expression.text), .type = Type::boolean, .left = left, .right = right}
    );
}

NodeIndex Binder::arithmetic(const std::string& symbol, NodeIndex left, NodeIndex right) {
    const Op op = symbol == "+"   ? Op::add
                  : symbol == "-" ? Op::subtract
                  : symbol == "*" ? Op::multiply
                                  : Op::constant;
    if (op == Op::constant) refuse(fmt::format("the operator {}", symbol), statement_);
    const auto is = [this](NodeIndex node, Type type) {
        return type_of(node) == type;
    };
    // A parameter times an interval is a number (double precision in PostgreSQL, whole here).
    if (op == Op::multiply && is(right, Type::interval)) settle(left, Type::int8);
    if (op == Op::multiply && is(left, Type::interval)) settle(right, Type::int8);
    settle(left, type_of(right));
    settle(right, type_of(left));
    const Type first = type_of(left);
    const Type second_type = type_of(right);
    Type result = Type::unknown;
    if (is_integer(first) && is_integer(second_type)) {
        result = std::max({first, second_type});
    } else if (op == Op::multiply && (first == Type::interval || second_type == Type::interval)) {
        if (is_integer(first) || is_integer(second_type)) result = Type::interval;
    } else if (op != Op::multiply && second_type == Type::interval) {
        if (first == Type::timestamptz || first == Type::interval) result = first;
    } else if (op == Op::add && first == Type::interval && second_type == Type::timestamptz) {
        result = Type::timestamptz;
    } else if (op == Op::subtract && first == Type::timestamptz && second_type == first) {
        result = Type::interval;
    }
    if (result == Type::unknown) refuse_types(fmt::format("{} of these types", symbol));
    return push({.op = op, .type = result, .left = left, .right = right});
}

NodeIndex Binder::logic(const ast::Expression& expression) {
    NodeIndex result = condition(expression.children[0]);
    if (expression.kind == ast::Kind::negation) {
        return push({.op = Op::logic_not, .type = Type::boolean, .left = result});
    }
    const Op op = expression.kind == ast::Kind::all_of ? Op::logic_and : Op::logic_or;
    for (std::size_t i = 1; i < expression.children.size(); ++i) {
        const NodeIndex next = condition(expression.children[i]);
        result = push({.op = op, .type = Type::boolean, .left = result, .right = next});
    }
    return result;
}

NodeIndex Binder::cast(const ast::Expression& expression) {
    const ColumnType target = resolve(expression.type, statement_);
    if (target.length_max != 0) refuse("a cast to a type with a length", statement_);
    const NodeIndex inner = visit(expression.children[0]);
    settle(inner, target.type);
    const Type from = type_of(inner);
    if (from == target.type) return inner;
    if (!is_integer(from) || !is_integer(target.type)) refuse_types("this cast");
    return push({.op = Op::fit, .type = target.type, .left = inner});
}

/// Gives an open literal or parameter its type.
void Binder::settle(NodeIndex index, Type type) {
    Node& node = code_.nodes[index];
    if (node.type != Type::unknown || type == Type::unknown) return;
    node.type = type;
    if (node.op == Op::parameter) {
        // The same parameter may stand in several places; the first one that knows decides.
        if (parameters_[node.index] == Type::unknown) parameters_[node.index] = type;
        node.type = parameters_[node.index];
        return;
    }
    if (node.constant.is_null() || type == Type::text) return;
    const std::string_view text = node.constant.text();
    if (type == Type::interval) {
        const auto interval = parse_interval(text);
        if (!interval) refuse(fmt::format("the interval '{}'", text), statement_);
        node.constant = Datum::integer(*interval);
    } else if (is_integer(type)) {
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || stop != end) refuse_types(fmt::format("'{}'", text));
        node.constant = Datum::integer(number);
    } else {
        refuse_types(fmt::format("the literal '{}' here", text));
    }
}

NodeIndex Binder::push(Node node) {
    ENSURE(code_.nodes.size() < std::numeric_limits<NodeIndex>::max());
    code_.nodes.push_back(node);
    return static_cast<NodeIndex>(code_.nodes.size() - 1);
}

void Binder::refuse_types(std::string_view what) const {
    refuse(fmt::format("{} (types do not fit)", what), statement_);
}

}  // namespace onceproof::fake
