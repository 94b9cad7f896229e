#pragma once
// Where labels beside a plot go: each as near as can be to what it names, none upon another.
//
//   place_labels({{.centre = 40, .height = 18}, {.centre = 44, .height = 18}}, 0, 300);   // 33 and 51
//
// The places keep the order of the wishes; together they are as near as possible (least squares). Where the
// room is too short for all, those at the end of the list get none.

#include <optional>
#include <vector>

namespace mountscope {

struct LabelWish {
    float centre = 0;
    float height = 0;
};

// A centre for each wish, inside top and bottom.
std::vector<std::optional<float>> place_labels(const std::vector<LabelWish>& wishes, float top, float bottom);

}  // namespace mountscope
