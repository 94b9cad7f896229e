#pragma once
// The queue at namespace_sem as the rows, bars and words of its picture.
//
//   QueueView view = make_queue_view(tell_queue(model.session));

#include "app/model/app_model.hpp"
#include "app/model/queue_model.hpp"
#include "app/scene/queue_view.hpp"

namespace mountscope {

// All but size and scale.
QueueView make_queue_view(const QueueStory& story);

}  // namespace mountscope
