// Small kernels in which something is missing that orders the pipes of a core, each with its right
// twin, which stays silent: what the twin has more is under `if constexpr (kRight)`.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_order.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/aicore/without_place.h"

namespace openaclnn::aicore {
namespace {

// --- copies and vector instructions ---

template <bool kRight>
__global__ __aicore__ void in_then_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, VectorReadsWhatIsStillCopiedIn) {
  EXPECT_ORDER_ALWAYS(in_then_vector,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which DataCopy writes on "
                      "MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void vector_then_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, CopyOutOfWhatIsStillComputed) {
  EXPECT_ORDER_ALWAYS(vector_then_out,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_then_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, CopyThrough) {
  EXPECT_ORDER_ALWAYS(in_then_out,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_over_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 128);
  PipeBarrier<PIPE_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
TEST(WrongOrderTest, ReuseOfABufferThatIsStillRead) {
  EXPECT_ORDER_ALWAYS(in_over_vector,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which Adds reads "
                      "on V, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE2" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void vector_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE3_V>();
  Duplicate(bench.a, 2.0f, 64);
}
TEST(WrongOrderTest, VectorOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER(vector_over_out, Sync::kAuto,
               "Duplicate: dst: V writes bytes 0 to 256 of its buffer, which DataCopy reads on "
               "MTE3, and nothing orders the two (WAR); SetFlag and WaitFlag of "
               "HardEvent::MTE3_V" +
                   std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  InOrder<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE3_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
TEST(WrongOrderTest, CopyInOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER_ALWAYS(in_over_out,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which DataCopy "
                      "reads on MTE3, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::MTE3_MTE2" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void vector_over_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_V>();
  Duplicate(bench.a, 2.0f, 64);
}
TEST(WrongOrderTest, VectorOverwritesWhatIsStillCopiedIn) {
  EXPECT_ORDER_ALWAYS(
      vector_over_in,
      "Duplicate: dst: V writes bytes 0 to 256 of its buffer, which DataCopy writes "
      "on MTE2, and nothing orders the two (WAW); SetFlag and WaitFlag of "
      "HardEvent::MTE2_V" +
          std::string(kQueue));
}

// What an instruction writes begins where it stops reading.
template <bool kRight>
__global__ __aicore__ void result_behind_operand(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  InOrder<HardEvent::MTE2_V>();
  Adds(bench.a[64], bench.a, 1.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a[64], 64);
}
TEST(WrongOrderTest, AResultBehindItsOperand) {
  EXPECT_ORDER_ALWAYS(result_behind_operand,
                      "DataCopy: src: MTE3 reads bytes 256 to 512 of its buffer, which Adds writes "
                      "on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

// Blocks that an instruction copies apart leave what is between them to others.
template <bool kRight>
__global__ __aicore__ void between_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopyPad(bench.a, bench.x, DataCopyExtParams(2, 32, 0, 1, 0), DataCopyPadExtParams<float>());
  Duplicate(bench.a[kRight ? 8 : 16], 1.0f, 8);
}
TEST(WrongOrderTest, BetweenBlocks) {
  EXPECT_ORDER_ALWAYS(between_blocks,
                      "Duplicate: dst: V writes bytes 64 to 96 of its buffer, which DataCopyPad "
                      "writes on MTE2, and nothing orders the two (WAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
}

// What was right before need not be so again: another pipe wrote between, or another flag was set.
template <bool kRight>
__global__ __aicore__ void reads_again(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 192);
  PipeBarrier<PIPE_V>();
  Adds(bench.a[192], bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE2>();
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_V>();
  PipeBarrier<PIPE_V>();
  Duplicate(bench.a[128], 3.0f, 64);
  Adds(bench.a[192], bench.a, 1.0f, 64);
}
template <bool kRight>
__global__ __aicore__ void reads_behind_the_flag(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 128);
  PipeBarrier<PIPE_V>();
  Adds(bench.a[128], bench.a, 1.0f, 64);
  if constexpr (!kRight) SetFlag<HardEvent::V_MTE2>(0);
  Adds(bench.a[192], bench.a, 1.0f, 64);
  if constexpr (kRight) SetFlag<HardEvent::V_MTE2>(0);
  WaitFlag<HardEvent::V_MTE2>(0);
  DataCopy(bench.a, bench.x, 64);
}
TEST(WrongOrderTest, WhatWasRightBefore) {
  EXPECT_ORDER_ALWAYS(reads_again,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which DataCopy writes on "
                      "MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
  EXPECT_ORDER_ALWAYS(reads_behind_the_flag,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which Adds reads "
                      "on V, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE2" +
                          std::string(kQueue));
}

// --- within one pipe ---

template <bool kRight>
__global__ __aicore__ void vector_then_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                              GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) PipeBarrier<PIPE_V>();
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, DependentVectorInstructions) {
  EXPECT_ORDER_MANUAL(vector_then_vector,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which Duplicate writes on "
                      "V, and nothing orders the two (RAW); PipeBarrier<PIPE_V> does");
  // The hardware of Ascend 950 does.
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(vector_then_vector<false>);
  EXPECT_EQ(RunWrong(kKernel, "Ascend950PR_9599", Checks::kStrict, 1, Sync::kManual),
            absl::OkStatus());
}

template <bool kRight>
__global__ __aicore__ void in_over_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE2>();
  DataCopy(bench.a[32], bench.x, 64);
}
TEST(WrongOrderTest, CopiesInToTheSameBytes) {
  EXPECT_ORDER_ALWAYS(in_over_in,
                      "DataCopy: dst: MTE2 writes bytes 128 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE2> "
                      "does");
}

// The same bytes as before, to and fro.
template <bool kRight>
__global__ __aicore__ void in_over_in_again(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE2>();
  DataCopy(bench.a, bench.x, 64);
}
template <bool kRight>
__global__ __aicore__ void vector_in_place(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  PipeBarrier<PIPE_V>();
  Adds(bench.a, bench.a, 1.0f, 64);
  if constexpr (kRight) PipeBarrier<PIPE_V>();
  Adds(bench.a, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, TheSameAccessAgain) {
  EXPECT_ORDER_ALWAYS(in_over_in_again,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE2> "
                      "does");
  EXPECT_ORDER_MANUAL(vector_in_place,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which Adds writes on V, "
                      "and nothing orders the two (RAW); PipeBarrier<PIPE_V> does");
}

// The source has been read before, and is now written, and then copied.
template <bool kRight>
__global__ __aicore__ void in_place_then_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  InOrder<HardEvent::MTE2_V>();
  Adds(bench.a, bench.a, 1.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, InPlace) {
  EXPECT_ORDER_ALWAYS(in_place_then_out,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Adds "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

// What a barrier of all pipes ordered is done once more, and then needs an order of its own.
template <bool kRight>
__global__ __aicore__ void again_after_a_barrier(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  PipeBarrier<PIPE_ALL>();
  Duplicate(bench.a, 2.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, TheSameAccessAfterABarrierOfAllPipes) {
  EXPECT_ORDER_ALWAYS(again_after_a_barrier,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void out_over_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) PipeBarrier<PIPE_MTE3>();
  DataCopy(bench.y[56], bench.a, 8);
}
TEST(WrongOrderTest, CopiesOutToTheSameBytes) {
  EXPECT_ORDER_ALWAYS(out_over_out,
                      "DataCopy: dst: MTE3 writes bytes 224 to 256 of y, which DataCopy writes on "
                      "MTE3, and nothing orders the two (WAW); PipeBarrier<PIPE_MTE3> does");
}

// Additions in memory disturb no others.
__global__ __aicore__ void adds_over_adds(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  SetAtomicAdd<float>();
  DataCopy(bench.y, bench.a, 64);
  DataCopy(bench.y, bench.a, 64);
  SetAtomicNone();
}
TEST(WrongOrderTest, AdditionsToTheSameBytesAreRight) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(adds_over_adds);
  EXPECT_EQ(RunWrong(kKernel, "Ascend910B3", Checks::kStrict, 1, Sync::kManual), absl::OkStatus());
}

// --- the scalar unit ---

template <bool kRight>
__global__ __aicore__ void scalar_reads(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  if constexpr (kRight) InOrder<HardEvent::V_S>();
  ASSERT(bench.a.GetValue(3) == 1.0f);
}
TEST(WrongOrderTest, ScalarReadsWhatIsStillComputed) {
  EXPECT_ORDER_MANUAL(scalar_reads,
                      "LocalTensor.GetValue: tensor: S reads bytes 12 to 16 of its buffer, which "
                      "Duplicate writes on V, and nothing orders the two (RAW); SetFlag and "
                      "WaitFlag of HardEvent::V_S do");
}

template <bool kRight>
__global__ __aicore__ void scalar_reads_copy(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_S>();
  ASSERT(bench.a.GetValue(3) == 1.0f);
}
TEST(WrongOrderTest, ScalarReadsWhatIsStillCopiedIn) {
  EXPECT_ORDER_MANUAL(scalar_reads_copy,
                      "LocalTensor.GetValue: tensor: S reads bytes 12 to 16 of its buffer, which "
                      "DataCopy writes on MTE2, and nothing orders the two (RAW); SetFlag and "
                      "WaitFlag of HardEvent::MTE2_S do");
}

template <bool kRight>
__global__ __aicore__ void scalar_writes(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 8; ++i) bench.a.SetValue(i, 2.0f);
  if constexpr (kRight) InOrder<HardEvent::S_V>();
  Adds(bench.b, bench.a, 1.0f, 8);
}
TEST(WrongOrderTest, VectorReadsWhatTheScalarUnitWrites) {
  EXPECT_ORDER_MANUAL(scalar_writes,
                      "Adds: src: V reads bytes 28 to 32 of its buffer, which "
                      "LocalTensor.SetValue writes on S, and nothing orders the two (RAW); SetFlag "
                      "and WaitFlag of HardEvent::S_V do");
}

template <bool kRight>
__global__ __aicore__ void scalar_writes_out(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 8; ++i) bench.a.SetValue(i, 2.0f);
  if constexpr (kRight) InOrder<HardEvent::S_MTE3>();
  DataCopy(bench.y, bench.a, 8);
}
TEST(WrongOrderTest, CopyOutOfWhatTheScalarUnitWrites) {
  EXPECT_ORDER_MANUAL(scalar_writes_out,
                      "DataCopy: src: MTE3 reads bytes 28 to 32 of its buffer, which "
                      "LocalTensor.SetValue writes on S, and nothing orders the two (RAW); SetFlag "
                      "and WaitFlag of HardEvent::S_MTE3 do");
}

template <bool kRight>
__global__ __aicore__ void scalar_overwrites(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE3_S>();
  bench.a.SetValue(0, 2.0f);
}
TEST(WrongOrderTest, ScalarOverwritesWhatIsStillCopiedOut) {
  EXPECT_ORDER_MANUAL(scalar_overwrites,
                      "LocalTensor.SetValue: dst: S writes bytes 0 to 4 of its buffer, which "
                      "DataCopy reads on MTE3, and nothing orders the two (WAR); SetFlag and "
                      "WaitFlag of HardEvent::MTE3_S do");
}

// What the scalar unit has waited for has happened for all it issues afterwards.
__global__ __aicore__ void scalar_orders_others(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  ASSERT(bench.a.GetValue(0) == 1.0f);  // the compiler's flag, MTE2_S
  Adds(bench.b, bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, TheCompilersFlagsOrderWhatFollows) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(scalar_orders_others);
  EXPECT_EQ(RunWrong(kKernel, "Ascend910B3", Checks::kStrict, 1, Sync::kAuto), absl::OkStatus());
}

// --- flags, queues ---

template <bool kRight>
__global__ __aicore__ void flag_too_early(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.b, bench.x, 64);
  if constexpr (!kRight) SetFlag<HardEvent::MTE2_V>(0);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) SetFlag<HardEvent::MTE2_V>(0);
  WaitFlag<HardEvent::MTE2_V>(0);
  Adds(bench.a[128], bench.b, 1.0f, 64);
  Adds(bench.a[192], bench.a, 1.0f, 64);
}
TEST(WrongOrderTest, AFlagCoversWhatIsBeforeItOnly) {
  EXPECT_ORDER_ALWAYS(flag_too_early,
                      "Adds: src: V reads bytes 0 to 256 of its buffer, which DataCopy writes on "
                      "MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_V" +
                          std::string(kQueue));
}

// A flag carries what its pipe had waited for, so V orders MTE2 before MTE3.
template <bool kRight>
__global__ __aicore__ void through_vector(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE2_V>();
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, FlagsAreTransitive) {
  EXPECT_ORDER_ALWAYS(through_vector,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which DataCopy "
                      "writes on MTE2, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

// A queue of VECIN hands over from MTE2 to V, not from V to MTE3.
template <bool kRight>
__global__ __aicore__ void wrong_queue(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TQue<kRight ? TPosition::VECOUT : TPosition::VECIN, 1> queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.template AllocTensor<float>();
  Duplicate(tensor, 1.0f, 64);
  queue.EnQue(tensor);
  tensor = queue.template DeQue<float>();
  DataCopy(tensors.y, tensor, 64);
  queue.FreeTensor(tensor);
}
TEST(WrongOrderTest, QueueOfTheWrongPosition) {
  EXPECT_ORDER_ALWAYS(wrong_queue,
                      "DataCopy: src: MTE3 reads bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void other_positions(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
  pipe.InitBuffer(queue, 1, 256);
  LocalTensor<float> tensor = queue.AllocTensor<float>();
  DataCopy(tensor, tensors.x, 64);
  queue.EnQue<TPosition::GM, TPosition::VECIN>(tensor);
  if constexpr (kRight) {
    tensor = queue.DeQue<TPosition::GM, TPosition::VECIN, float>();
  } else {
    tensor = queue.DeQue<TPosition::VECIN, TPosition::VECOUT, float>();
  }
  Adds(tensor, tensor, 1.0f, 64);
  queue.EnQue<TPosition::VECOUT, TPosition::GM>(tensor);
  tensor = queue.DeQue<TPosition::VECOUT, TPosition::GM, float>();
  DataCopy(tensors.y, tensor, 64);
  queue.FreeTensor(tensor);
}
TEST(WrongOrderTest, BothSidesOfAQueueNameTheSamePositions) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(other_positions<false>);
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(other_positions<true>);
  EXPECT_EQ(WithoutPlace(RunWrong(kWrong, "Ascend910B3"), __FILE__),
            "kernel other_positions<false>, block 0 of 2 (Ascend910B3): TQue.DeQue: asks for a "
            "tensor on its way from VECIN to VECOUT; EnQue sent the first one from GM to VECIN");
  for (const Sync sync : {Sync::kAuto, Sync::kManual})
    EXPECT_EQ(RunWrong(kRight, "Ascend910B3", Checks::kStrict, 2, sync), absl::OkStatus());
}

// The usual kernel: two buffers for each queue, several tiles.
__global__ __aicore__ void double_buffered(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const Tensors tensors(x, y);
  TPipe pipe;
  InQueue in;
  OutQueue out;
  pipe.InitBuffer(in, 2, 32);
  pipe.InitBuffer(out, 2, 32);
  for (uint32_t tile = 0; tile < 8; ++tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, tensors.x[tile * 8], 8);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Adds(b, a, 1.0f, 8);
    PipeBarrier<PIPE_V>();
    Mul(b, b, a, 8);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(tensors.y[tile * 8], b, 8);
    out.FreeTensor(b);
  }
}
TEST(WrongOrderTest, QueuesAreEnough) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(double_buffered);
  for (const Sync sync : {Sync::kAuto, Sync::kManual}) {
    for (const char* soc :
         {"Ascend910B3", "Ascend950PR_9599", "Ascend310P3", "Ascend910A", "Ascend310B1"})
      EXPECT_EQ(RunWrong(kKernel, soc, Checks::kStrict, 2, sync), absl::OkStatus()) << soc;
  }
}

// TQueSync is what products without SetFlag have.
template <bool kRight>
__global__ __aicore__ void queue_sync(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  if constexpr (kRight) {
    TQueSync<PIPE_MTE2, PIPE_MTE3> sync;
    sync.SetFlag(0);
    sync.WaitFlag(0);
  }
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongOrderTest, TQueSyncOrders) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(queue_sync<false>);
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(queue_sync<true>);
  EXPECT_FALSE(RunWrong(kWrong, "Ascend310B1").ok());
  EXPECT_EQ(RunWrong(kRight, "Ascend310B1"), absl::OkStatus());
}

// Memory planned anew is still used by what ran before.
template <bool kRight>
__global__ __aicore__ void after_reset(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  bench.pipe.Reset();
  TBuf<> buffer;
  bench.pipe.InitBuffer(buffer, 256);
  if constexpr (kRight) InOrder<HardEvent::V_MTE2>();
  DataCopy(buffer.Get<float>(), bench.x, 64);
}
TEST(WrongOrderTest, ResetOrdersNothing) {
  EXPECT_ORDER_ALWAYS(after_reset,
                      "DataCopy: dst: MTE2 writes bytes 0 to 256 of its buffer, which Duplicate "
                      "writes on V, and nothing orders the two (WAW); SetFlag and WaitFlag of "
                      "HardEvent::V_MTE2" +
                          std::string(kQueue));
}

// --- places ---

__global__ __aicore__ void places(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopyPad(bench.a, bench.x, DataCopyExtParams(1, 256, 0, 0, 0), DataCopyPadExtParams<float>());
  Exp(bench.b, bench.a, 64);
}
TEST(WrongOrderTest, MessagesNameBothPlaces) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(places);
  const std::string message(RunWrong(kKernel, "Ascend910B3").message());
  const std::string file = __FILE__;
  const size_t first = message.find(" on MTE2 at " + file + ":");
  if (!OPENACLNN_HAS_PLACES) {  // no libbacktrace
    EXPECT_EQ(message.find(file), std::string::npos) << message;
    return;
  }
  ASSERT_NE(first, std::string::npos) << message;
  const size_t last = message.rfind(" [" + file + ":");
  ASSERT_NE(last, std::string::npos) << message;
  const int copy = std::stoi(message.substr(first + 13 + file.size()));
  const int exp = std::stoi(message.substr(last + 3 + file.size()));
  EXPECT_GT(exp, copy) << message;
  EXPECT_LE(exp, copy + 3) << message;
}

}  // namespace
}  // namespace openaclnn::aicore
