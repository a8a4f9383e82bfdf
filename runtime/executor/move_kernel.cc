#include "runtime/executor/move_kernel.h"

#include "kernel_operator.h"
#include "runtime/executor/move_tiling.h"

namespace openaclnn {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

// Bytes between the blocks of a copy in global memory.
constexpr int64_t kMostGap = 0xffffffff;

__aicore__ inline int64_t Slot(int64_t bytes) {
  return (bytes + kMoveSlot - 1) / kMoveSlot * kMoveSlot;
}

// `count` runs of `bytes` each, `step` from one to the next in global memory.
struct Runs {
  int64_t count, bytes, step;

  // Whether one instruction copies them.
  __aicore__ inline bool AreBlocks() const {
    return count == 1 || (step >= bytes && step - bytes <= kMostGap);
  }
  // With a gap of so many slots between them in the unified buffer.
  __aicore__ inline DataCopyExtParams In(int64_t gap) const {
    return {static_cast<uint16_t>(count), static_cast<uint32_t>(bytes),
            count == 1 ? 0 : step - bytes, gap, 0};
  }
  __aicore__ inline DataCopyExtParams Out() const {
    return {static_cast<uint16_t>(count), static_cast<uint32_t>(bytes), 0,
            count == 1 ? 0 : step - bytes, 0};
  }
  __aicore__ inline Runs One() const { return {1, bytes, bytes}; }
};

__aicore__ inline void CopyIn(const LocalTensor<uint8_t>& local, const GlobalTensor<uint8_t>& from,
                              int64_t offset, const Runs& runs, int64_t gap = 0) {
  const DataCopyPadExtParams<uint8_t> no_padding;
  if (runs.AreBlocks()) {
    DataCopyPad(local, from[static_cast<uint64_t>(offset)], runs.In(gap), no_padding);
    return;
  }
  for (int64_t i = 0; i < runs.count; ++i) {
    DataCopyPad(local[static_cast<uint32_t>(i * (Slot(runs.bytes) + gap * kMoveSlot))],
                from[static_cast<uint64_t>(offset + i * runs.step)], runs.One().In(0), no_padding);
  }
}

__aicore__ inline void CopyOut(const GlobalTensor<uint8_t>& to, int64_t offset,
                               const LocalTensor<uint8_t>& local, const Runs& runs) {
  if (runs.AreBlocks()) {
    DataCopyPad(to[static_cast<uint64_t>(offset)], local, runs.Out());
    return;
  }
  for (int64_t i = 0; i < runs.count; ++i) {
    DataCopyPad(to[static_cast<uint64_t>(offset + i * runs.step)],
                local[static_cast<uint32_t>(i * Slot(runs.bytes))], runs.One().Out());
  }
}

// Runs next to each other along the last dimension, or a piece of one.
struct Units {
  int64_t run;     // the number of the first
  int64_t within;  // where the piece begins in its run
  int64_t count, bytes;

  __aicore__ inline int64_t OffsetOf(const MoveOperand& operand, const MoveTiling& tiling) const {
    int64_t offset = operand.offset + within;
    int64_t number = run;
    for (int64_t i = tiling.rank - 1; i >= 0; --i) {
      offset += number % tiling.extents[i] * operand.steps[i];
      number /= tiling.extents[i];
    }
    return offset;
  }
  __aicore__ inline Runs RunsOf(const MoveOperand& operand, const MoveTiling& tiling) const {
    return {count, bytes, operand.steps[tiling.rank - 1]};
  }
};

// Calls `move` for all units of a block, at most `most` at a time.
template <typename Move>
__aicore__ inline void ForUnits(const MoveTiling& tiling, int64_t block, int64_t most,
                                const Move& move) {
  const int64_t row = tiling.extents[tiling.rank - 1];
  int64_t unit = block * tiling.perBlock;
  const int64_t end = Std::min(unit + tiling.perBlock, tiling.units);
  while (unit < end) {
    Units units = {unit / tiling.pieces, unit % tiling.pieces * tiling.piece, 1, 0};
    units.bytes = Std::min(tiling.piece, tiling.run - units.within);
    if (tiling.pieces == 1) {
      const int64_t left = row - units.run % row;
      units.count = Std::min(Std::min(left, end - unit), most);
    }
    move(units);
    unit += units.count;
  }
}

// Fewer than 4096, which are too many for a copy, because buffers are smaller than 128 KiB.
__aicore__ inline int64_t MostRuns(const MoveTiling& tiling) {
  return tiling.room / Slot(tiling.piece);
}

// Two buffers: while one is copied out, the next is copied in.
using Buffers = TQueBind<TPosition::VECIN, TPosition::VECOUT, 2>;

__global__ __aicore__ void move_elements(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(MoveTiling, data, tiling);
  TPipe pipe;
  Buffers buffers;
  pipe.InitBuffer(buffers, 2, static_cast<uint32_t>(data.room));
  GlobalTensor<uint8_t> from, to;
  from.SetGlobalBuffer(x);
  to.SetGlobalBuffer(y);
  ForUnits(data, GetBlockIdx(), MostRuns(data), [&](const Units& units) {
    LocalTensor<uint8_t> local = buffers.AllocTensor<uint8_t>();
    CopyIn(local, from, units.OffsetOf(data.from, data), units.RunsOf(data.from, data));
    buffers.EnQue(local);
    local = buffers.DeQue<uint8_t>();
    CopyOut(to, units.OffsetOf(data.to, data), local, units.RunsOf(data.to, data));
    buffers.FreeTensor(local);
  });
}

// Waits in one pipe for what another has done up to here.
template <pipe_t from, pipe_t to>
__aicore__ inline void Wait() {
  TQueSync<from, to> done;
  done.SetFlag(0);
  done.WaitFlag(0);
}

// Elements of an index that are in the unified buffer at a time.
class Index {
 public:
  // In each 32 bytes one, from the runs of an index.
  static constexpr int64_t kMost = 256;

  __aicore__ inline void Init(TPipe& pipe, GM_ADDR index, const IndexTiling& tiling) {
    tiling_ = &tiling;
    pipe.InitBuffer(buffer_, kMost * kMoveSlot);
    from_.SetGlobalBuffer(index);
    local_ = buffer_.Get<uint8_t>();
  }

  // Those of some units.
  __aicore__ inline void Read(const Units& units, const MoveTiling& move) {
    Units numbers = units;
    numbers.within = 0;
    numbers.bytes = tiling_->bytes;
    Copy(numbers.OffsetOf(tiling_->operand, move), numbers.RunsOf(tiling_->operand, move));
    pitch_ = kMoveSlot;
  }

  // `count` that are next to each other, from the `first` on.
  static constexpr int64_t kMostInRow = kMost * kMoveSlot / static_cast<int64_t>(sizeof(int64_t));
  __aicore__ inline void ReadRow(int64_t first, int64_t count) {
    const int64_t bytes = count * tiling_->bytes;
    Copy(tiling_->operand.offset + first * tiling_->bytes, {1, bytes, bytes});
    pitch_ = tiling_->bytes;
  }

  // The place that the i-th names; -1: there is none.
  __aicore__ inline int64_t Find(int64_t i) const {
    const auto element = static_cast<uint32_t>(i * pitch_ / tiling_->bytes);
    int64_t at = tiling_->bytes == 4 ? local_.ReinterpretCast<int32_t>().GetValue(element)
                                     : local_.ReinterpretCast<int64_t>().GetValue(element);
    if (at < 0 && tiling_->wraps != 0) at += tiling_->extent;
    return at >= 0 && at < tiling_->extent ? at : -1;
  }

 private:
  __aicore__ inline void Copy(int64_t offset, const Runs& runs) {
    Wait<PIPE_S, PIPE_MTE2>();  // for the elements before
    CopyIn(local_, from_, offset, runs);
    Wait<PIPE_MTE2, PIPE_S>();
  }

  const IndexTiling* tiling_;
  TBuf<TPosition::VECCALC> buffer_;
  GlobalTensor<uint8_t> from_;
  LocalTensor<uint8_t> local_;
  int64_t pitch_;
};

__global__ __aicore__ void gather_elements(GM_ADDR x, GM_ADDR index, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(IndexedTiling, data, tiling);
  const MoveTiling& moved = data.move;
  TPipe pipe;
  Buffers buffers;
  TBuf<TPosition::VECCALC> zero_buffer;
  Index places;
  const auto slot = static_cast<uint32_t>(Slot(moved.piece));
  pipe.InitBuffer(buffers, 2, static_cast<uint32_t>(moved.room));
  pipe.InitBuffer(zero_buffer, slot);
  places.Init(pipe, index, data.index);
  const LocalTensor<uint8_t> zeros = zero_buffer.Get<uint8_t>();
  Duplicate(zeros.ReinterpretCast<int16_t>(), static_cast<int16_t>(0),
            static_cast<int32_t>(slot / sizeof(int16_t)));
  Wait<PIPE_V, PIPE_MTE3>();
  GlobalTensor<uint8_t> from, to;
  from.SetGlobalBuffer(x);
  to.SetGlobalBuffer(y);
  ForUnits(moved, GetBlockIdx(), Std::min(MostRuns(moved), Index::kMost), [&](const Units& units) {
    places.Read(units, moved);
    const Runs one = {1, units.bytes, units.bytes};
    const Runs in = units.RunsOf(moved.from, moved), out = units.RunsOf(moved.to, moved);
    const int64_t in_offset = units.OffsetOf(moved.from, moved),
                  out_offset = units.OffsetOf(moved.to, moved);
    const auto place = [&](const LocalTensor<uint8_t>& local, int64_t i) {
      return local[static_cast<uint32_t>(i * Slot(units.bytes))];
    };
    LocalTensor<uint8_t> local = buffers.AllocTensor<uint8_t>();
    int64_t missing = 0;
    for (int64_t i = 0; i < units.count; ++i) {
      const int64_t at = places.Find(i);
      if (at < 0) {
        ++missing;
      } else {
        CopyIn(place(local, i), from, in_offset + i * in.step + at * data.index.step, one);
      }
    }
    buffers.EnQue(local);
    local = buffers.DeQue<uint8_t>();
    if (missing == 0) {
      CopyOut(to, out_offset, local, out);
    } else {
      for (int64_t i = 0; i < units.count; ++i) {
        const bool found = places.Find(i) >= 0;
        CopyOut(to, out_offset + i * out.step, found ? place(local, i) : zeros, one);
      }
    }
    buffers.FreeTensor(local);
  });
}

// Words are elements of 2 or 4 bytes, or halves of those of 8. Before each row in the unified
// buffer there is a slot for a zero, which is what an index finds that has no place.
template <typename Word>
__aicore__ inline void GatherWords(GM_ADDR x, GM_ADDR index, GM_ADDR y, const IndexedTiling& data) {
  const MoveTiling& moved = data.move;
  const int64_t words = data.element / static_cast<int64_t>(sizeof(Word));
  const int64_t row = data.index.extent * data.element, pitch = kMoveSlot + Slot(row);
  TPipe pipe;
  Index places;
  TQue<TPosition::VECIN, 2> rows;
  TQue<TPosition::VECOUT, 2> results;
  TBuf<TPosition::VECCALC> offset_buffer;
  pipe.InitBuffer(rows, 2, static_cast<uint32_t>(moved.room));
  pipe.InitBuffer(results, 2, static_cast<uint32_t>(moved.room));
  pipe.InitBuffer(offset_buffer,
                  static_cast<uint32_t>(Index::kMostInRow * words * sizeof(uint32_t)));
  places.Init(pipe, index, data.index);
  const LocalTensor<uint32_t> offsets = offset_buffer.Get<uint32_t>();
  GlobalTensor<uint8_t> from, to;
  from.SetGlobalBuffer(x);
  to.SetGlobalBuffer(y);

  const int64_t columns = moved.run / data.element;
  const int64_t most = Std::min(moved.room / pitch, MostRuns(moved));
  for (int64_t first = 0; first < columns; first += Index::kMostInRow) {
    const int64_t count = Std::min(columns - first, Index::kMostInRow);
    places.ReadRow(first, count);
    Wait<PIPE_V, PIPE_S>();
    bool all_found = true;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = places.Find(i);
      all_found = all_found && at >= 0;
      for (int64_t word = 0; word < words; ++word) {
        const int64_t offset = (at < 0 ? 0 : kMoveSlot + at * data.element) + word * sizeof(Word);
        offsets.SetValue(static_cast<uint32_t>(i * words + word), static_cast<uint32_t>(offset));
      }
    }
    Wait<PIPE_S, PIPE_V>();
    ForUnits(moved, GetBlockIdx(), most, [&](Units units) {
      units.bytes = row;
      LocalTensor<uint8_t> local = rows.AllocTensor<uint8_t>();
      CopyIn(local[static_cast<uint32_t>(kMoveSlot)], from, units.OffsetOf(moved.from, moved),
             units.RunsOf(moved.from, moved), 1);
      rows.EnQue(local);
      local = rows.DeQue<uint8_t>();
      if (!all_found) {
        for (int64_t i = 0; i < units.count; ++i) {
          Duplicate(local[static_cast<uint32_t>(i * pitch)].ReinterpretCast<int16_t>(),
                    static_cast<int16_t>(0), static_cast<int32_t>(kMoveSlot / sizeof(int16_t)));
        }
        PipeBarrier<PIPE_V>();
      }
      units.within = first * data.element;
      units.bytes = count * data.element;
      LocalTensor<uint8_t> result = results.AllocTensor<uint8_t>();
      for (int64_t i = 0; i < units.count; ++i) {
        const auto at = static_cast<uint32_t>(i * Slot(units.bytes));
        Gather(result[at].template ReinterpretCast<Word>(), local.template ReinterpretCast<Word>(),
               offsets, static_cast<uint32_t>(i * pitch), static_cast<uint32_t>(count * words));
      }
      rows.FreeTensor(local);
      results.EnQue(result);
      result = results.DeQue<uint8_t>();
      CopyOut(to, units.OffsetOf(moved.to, moved), result, units.RunsOf(moved.to, moved));
      results.FreeTensor(result);
    });
  }
}

__global__ __aicore__ void gather_rows(GM_ADDR x, GM_ADDR index, GM_ADDR y, GM_ADDR workspace,
                                       GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(IndexedTiling, data, tiling);
  if (data.element == sizeof(uint16_t)) {
    GatherWords<uint16_t>(x, index, y, data);
  } else {
    GatherWords<uint32_t>(x, index, y, data);
  }
}

__global__ __aicore__ void put_elements(GM_ADDR x, GM_ADDR index, GM_ADDR y, GM_ADDR workspace,
                                        GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(IndexedTiling, data, tiling);
  const MoveTiling& moved = data.move;
  TPipe pipe;
  Buffers buffers;
  Index places;
  pipe.InitBuffer(buffers, 2, static_cast<uint32_t>(moved.room));
  places.Init(pipe, index, data.index);
  GlobalTensor<uint8_t> from, to;
  from.SetGlobalBuffer(x);
  to.SetGlobalBuffer(y);
  // What is put by this block.
  const int64_t range = (data.index.extent + data.ranges - 1) / data.ranges;
  const int64_t begin = GetBlockIdx() % data.ranges * range;
  const auto is_own = [&](int64_t at) { return at >= begin && at < begin + range; };
  const int64_t most = Std::min(MostRuns(moved), Index::kMost);
  // A bit for each place, many of which have the same: what was put since the last barrier.
  uint64_t put = 0;
  ForUnits(moved, GetBlockIdx() / data.ranges, most, [&](const Units& units) {
    places.Read(units, moved);
    const Runs one = {1, units.bytes, units.bytes};
    const Runs in = units.RunsOf(moved.from, moved), out = units.RunsOf(moved.to, moved);
    const int64_t in_offset = units.OffsetOf(moved.from, moved),
                  out_offset = units.OffsetOf(moved.to, moved);
    const auto place = [&](const LocalTensor<uint8_t>& local, int64_t i) {
      return local[static_cast<uint32_t>(i * Slot(units.bytes))];
    };
    LocalTensor<uint8_t> local = buffers.AllocTensor<uint8_t>();
    if (data.ranges == 1) {
      CopyIn(local, from, in_offset, in);
    } else {
      for (int64_t i = 0; i < units.count; ++i) {
        if (is_own(places.Find(i))) CopyIn(place(local, i), from, in_offset + i * in.step, one);
      }
    }
    buffers.EnQue(local);
    local = buffers.DeQue<uint8_t>();
    for (int64_t i = 0; i < units.count; ++i) {
      const int64_t at = places.Find(i);
      if (!is_own(at)) continue;
      if (out.step == 0) {
        const uint64_t bit = uint64_t{1} << (at % 64);
        if ((put & bit) != 0) {
          PipeBarrier<PIPE_MTE3>();
          put = 0;
        }
        put |= bit;
      }
      CopyOut(to, out_offset + i * out.step + at * data.index.step, place(local, i), one);
    }
    buffers.FreeTensor(local);
  });
}

}  // namespace

constexpr aicore::DeviceKernel kMoveKernel = OPENACLNN_DEVICE_KERNEL(move_elements);
constexpr aicore::DeviceKernel kGatherKernel = OPENACLNN_DEVICE_KERNEL(gather_elements);
constexpr aicore::DeviceKernel kGatherRowsKernel = OPENACLNN_DEVICE_KERNEL(gather_rows);
constexpr aicore::DeviceKernel kPutKernel = OPENACLNN_DEVICE_KERNEL(put_elements);

}  // namespace openaclnn
