#pragma once

#include <string>
#include <string_view>

namespace onceproof::reports {

/// What stands in the page where the run's data go.
inline constexpr std::string_view html_data_place = "{{DATA}}";
/// The same for what is read where no script runs; it stands before the other.
inline constexpr std::string_view html_matrix_place = "{{MATRIX}}";

/// The page of report.html without data: one HTML text with its style and script, made from
/// reports/ui when the program is built.
std::string html_page();

}  // namespace onceproof::reports
