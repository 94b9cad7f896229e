#include "app/model/difference_marks.hpp"

namespace mountscope {

std::vector<DifferenceMark> difference_marks(const Session& session, std::size_t lane) {
    std::vector<DifferenceMark> marks;
    for (const MountDifference& d : session.differences().list) {
        const std::uint32_t id = d.lanes[lane].unique_id;
        if (id == 0) continue;
        std::string text = difference_label(d, lane);
        if (!text.empty()) marks.push_back({id, std::move(text)});
    }
    return marks;
}

}  // namespace mountscope
