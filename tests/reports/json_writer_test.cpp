#include "reports/json_writer.hpp"

#include <limits>

#include "tests/support/catch.hpp"

namespace onceproof::reports {
namespace {

void write_example(JsonWriter& json) {
    json.begin_object();
    json.field("text", "a \"b\" \\ \n \x01 \xff ✔");
    json.key("list");
    json.begin_array();
    json.value(true);
    json.value(1.5);
    json.value(std::numeric_limits<double>::infinity());
    json.value(std::uint64_t{18446744073709551615U});
    json.null();
    json.end_array();
    json.key("empty");
    json.begin_object();
    json.end_object();
    json.field("last", -1);
    json.end_object();
}

TEST_CASE("JsonWriter: the compact form is one line", "[reports]") {
    JsonWriter json(JsonWriter::Layout::compact);
    write_example(json);
    CHECK(
        json.take() ==
        "{\"text\":\"a \\\"b\\\" \\\\ \\n \\u0001 \xEF\xBF\xBD ✔\","
        "\"list\":[true,1.5,0,18446744073709551615,null],\"empty\":{},\"last\":-1}"
    );
}

TEST_CASE("JsonWriter: the indented form has one value per line", "[reports]") {
    JsonWriter json(JsonWriter::Layout::indented);
    json.begin_object();
    json.key("list");
    json.begin_array();
    json.value(1);
    json.value(2);
    json.end_array();
    json.key("empty");
    json.begin_array();
    json.end_array();
    json.end_object();
    CHECK(json.take() == R"({
  "list": [
    1,
    2
  ],
  "empty": []
})");
}

}  // namespace
}  // namespace onceproof::reports
