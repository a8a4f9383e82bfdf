// Workspace, booked when a call is planned: each temporary has a name, a size, an alignment and a
// life time, and temporaries whose life times do not meet share memory. What phase 1 asks the
// caller for is exactly the sum.
#ifndef OPENACLNN_RUNTIME_EXECUTOR_LEDGER_H_
#define OPENACLNN_RUNTIME_EXECUTOR_LEDGER_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"

namespace openaclnn {

// Offsets are multiples of this; the workspace itself comes from aclrtMalloc, which aligns to at
// least as much.
inline constexpr int64_t kWorkspaceAlignment = 64;

class Ledger {
 public:
  // Books `bytes` bytes that are written first in step `first_step` and read last in `last_step`;
  // returns the entry's number. `name` says what it is for and must outlive the ledger.
  int Book(const char* name, int64_t bytes, int first_step, int last_step);

  // The entry is also needed in `step`.
  void Extend(int entry, int step);

  // Gives every entry its place. Call once, after the last Book and Extend.
  void Place();

  // After Place(): where the entry begins, and what all of them need.
  int64_t offset(int entry) const { return entries_[static_cast<size_t>(entry)].offset; }
  int64_t total_bytes() const { return total_bytes_; }

 private:
  struct Entry {
    const char* name;
    int64_t bytes;
    int first_step;
    int last_step;
    int64_t offset;
  };
  absl::InlinedVector<Entry, 4> entries_;
  int64_t total_bytes_ = 0;
};

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_EXECUTOR_LEDGER_H_
