#pragma once
// Marks for the cards of mounts that ended differently under the kernels that are compared.
//
//   view.differences = difference_marks(session, lane);   // of the picture of that lane

#include <cstddef>
#include <vector>

#include "app/model/session.hpp"
#include "app/scene/step_overlay.hpp"

namespace mountscope {

// Named by the unique_id that they have in that lane; "gone in B", "on /mnt/1 in A".
std::vector<DifferenceMark> difference_marks(const Session& session, std::size_t lane);

}  // namespace mountscope
