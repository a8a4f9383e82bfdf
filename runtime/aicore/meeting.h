// Where blocks of a launch wait for each other.
#ifndef OPENACLNN_RUNTIME_AICORE_MEETING_H_
#define OPENACLNN_RUNTIME_AICORE_MEETING_H_

#include <cstdint>

#include "runtime/aicore/order.h"

namespace openaclnn::aicore {

// What blocks wait for: until each of some blocks has come there as often as the one that waits.
struct Meeting {
  static constexpr int kSyncAll = -1;
  int mode = kSyncAll;  // or that of a flag of CrossCoreSetFlag
  int id = 0;           // of the flag
  int64_t first = 0;    // the blocks [first, first + blocks)
  int64_t blocks = 0;
  bool operator==(const Meeting&) const = default;
};
// A block has come there, or set the flag; what is complete then.
struct Arrival {
  Meeting meeting;
  Order::Signalled complete;
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_MEETING_H_
