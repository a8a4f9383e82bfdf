#include "runtime/executor/ledger.h"

#include <algorithm>

namespace openaclnn {
namespace {

int64_t RoundUp(int64_t bytes) {
  return (bytes + kWorkspaceAlignment - 1) / kWorkspaceAlignment * kWorkspaceAlignment;
}

}  // namespace

int Ledger::Book(const char* name, int64_t bytes, int first_step, int last_step) {
  entries_.push_back({name, bytes, first_step, last_step, 0});
  return static_cast<int>(entries_.size()) - 1;
}

void Ledger::Extend(int entry, int step) {
  Entry& booked = entries_[static_cast<size_t>(entry)];
  booked.first_step = std::min(booked.first_step, step);
  booked.last_step = std::max(booked.last_step, step);
}

void Ledger::Place() {
  // First fit, largest first: with the handful of temporaries an operator has, this is as good as
  // an optimal packing.
  absl::InlinedVector<Entry*, 4> order;
  for (Entry& entry : entries_) order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(),
                   [](const Entry* a, const Entry* b) { return a->bytes > b->bytes; });
  for (size_t i = 0; i < order.size(); ++i) {
    Entry& entry = *order[i];
    entry.offset = 0;
    bool moved = true;
    while (moved) {
      moved = false;
      for (size_t k = 0; k < i; ++k) {
        const Entry& placed = *order[k];
        const bool meet_in_time =
            entry.first_step <= placed.last_step && placed.first_step <= entry.last_step;
        const bool meet_in_space = entry.offset < placed.offset + placed.bytes &&
                                   placed.offset < entry.offset + entry.bytes;
        if (meet_in_time && meet_in_space) {
          entry.offset = RoundUp(placed.offset + placed.bytes);
          moved = true;
        }
      }
    }
    total_bytes_ = std::max(total_bytes_, entry.offset + entry.bytes);
  }
}

}  // namespace openaclnn
