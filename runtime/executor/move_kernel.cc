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
  __aicore__ inline DataCopyExtParams In() const {
    return {static_cast<uint16_t>(count), static_cast<uint32_t>(bytes),
            count == 1 ? 0 : step - bytes, 0, 0};
  }
  __aicore__ inline DataCopyExtParams Out() const {
    return {static_cast<uint16_t>(count), static_cast<uint32_t>(bytes), 0,
            count == 1 ? 0 : step - bytes, 0};
  }
  __aicore__ inline Runs One() const { return {1, bytes, bytes}; }
};

__aicore__ inline void CopyIn(const LocalTensor<uint8_t>& local, const GlobalTensor<uint8_t>& from,
                              int64_t offset, const Runs& runs) {
  const DataCopyPadExtParams<uint8_t> no_padding;
  if (runs.AreBlocks()) {
    DataCopyPad(local, from[static_cast<uint64_t>(offset)], runs.In(), no_padding);
    return;
  }
  for (int64_t i = 0; i < runs.count; ++i) {
    DataCopyPad(local[static_cast<uint32_t>(i * Slot(runs.bytes))],
                from[static_cast<uint64_t>(offset + i * runs.step)], runs.One().In(), no_padding);
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

// Calls `move` for all units of this block, at most `most` at a time.
template <typename Move>
__aicore__ inline void ForUnits(const MoveTiling& tiling, int64_t most, const Move& move) {
  const int64_t row = tiling.extents[tiling.rank - 1];
  int64_t unit = GetBlockIdx() * tiling.perBlock;
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
  ForUnits(data, MostRuns(data), [&](const Units& units) {
    LocalTensor<uint8_t> local = buffers.AllocTensor<uint8_t>();
    CopyIn(local, from, units.OffsetOf(data.from, data), units.RunsOf(data.from, data));
    buffers.EnQue(local);
    local = buffers.DeQue<uint8_t>();
    CopyOut(to, units.OffsetOf(data.to, data), local, units.RunsOf(data.to, data));
    buffers.FreeTensor(local);
  });
}

// Elements of the index that are in the unified buffer at a time, each in a block of its own.
constexpr int64_t kIndices = 256;

__global__ __aicore__ void gather_elements(GM_ADDR x, GM_ADDR index, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(GatherTiling, data, tiling);
  const MoveTiling& moved = data.move;
  TPipe pipe;
  Buffers buffers;
  TBuf<TPosition::VECCALC> index_buffer, zero_buffer;
  const auto slot = static_cast<uint32_t>(Slot(moved.piece));
  pipe.InitBuffer(buffers, 2, static_cast<uint32_t>(moved.room));
  pipe.InitBuffer(index_buffer, kIndices * kMoveSlot);
  pipe.InitBuffer(zero_buffer, slot);
  const LocalTensor<uint8_t> indices = index_buffer.Get<uint8_t>(),
                             zeros = zero_buffer.Get<uint8_t>();
  Duplicate(zeros.ReinterpretCast<int16_t>(), static_cast<int16_t>(0),
            static_cast<int32_t>(slot / sizeof(int16_t)));
  TQueSync<PIPE_V, PIPE_MTE3> zeros_are_there;
  zeros_are_there.SetFlag(0);
  zeros_are_there.WaitFlag(0);
  GlobalTensor<uint8_t> from, places, to;
  from.SetGlobalBuffer(x);
  places.SetGlobalBuffer(index);
  to.SetGlobalBuffer(y);

  // How far the element that the i-th index names is from the first; -1: there is none.
  const auto found = [&](int64_t i) -> int64_t {
    const LocalTensor<uint8_t> block = indices[static_cast<uint32_t>(i * kMoveSlot)];
    int64_t at = data.indexBytes == 4 ? block.ReinterpretCast<int32_t>().GetValue(0)
                                      : block.ReinterpretCast<int64_t>().GetValue(0);
    if (at < 0 && data.wraps != 0) at += data.extent;
    return at < data.extent ? at : -1;
  };
  TQueSync<PIPE_MTE2, PIPE_S> indices_are_there;
  TQueSync<PIPE_S, PIPE_MTE2> indices_were_read;
  ForUnits(moved, Std::min(MostRuns(moved), kIndices), [&](const Units& units) {
    Units numbers = units;
    numbers.within = 0;
    numbers.bytes = data.indexBytes;
    CopyIn(indices, places, numbers.OffsetOf(data.index, moved), numbers.RunsOf(data.index, moved));
    indices_are_there.SetFlag(0);
    indices_are_there.WaitFlag(0);

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
      const int64_t at = found(i);
      if (at < 0) {
        ++missing;
      } else {
        CopyIn(place(local, i), from, in_offset + i * in.step + at * data.step, one);
      }
    }
    buffers.EnQue(local);
    local = buffers.DeQue<uint8_t>();
    if (missing == 0) {
      CopyOut(to, out_offset, local, out);
    } else {
      for (int64_t i = 0; i < units.count; ++i) {
        CopyOut(to, out_offset + i * out.step, found(i) < 0 ? zeros : place(local, i), one);
      }
    }
    buffers.FreeTensor(local);
    indices_were_read.SetFlag(0);
    indices_were_read.WaitFlag(0);
  });
}

}  // namespace

constexpr aicore::DeviceKernel kMoveKernel = OPENACLNN_DEVICE_KERNEL(move_elements);
constexpr aicore::DeviceKernel kGatherKernel = OPENACLNN_DEVICE_KERNEL(gather_elements);

}  // namespace openaclnn
