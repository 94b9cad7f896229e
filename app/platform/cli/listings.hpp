#pragma once
// `mountscope kernels` and `mountscope counters`: what there is, in aligned columns or as JSON.
//
//   write(kernels_listing(), counters_json_listing());

#include <string>

namespace mountscope {

std::string kernels_listing();
std::string kernels_json_listing();
std::string counters_listing();
std::string counters_json_listing();

}  // namespace mountscope
