// Which blocks of a launch may go on, and what they know of the others then.
#ifndef OPENACLNN_RUNTIME_AICORE_MEETINGS_H_
#define OPENACLNN_RUNTIME_AICORE_MEETINGS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "runtime/aicore/core.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/meeting.h"
#include "runtime/aicore/order.h"

namespace openaclnn::aicore {

class Meetings {
 public:
  explicit Meetings(int64_t blocks) : count_(static_cast<size_t>(blocks)) {}

  void Arrive(int64_t block, const Arrival& arrival);
  // How often the block has come there.
  int64_t Arrived(int64_t block, const Meeting& meeting);
  // How often it has gone on from there.
  int64_t Passed(int64_t block, const Meeting& meeting);
  // The first block without which `block` cannot go on from there, or -1.
  int64_t Missing(int64_t block, const Meeting& meeting);

  // The block goes on, for which it has waited since that arrival of its own, until that cycle.
  struct Wait {
    Order::Knowledge own;
    int64_t until = 0;
  };
  Wait Pass(int64_t block, const Meeting& meeting);
  // All blocks go on from a meeting of all, before which everything was complete. Returns the cycle
  // in which the last came.
  int64_t PassAll(const Meeting& meeting);

  // Whether the block knows that the other's access is complete.
  bool Knows(int64_t block, int64_t other, const Core::Access& access) const {
    if (blocks_.empty()) return false;
    const Table* const table = blocks_[static_cast<size_t>(block)].known.get();
    if (table == nullptr) return false;
    const bool scalar_read = access.pipe == Pipe::kScalar && access.kind == Core::Access::kRead;
    const size_t column = scalar_read ? kScalarReads : static_cast<size_t>(access.pipe);
    return (*table)[static_cast<size_t>(other)][column] >= access.count;
  }

 private:
  // Of a block, and each pipe of it, the count up to which accesses are complete.
  static constexpr size_t kScalarReads = kPipes;  // beside what the scalar unit writes
  using Complete = std::array<uint32_t, kPipes + 1>;
  using Table = std::vector<Complete>;  // of each block
  struct Record {
    Order::Signalled complete;
    std::shared_ptr<const Table> known;  // what the block knew of others
    int64_t awaited;                     // by so many blocks, itself included
  };
  struct Place {
    Meeting meeting;
    int64_t passed = 0;
    int64_t dropped = 0;  // arrivals before those of `records`
    std::deque<Record> records;
  };
  struct Block {
    std::vector<Place> places;
    std::shared_ptr<const Table> known;  // null: nothing
  };

  Place& At(int64_t block, const Meeting& meeting);

  size_t count_;
  std::vector<Block> blocks_;  // empty until one arrives or asks: most kernels never meet
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_MEETINGS_H_
