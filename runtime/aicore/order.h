// Which accesses of one block come before which. The pipes of a core run beside each other and are
// ordered only by flags, barriers and queues. So each access is compared with those that nothing
// has ordered before it, and a conflict is reported however the simulator happened to run them.
//
// The method is that of vector clocks. Each pipe counts its releases (flags it has set, barriers);
// an access carries its pipe's count. A pipe that waits for a flag learns what the other had done
// and learnt until then. An access comes before another if the other's pipe has learnt of its
// count. Source of the rules: the project's facts (pipes.md A1 to A7).
#ifndef OPENACLNN_RUNTIME_AICORE_ORDER_H_
#define OPENACLNN_RUNTIME_AICORE_ORDER_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/aicore/access_ranges.h"
#include "runtime/aicore/cost.h"
#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

class Order {
 public:
  // A point in time, and the event at whose end it lies (of the block's trace; -1: none).
  struct Moment {
    int64_t cycle = 0;
    int32_t event = -1;
    void Join(const Moment& other) {
      if (other.cycle > cycle) *this = other;
    }
  };

  // What a pipe knows to be complete: of each pipe, the accesses up to that count.
  struct Knowledge {
    std::array<uint32_t, kPipes> done = {};
    Moment when = {};  // since when; of launches that are timed
    void Join(const Knowledge& other) {
      for (size_t p = 0; p < kPipes; ++p) done[p] = std::max(done[p], other.done[p]);
    }
  };

  struct Access {
    uint64_t begin;  // in the unified buffer, or of global memory
    uint64_t end;
    uint32_t count;   // its pipe's, when it was made
    uint32_t number;  // of the instruction among those of its pipe
    Pipe pipe;
    bool write;
    bool atomic = false;  // additions in memory disturb no others
    const char* instruction = "";
    const void* site = nullptr;  // where the kernel called it
  };

  // A new block. `manual`: nothing is ordered but by the kernel; else the vendor's compiler orders
  // the scalar unit and every other, and instructions of the vector unit. `vector_in_order`: the
  // hardware does the latter.
  void Begin(bool manual, bool vector_in_order, bool timed);

  // SetFlag on `from`: what it knows when it comes there, its own accesses included.
  Knowledge Release(Pipe from);
  // WaitFlag on `to`. What the scalar unit waited for has happened for all it issues afterwards.
  void Acquire(Pipe to, const Knowledge& knowledge);
  // PipeBarrier of a pipe, and of all.
  void Barrier(Pipe pipe);
  void BarrierAll();
  // What another core may count on that waits for a flag set on `from`, and when it is set. Beside
  // that, what the scalar unit has read: it has the values, so all up to that count is complete.
  struct Signalled {
    Knowledge knowledge;
    uint32_t scalar_reads = 0;
  };
  Signalled Signal(Pipe from);
  // The count of the pipe's next access.
  uint32_t count(Pipe pipe) const { return counts_[static_cast<size_t>(pipe)]; }

  // --- time, from the same edges; of launches that are timed ---

  // An instruction that has been compared with all before it, and is event number `event`. The
  // scalar unit issues it, and it starts when its pipe can; `after` is what it waited for last.
  struct Span {
    int64_t issue;
    int64_t start;
    int64_t free;   // the next one of its pipe may start
    int64_t end;    // its results are there
    int32_t after;  // event
  };
  Span Execute(Pipe pipe, const Cost& cost, int32_t event);
  // When everything so far will be complete.
  Moment End() const;
  // All pipes wait for that cycle.
  void AdvanceTo(int64_t cycle);

  // Notes an access and returns an earlier one that it conflicts with, or null. It stays valid
  // until the next call. `buffer`: the buffer of the unified buffer.
  const Access* TouchLocal(int32_t buffer, Access access);
  // Whether accesses of these two pipes are in order without any flag or barrier.
  bool InOrder(Pipe pipe, Pipe earlier) const {
    if (pipe != earlier) return false;
    // A timed launch counts the barriers that hardware or compiler put between.
    return pipe == Pipe::kScalar || (pipe == Pipe::kVector && !timed_ && OrdersVector());
  }
  // Counts releases: an access after one is not known to whoever learns of it, so it must be noted
  // although the pipe has made the same access before.
  uint64_t changes() const { return changes_; }
  const Access* TouchGlobal(const Access& access);

  // The buffers are [0, buffers); the new one may have had other uses before TPipe::Reset.
  void AddBuffer(uint64_t begin, uint64_t end);
  void DropBuffers();

 private:
  // The accesses to one buffer that may still matter.
  struct Log {
    // Of each pipe, the count of its newest read and write.
    std::array<uint32_t, kPipes> read = {};
    std::array<uint32_t, kPipes> written = {};
    std::vector<Access> accesses;
    size_t limit = kLeastLimit;
  };
  static constexpr size_t kLeastLimit = 64;
  bool Knows(Pipe pipe, const Access& earlier) const {
    return knowledge_[static_cast<size_t>(pipe)].done[static_cast<size_t>(earlier.pipe)] >=
           earlier.count;
  }
  // Whether the two conflict if they have bytes in common.
  bool Concurrent(const Access& access, const Access& earlier) const;
  // Two accesses that conflict, and that the compiler would order: does so.
  bool CompilerOrders(const Access& access, const Access& earlier);
  void Shorten(Log& log);

  bool OrdersVector() const { return vector_in_order_ || !manual_; }

  uint64_t changes_ = 0;
  bool timed_ = false;
  bool manual_ = false;
  bool vector_in_order_ = false;
  std::array<uint32_t, kPipes> counts_ = {};
  std::array<Knowledge, kPipes> knowledge_ = {};
  std::vector<Log> logs_;
  std::vector<Access> before_reset_;
  std::array<std::array<AccessRanges<Access>, 2>, kPipes> global_;  // [pipe][write]
  Access found_ = {};

  std::array<Moment, kPipes> next_ = {};      // when the pipe can start something
  std::array<Moment, kPipes> complete_ = {};  // when all it has started will be complete
  std::array<std::array<int64_t, kQueueDepth>, kPipes> starts_ = {};  // of its last instructions
  std::array<size_t, kPipes> started_ = {};
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_ORDER_H_
