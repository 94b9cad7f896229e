#pragma once
// Numbers as people read them.
//
//   with_thousands(65536);     // "65,536"
//   short_number(8589934592);  // "8.59 G"
//   seconds_text(0.0427);      // "42.7 ms"
//   decimal_text(2.0004, 1);   // "2.0"

#include <cstdint>
#include <string>

namespace mountscope {

std::string with_thousands(std::uint64_t value);  // 65,536
std::string short_number(std::uint64_t value);    // 65,536; 8.59 G where it would be too long
// With so many digits after the point, never "-0.0".
std::string decimal_text(double value, int decimals);
// Three digits that matter, with the unit that suits; from 1,000 s on whole seconds.
std::string seconds_text(double seconds);

}  // namespace mountscope
