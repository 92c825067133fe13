#include "model/fake/sql/evaluate.hpp"

#include <limits>
#include <string_view>

namespace onceproof::fake {

namespace {

Datum fail(Scope& scope) {
    scope.failed = true;
    return {};
}

bool in_range(std::int64_t number, Type type) {
    const auto within = [number](auto limits) {
        return number >= decltype(limits)::min() && number <= decltype(limits)::max();
    };
    if (type == Type::int2) return within(std::numeric_limits<std::int16_t>());
    if (type == Type::int4) return within(std::numeric_limits<std::int32_t>());
    return true;
}

Datum compared(Op op, const Datum& left, const Datum& right) {
    if (left.is_null() || right.is_null()) return {};
    const int order = compare(left, right);
    switch (op) {
        case Op::equal:
            return Datum::boolean(order == 0);
        case Op::not_equal:
            return Datum::boolean(order != 0);
        case Op::less:
            return Datum::boolean(order < 0);
        case Op::less_equal:
            return Datum::boolean(order <= 0);
        case Op::greater:
            return Datum::boolean(order > 0);
        default:
            return Datum::boolean(order >= 0);
    }
}

Datum computed(const Node& node, const Datum& left, const Datum& right, Scope& scope) {
    if (left.is_null() || right.is_null()) return {};
    std::int64_t result = 0;
    bool overflow = false;
    if (node.op == Op::add) {
        overflow = __builtin_add_overflow(left.number(), right.number(), &result);
    } else if (node.op == Op::subtract) {
        overflow = __builtin_sub_overflow(left.number(), right.number(), &result);
    } else {
        overflow = __builtin_mul_overflow(left.number(), right.number(), &result);
    }
    if (overflow || !in_range(result, node.type)) return fail(scope);
    return node.type == Type::timestamptz ? Datum::instant(result) : Datum::integer(result);
}

/// The number of bytes that the first `characters` of a UTF-8 text take.
std::size_t prefix_bytes(std::string_view text, std::uint32_t characters) {
    std::size_t bytes = 0;
    for (; bytes < text.size(); ++bytes) {
        const bool starts_character = (static_cast<unsigned char>(text[bytes]) & 0xc0U) != 0x80U;
        if (!starts_character) continue;
        if (characters == 0) return bytes;
        --characters;
    }
    return bytes;
}

Datum fitted(const Node& node, const Datum& value, Scope& scope) {
    if (value.is_null()) return value;
    if (value.kind() != DatumKind::text) {
        return in_range(value.number(), node.type) ? value : fail(scope);
    }
    const std::string_view text = value.text();
    const std::size_t length = prefix_bytes(text, node.index);
    // As the standard has it, spaces beyond the limit are cut silently.
    if (text.find_first_not_of(' ', length) != std::string_view::npos) return fail(scope);
    return Datum::text(text.substr(0, length));
}

Datum both(const Expressions& code, const Node& node, Scope& scope) {
    const Datum left = evaluate(code, node.left, scope);
    if (!left.is_null() && !left.is_true()) return left;
    const Datum right = evaluate(code, node.right, scope);
    if (!right.is_null() && !right.is_true()) return right;
    return left.is_null() ? left : right;
}

Datum either(const Expressions& code, const Node& node, Scope& scope) {
    const Datum left = evaluate(code, node.left, scope);
    if (left.is_true()) return left;
    const Datum right = evaluate(code, node.right, scope);
    if (right.is_true()) return right;
    return left.is_null() ? left : right;
}

}  // namespace

Datum evaluate(const Expressions& code, NodeIndex index, Scope& scope) {
    const Node& node = code.nodes[index];
    switch (node.op) {
        case Op::constant:
            return node.constant;
        case Op::column:
            return scope.row[node.index].view();
        case Op::parameter:
            return scope.parameters[node.index];
        case Op::transaction_now:
            return Datum::instant(scope.transaction_start);
        case Op::statement_now:
            return Datum::instant(scope.now);
        case Op::logic_and:
            return both(code, node, scope);
        case Op::logic_or:
            return either(code, node, scope);
        case Op::logic_not: {
            const Datum value = evaluate(code, node.left, scope);
            return value.is_null() ? value : Datum::boolean(!value.is_true());
        }
        case Op::is_null:
            return Datum::boolean(evaluate(code, node.left, scope).is_null());
        case Op::is_not_null:
            return Datum::boolean(!evaluate(code, node.left, scope).is_null());
        case Op::fit:
            return fitted(node, evaluate(code, node.left, scope), scope);
        case Op::negate: {
            const Datum value = evaluate(code, node.left, scope);
            const Node zero_minus{.op = Op::subtract, .type = node.type};
            return computed(zero_minus, Datum::integer(0), value, scope);
        }
        case Op::add:
        case Op::subtract:
        case Op::multiply: {
            const Datum left = evaluate(code, node.left, scope);
            return computed(node, left, evaluate(code, node.right, scope), scope);
        }
        default: {
            const Datum left = evaluate(code, node.left, scope);
            return compared(node.op, left, evaluate(code, node.right, scope));
        }
    }
}

}  // namespace onceproof::fake
