#pragma once
// What the view of the mount hash shows and says about a lane of the session, in the state at the cursor.
//
//   HashStory story = tell_hash(model, lane, summary, chosen);
//   story.view.sentence;
//
// The places are decided by the drawing (app/scene/hash_view.hpp).

#include <optional>

#include "app/model/app_model.hpp"
#include "app/scene/hash_view.hpp"

namespace mountscope {

// The table at the cursor; inside of a command, after the step. Null while the lane is behind.
const World* hash_world(const Session& session, std::size_t lane);

// All but size and scale. `hash` sums up hash_world(); it has to outlive the view. `chosen`: a bucket that
// was clicked at.
HashView tell_hash(const AppModel& model, std::size_t lane, const HashSummary& hash,
                   std::optional<std::uint32_t> chosen);

// For the text twin: the same in words.
std::string hash_in_words(const AppModel& model, std::size_t lane, const HashSummary& hash);

}  // namespace mountscope
