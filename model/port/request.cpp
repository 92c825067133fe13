#include "model/port/request.hpp"

namespace onceproof {

std::string receipt_for(const Request& request) {
    return "paid " + request.order + " " + std::to_string(request.amount);
}

}  // namespace onceproof
