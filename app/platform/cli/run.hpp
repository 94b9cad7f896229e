#pragma once
// `mountscope run`: scenarios in, JSON lines or mount tables out.
//
//   int status = run_files(options);
//
// Status: 0 as the scenarios say, 1 some command ended otherwise, 2 something could not be read or run.

#include "app/platform/cli/options.hpp"

namespace mountscope {

inline constexpr int kStatusFine = 0;
inline constexpr int kStatusUnexpected = 1;
inline constexpr int kStatusBadInput = 2;

int run_files(const CliOptions& options);

}  // namespace mountscope
