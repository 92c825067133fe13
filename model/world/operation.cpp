#include "model/world/operation.hpp"

#include "model/base/text.hpp"

namespace onceproof::world {
namespace {

void add_text(Hasher& hasher, std::string_view text, Mentions* mentions) {
    if (mentions == nullptr) {
        hasher.add(text);
    } else {
        mentions->add(hasher, text);
    }
}

void add_text(Hasher& hasher, const std::optional<std::string>& text, Mentions* mentions) {
    hasher.add(text.has_value() ? 1 : 0);
    add_text(hasher, std::string_view(text.has_value() ? *text : ""), mentions);
}

void add_value(Hasher& hasher, const Value& value, Mentions* mentions) {
    hasher.add(value.index());
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        hasher.add(static_cast<std::uint64_t>(*number));
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        add_text(hasher, std::string_view(*text), mentions);
    } else if (const auto* instant = std::get_if<Instant>(&value)) {
        hasher.add(static_cast<std::uint64_t>(instant->time_since_epoch().count()));
    }
}

std::string milliseconds(Duration duration) {
    return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
}

}  // namespace

void hash_error(Hasher& hasher, Error error) {
    hasher.add(0xe000 + static_cast<std::uint64_t>(error.kind));
    hasher.add(static_cast<std::uint64_t>(error.certainty));
}

std::string text_of(Error error) {
    std::string text(name_of(error.kind));
    if (error.certainty == Certainty::indefinite) {
        text += " (may have been applied)";
    }
    return text;
}

std::string text_of(const Value& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return "'" + *text + "'";
    }
    if (const auto* instant = std::get_if<Instant>(&value)) {
        return "t+" + format_duration(instant->time_since_epoch());
    }
    return "NULL";
}

void KvOperation::hash_result(Hasher& hasher, Mentions* mentions) const {
    if (!result.ok()) {
        hash_error(hasher, result.error());
        return;
    }
    hasher.add(result->flag ? 1 : 0);
    add_text(hasher, result->text, mentions);
    hasher.add(static_cast<std::uint64_t>(result->left.value_or(Duration{-1}).count()));
}

std::string KvOperation::call_text() const {
    std::string text(name_of(code).substr(3));
    text += " " + std::string(key);
    switch (code) {
        case OpCode::kv_set:
            text += " = " + std::string(value);
            text += options.when == SetWhen::if_absent    ? " NX"
                    : options.when == SetWhen::if_present ? " XX"
                                                          : "";
            text += options.ephemeral ? " EPHEMERAL" : "";
            return text + (options.ttl.has_value() ? " PX " + milliseconds(*options.ttl) : "");
        case OpCode::kv_expire:
            return text + " PX " + milliseconds(ttl);
        case OpCode::kv_compare_and_delete:
            return text + " if " + std::string(expected);
        case OpCode::kv_compare_and_expire:
            return text + " if " + std::string(expected) + " PX " + milliseconds(ttl);
        case OpCode::kv_compare_and_set:
            return text + " if " + std::string(expected) + " = " + std::string(value) + " PX " +
                   milliseconds(ttl);
        default:
            return text;
    }
}

std::string KvOperation::result_text() const {
    if (!result.ok()) {
        return "ERROR " + text_of(result.error());
    }
    if (code == OpCode::kv_get) {
        return result->text.has_value() ? *result->text : "(none)";
    }
    if (code == OpCode::kv_ttl) {
        return result->left.has_value() ? format_duration(*result->left) : "(none)";
    }
    return result->flag ? "yes" : "no";
}

void SqlOperation::hash_result(Hasher& hasher, Mentions* mentions) const {
    if (!result.ok()) {
        hash_error(hasher, result.error());
        return;
    }
    hasher.add(static_cast<std::uint64_t>(result->affected));
    for (const auto& row : result->rows) {
        hasher.add(row.size());
        for (const Value& value : row) {
            add_value(hasher, value, mentions);
        }
    }
}

std::string SqlOperation::call_text() const {
    if (text.empty()) {
        return code == OpCode::sql_commit ? "COMMIT" : "ROLLBACK";
    }
    // The text with its parameters in place, white space folded: what happened, for people.
    std::string shown;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9') {
            const auto number = static_cast<std::size_t>(text[++i] - '1');
            shown += number < parameters.size() ? text_of(parameters[number]) : "?";
        } else if (text[i] == '\n' || text[i] == ' ') {
            shown += shown.empty() || shown.back() == ' ' ? "" : " ";
        } else {
            shown += text[i];
        }
    }
    return shown;
}

std::string SqlOperation::result_text() const {
    if (!result.ok()) {
        return "ERROR " + text_of(result.error());
    }
    if (code == OpCode::sql_commit || code == OpCode::sql_rollback) {
        return "ok";
    }
    if (result->rows.empty()) {
        return code == OpCode::sql_select ? "no row" : std::to_string(result->affected) + " row(s)";
    }
    std::string shown;
    for (const auto& row : result->rows) {
        shown += shown.empty() ? "(" : "; (";
        for (const Value& value : row) {
            shown += (&value == row.data() ? "" : ", ") + text_of(value);
        }
        shown += ")";
    }
    return shown;
}

void GatewayOperation::hash_result(Hasher& hasher, Mentions* mentions) const {
    if (!result.ok()) {
        hash_error(hasher, result.error());
        return;
    }
    add_text(hasher, *result, mentions);
}

std::string GatewayOperation::call_text() const {
    if (code == OpCode::gateway_find) {
        return "find " + std::string(downstream_key.value_or(""));
    }
    std::string text = "charge " + request->order + " " + std::to_string(request->amount);
    return text + (downstream_key.has_value() ? " key " + std::string(*downstream_key) : "");
}

std::string GatewayOperation::result_text() const {
    return result.ok() ? (result->has_value() ? **result : "(nothing)")
                       : "ERROR " + text_of(result.error());
}

void CallOperation::hash_result(Hasher& hasher, Mentions* mentions) const {
    if (!result.ok()) {
        hash_error(hasher, result.error());
        return;
    }
    hasher.add(static_cast<std::uint64_t>(result->kind));
    add_text(hasher, std::string_view(result->result), mentions);
}

std::string CallOperation::call_text() const {
    const std::string which = " (attempt " + std::to_string(attempt + 1) + ", instance " +
                              std::to_string(instance + 1) + ")";
    if (code == OpCode::call_issue) {
        return "ask for a key for " + request->order + which;
    }
    return "pay " + request->order + " " + std::to_string(request->amount) +
           " key=" + request->key + which;
}

std::string CallOperation::result_text() const {
    return result.ok() ? std::string(name_of(result->kind)) + " \"" + result->result + "\""
                       : "ERROR " + text_of(result.error());
}

std::string ReplyOperation::call_text() const {
    return "reply " + std::string(name_of(reply->kind)) + " \"" + reply->result + "\"";
}

}  // namespace onceproof::world
