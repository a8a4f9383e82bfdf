// The skeleton of element-wise device kernels: queues, tiles, tails, types. An operator adds the
// computation on a tile of float32.
//
//   struct Scale {
//     static constexpr int kInputs = 1, kOutputs = 1, kBuffers = 0;
//     static __aicore__ inline void Compute(const Tile<Scale>& tile) {
//       Muls(tile.out[0], tile.in[0], 2.0f, tile.n);
//     }
//   };
//
// Host code lists the types of inputs and outputs it is compiled for, on which the operation may
// depend (variants.h).
//
// All operands are contiguous and have as many elements. An output may be an input's memory: of
// every tile all inputs are read before an output is written.
#ifndef OPENACLNN_OPS_DEVICE_ELEMENTWISE_KERNEL_H_
#define OPENACLNN_OPS_DEVICE_ELEMENTWISE_KERNEL_H_

#include <type_traits>

#include "kernel_operator.h"  // IWYU pragma: export
#include "ops/device/bits.h"  // IWYU pragma: export
#include "ops/device/convert.h"
#include "runtime/executor/elementwise_tiling.h"

namespace openaclnn::device {

using namespace AscendC;

// The type that an operation computes in: Op::Lane if it has one, else float32.
template <class Op>
constexpr auto LaneOf() {
  if constexpr (requires { typename Op::Lane; }) {
    return typename Op::Lane();
  } else {
    return 0.0f;
  }
}
template <class Op>
using Lane = decltype(LaneOf<Op>());

// The type that numbers of the type In are computed in.
template <typename In>
using LaneFor = std::conditional_t<std::is_same_v<In, int32_t>, int32_t, float>;

// The length of an array for so many: C++ has none of length 0.
constexpr int Room(int count) { return count > 0 ? count : 1; }

// What Op::Compute works on: n elements of each tensor, and the numbers of the call. It may write
// to the inputs, too. Operands of Op's own lane type, and of type int32_t, are not converted; the
// latter are to be reinterpreted where the lanes are float32.
template <class Op>
struct Tile {
  LocalTensor<Lane<Op>> in[Room(Op::kInputs)];
  LocalTensor<Lane<Op>> out[Op::kOutputs];
  LocalTensor<Lane<Op>> buffer[Room(Op::kBuffers)];
  const float* numbers;
  const int64_t* integers;  // the same numbers
  int32_t n;

  // Of the call's numbers, in the type that Op computes in.
  __aicore__ inline Lane<Op> Number(int k) const {
    if constexpr (std::is_same_v<Lane<Op>, float>) {
      return numbers[k];
    } else {
      return static_cast<Lane<Op>>(integers[k]);
    }
  }
};

template <class Op, typename In, typename Out = In>
class ElementwiseKernel {
 public:
  static constexpr int kInputs = Op::kInputs, kOutputs = Op::kOutputs;
  static constexpr bool kConvertsIn = sizeof(In) < 4 && !std::is_same_v<In, Lane<Op>>;
  static constexpr bool kConvertsOut = sizeof(Out) < 4 && !std::is_same_v<Out, Lane<Op>>;
  static constexpr int kFloats = Op::kBuffers + (kConvertsIn ? kInputs : 0) +
                                 (kConvertsOut ? kOutputs : 0) +
                                 (kConvertsIn || kConvertsOut ? kConvertBuffers : 0);
  // What an element takes of the unified buffer. Everything is there twice in the queues, so that
  // copies and computation can overlap.
  static constexpr int kBytesPerElement =
      2 * (kInputs * sizeof(In) + kOutputs * sizeof(Out)) + kFloats * sizeof(float);

  __aicore__ inline void Run(GM_ADDR const (&tensors)[kInputs + kOutputs],
                             const ElementwiseTiling& tiling) {
    tiling_ = tiling;
    for (int i = 0; i < kInputs; ++i)
      source_[i].SetGlobalBuffer(reinterpret_cast<__gm__ In*>(tensors[i]), tiling.total);
    for (int i = 0; i < kOutputs; ++i)
      result_[i].SetGlobalBuffer(reinterpret_cast<__gm__ Out*>(tensors[kInputs + i]), tiling.total);
    if constexpr (kInputs > 0)
      pipe_.InitBuffer(in_queue_, 2, kInputs * tiling.capacity * sizeof(In));
    pipe_.InitBuffer(out_queue_, 2, kOutputs * tiling.capacity * sizeof(Out));
    if constexpr (kFloats > 0) pipe_.InitBuffer(floats_, kFloats * tiling.capacity * sizeof(float));

    const int64_t begin = GetBlockIdx() * tiling.perBlock;
    const int64_t end = GetBlockIdx() + 1 == GetBlockNum() ? tiling.total : begin + tiling.perBlock;
    int32_t count = 0;
    for (int64_t at = begin; at < end; at += count) {
      count = end - at <= tiling.capacity ? static_cast<int32_t>(end - at) : tiling.tile;
      if constexpr (kInputs > 0) CopyIn(at, count);
      Compute(count);
      CopyOut(at, count);
    }
  }

 private:
  // Without DataCopyPad copies move whole blocks of 32 bytes. The last elements of a tile are then
  // copied as a block of their own, which overlaps the one before: in the unified buffer it stands
  // behind it.
  static constexpr int32_t kBlock = 32 / (sizeof(In) < sizeof(Out) ? sizeof(In) : sizeof(Out));

  // Elements a tile takes in the unified buffer.
  __aicore__ inline int32_t Length(int32_t count) const {
    return tiling_.hasPad ? count : (count + kBlock - 1) / kBlock * kBlock;
  }

  __aicore__ inline void CopyIn(int64_t at, int32_t count) {
    LocalTensor<In> all = in_queue_.template AllocTensor<In>();
    for (int i = 0; i < kInputs; ++i) {
      LocalTensor<In> local = all[i * tiling_.capacity];
      if (tiling_.hasPad) {
        DataCopyPad(local, source_[i][at],
                    DataCopyExtParams{1, static_cast<uint32_t>(count * sizeof(In)), 0, 0, 0},
                    DataCopyPadExtParams<In>{false, 0, 0, In(0)});
        continue;
      }
      const int32_t whole = count / kBlock * kBlock;
      DataCopy(local, source_[i][at], whole);
      if (whole < count) DataCopy(local[whole], source_[i][at + count - kBlock], kBlock);
    }
    in_queue_.EnQue(all);
  }

  __aicore__ inline void Compute(int32_t count) {
    LocalTensor<In> in;
    if constexpr (kInputs > 0) in = in_queue_.template DeQue<In>();
    LocalTensor<Out> out = out_queue_.template AllocTensor<Out>();
    int next = 0;
    const auto buffer = [&]() { return floats_.template Get<float>()[next++ * tiling_.capacity]; };
    Tile<Op> tile;
    tile.numbers = tiling_.numbers;
    tile.integers = tiling_.integers;
    tile.n = Length(count);
    LocalTensor<float> scratch[kConvertBuffers];
    if constexpr (kConvertsIn || kConvertsOut) {
      for (auto& tensor : scratch) tensor = buffer();
    }
    for (int i = 0; i < kInputs; ++i) {
      LocalTensor<In> local = in[i * tiling_.capacity];
      if constexpr (kConvertsIn) {
        tile.in[i] = buffer();
        Widen(tile.in[i], local, scratch, tiling_.keepsInfNan, tile.n);
      } else {
        tile.in[i] = local.template ReinterpretCast<Lane<Op>>();
      }
    }
    for (int i = 0; i < kOutputs; ++i) {
      if constexpr (kConvertsOut) {
        tile.out[i] = buffer();
      } else {
        tile.out[i] = out[i * tiling_.capacity].template ReinterpretCast<Lane<Op>>();
      }
    }
    for (int i = 0; i < Op::kBuffers; ++i)
      tile.buffer[i] = buffer().template ReinterpretCast<Lane<Op>>();
    Op::Compute(tile);
    if constexpr (kConvertsOut) {
      for (int i = 0; i < kOutputs; ++i)
        Narrow(out[i * tiling_.capacity], tile.out[i], scratch, tiling_.keepsInfNan, tile.n);
    }
    if constexpr (kInputs > 0) in_queue_.FreeTensor(in);
    out_queue_.EnQue(out);
  }

  __aicore__ inline void CopyOut(int64_t at, int32_t count) {
    LocalTensor<Out> all = out_queue_.template DeQue<Out>();
    for (int i = 0; i < kOutputs; ++i) {
      LocalTensor<Out> local = all[i * tiling_.capacity];
      if (tiling_.hasPad) {
        DataCopyPad(result_[i][at], local,
                    DataCopyExtParams{1, static_cast<uint32_t>(count * sizeof(Out)), 0, 0, 0});
        continue;
      }
      const int32_t whole = count / kBlock * kBlock;
      DataCopy(result_[i][at], local, whole);
      if (whole < count) {
        PipeBarrier<PIPE_MTE3>();  // the same elements twice
        DataCopy(result_[i][at + count - kBlock], local[whole], kBlock);
      }
    }
    out_queue_.FreeTensor(all);
  }

  TPipe pipe_;
  TQue<TPosition::VECIN, 1> in_queue_;    // all inputs of a tile, one behind the other
  TQue<TPosition::VECOUT, 1> out_queue_;  // all outputs
  TBuf<TPosition::VECCALC> floats_;
  GlobalTensor<In> source_[Room(kInputs)];
  GlobalTensor<Out> result_[kOutputs];
  ElementwiseTiling tiling_;
};

// The entry points: of the operation Op on tensors of the types In and Out, whose addresses are so
// many Tensor.
template <class Op, typename In, typename Out, typename... Tensor>
__global__ __aicore__ void elementwise(Tensor... tensor, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(ElementwiseTiling, data, tiling);
  GM_ADDR addresses[] = {tensor...};
  ElementwiseKernel<Op, In, Out>().Run(addresses, data);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_ELEMENTWISE_KERNEL_H_
