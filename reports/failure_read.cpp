#include <nlohmann/json.hpp>

#include "reports/failure_files.hpp"

namespace onceproof::reports {

std::variant<FailureCase, std::string> read_case(std::string_view text) {
    using Json = nlohmann::json;
    try {
        const Json json = Json::parse(text);
        if (json.at("format") != "onceproof-failure") return std::string("not a recorded failure");
        if (json.at("version") != 1) {
            return "written in version " + json.at("version").dump() +
                   " of its format, and this program reads version 1";
        }
        return FailureCase{json.at("token"), json.at("scenario_text")};
    } catch (const Json::exception&) {
        return std::string("not a recorded failure");
    }
}

}  // namespace onceproof::reports
