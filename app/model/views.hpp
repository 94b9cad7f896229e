#pragma once
// Which of several things a panel shows.

namespace mountscope {

enum class InspectorTab : int { kCode, kMount, kWhy, kChanges };
enum class DockTab : int { kConsole, kEvents };
// What the large place in the middle shows.
enum class StageView : int { kTrees, kGrowth, kHash, kQueue };

}  // namespace mountscope
