#include "model/fake/sql/cell.hpp"

#include <string>

namespace onceproof::fake {

Value Datum::value() const {
    switch (kind_) {
        case DatumKind::null:
            return std::monostate{};
        case DatumKind::integer:
            return number_;
        case DatumKind::text:
            return std::string(text());
        case DatumKind::instant:
            return Instant(Duration(number_));
    }
    return std::monostate{};
}

void Datum::hash(Hasher& hasher, Instant now, Naming& naming) const {
    hasher.add(static_cast<std::uint64_t>(kind_));
    switch (kind_) {
        case DatumKind::null:
            return;
        case DatumKind::integer:
            hasher.add(static_cast<std::uint64_t>(number_));
            return;
        case DatumKind::text:
            naming.add(hasher, text());
            return;
        case DatumKind::instant:
            hasher.add(static_cast<std::uint64_t>(number_ - now.time_since_epoch().count()));
            return;
    }
}

void Cell::assign(const Datum& datum) {
    kind_ = datum.kind();
    if (kind_ == DatumKind::null) return;
    if (kind_ != DatumKind::text) {
        const std::int64_t number = datum.number();
        std::memcpy(bytes_, &number, sizeof number);
        return;
    }
    const std::string_view text = datum.text();
    if (text.size() <= inline_max) {
        if (!text.empty()) std::memcpy(bytes_, text.data(), text.size());
        size_ = static_cast<std::uint8_t>(text.size());
        return;
    }
    char* copy = new char[text.size()];
    std::memcpy(copy, text.data(), text.size());
    const auto size = static_cast<std::uint32_t>(text.size());
    std::memcpy(bytes_, &copy, sizeof copy);
    std::memcpy(bytes_ + sizeof copy, &size, sizeof size);
    size_ = on_heap;
}

}  // namespace onceproof::fake
