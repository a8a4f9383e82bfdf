// Small kernels whose blocks wait for each other by CrossCoreSetFlag and CrossCoreWaitFlag, wrong
// and right: what the flags order, and what they do not.
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

constexpr char kUnordered[] =
    ", and nothing orders the two; SyncAll between does, or a flag that CrossCoreSetFlag sets "
    "behind it on its pipe";

// The wrong kernel gives the message on four blocks, the right one none.
#define EXPECT_FLAGS(kernel, message_text)                                                    \
  do {                                                                                        \
    constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(kernel<false>);                   \
    constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(kernel<true>);                    \
    EXPECT_EQ(WithoutPlace(RunWrong(kWrong, "Ascend910B3", Checks::kStrict, 4), __FILE__),    \
              std::string("kernel " #kernel "<false>, block ") + (message_text));             \
    EXPECT_EQ(RunWrong(kWrong, "Ascend910B3", Checks::kFast, 4), absl::OkStatus());           \
    for (const Sync sync : {Sync::kAuto, Sync::kManual})                                      \
      EXPECT_EQ(RunWrong(kRight, "Ascend910B3", Checks::kStrict, 4, sync), absl::OkStatus()); \
  } while (false)

constexpr int32_t kCount = 8;  // floats of a block: those of y lie one block after the other

// The part of y that a block has.
GlobalTensor<float> Part(GM_ADDR y, int64_t block) {
  GlobalTensor<float> part;
  part.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + block * kCount);
  return part;
}

// Copies ones to the block's part of y.
void Write(Bench& bench, GM_ADDR y) {
  Duplicate(bench.a, 1.0f, kCount);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(Part(y, GetBlockIdx()), bench.a, kCount);
}
void Read(Bench& bench, GM_ADDR y, int64_t block) { DataCopy(bench.b, Part(y, block), kCount); }

template <bool kRight>
__global__ __aicore__ void other_pipe(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  if (GetBlockIdx() == 0) Write(bench, y);
  // Copies in are not what has to be complete.
  CrossCoreSetFlag<0, kRight ? PIPE_MTE3 : PIPE_MTE2>(0);
  CrossCoreWaitFlag(0);
  if (GetBlockIdx() == 3) Read(bench, y, 0);
}
TEST(WrongFlagsTest, AFlagOnAnotherPipe) {
  EXPECT_FLAGS(other_pipe,
               "3 of 4 (Ascend910B3): DataCopy: y: reads bytes 0 to 32, which block 0 "
               "writes (DataCopy)" +
                   std::string(kUnordered));
}

template <bool kRight>
__global__ __aicore__ void too_early(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  if (kRight && GetBlockIdx() == 0) Write(bench, y);
  CrossCoreSetFlag<0, PIPE_ALL>(0);
  if (!kRight && GetBlockIdx() == 0) Write(bench, y);
  CrossCoreWaitFlag(0);
  if (GetBlockIdx() == 1) Read(bench, y, 0);
}
TEST(WrongFlagsTest, AFlagSetBeforeTheCopy) {
  EXPECT_FLAGS(too_early,
               "1 of 4 (Ascend910B3): DataCopy: y: reads bytes 0 to 32, which block 0 "
               "writes (DataCopy)" +
                   std::string(kUnordered));
}

template <bool kRight>
__global__ __aicore__ void over_what_is_read(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  if (GetBlockIdx() != 2) Read(bench, y, 2);
  CrossCoreSetFlag<0, kRight ? PIPE_MTE2 : PIPE_V>(15);
  CrossCoreWaitFlag(15);
  if (GetBlockIdx() == 2) Write(bench, y);
}
TEST(WrongFlagsTest, ACopyOverWhatIsRead) {
  EXPECT_FLAGS(over_what_is_read,
               "2 of 4 (Ascend910B3): DataCopy: y: writes bytes 64 to 96, which "
               "block 0 reads (DataCopy)" +
                   std::string(kUnordered));
}

// Within an AI core it is the other one's part that is known.
template <bool kRight>
__global__ __aicore__ void in_pairs(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Write(bench, y);
  CrossCoreSetFlag<1, PIPE_MTE3>(5);
  CrossCoreWaitFlag<1>(5);
  const int64_t other = kRight ? GetBlockIdx() ^ 1 : (GetBlockIdx() + 2) % 4;
  if (!kRight && GetBlockIdx() != 3) return;
  Read(bench, y, other);
}
TEST(WrongFlagsTest, AFlagOfTheWrongCore) {
  EXPECT_FLAGS(in_pairs,
               "3 of 4 (Ascend910B3): DataCopy: y: reads bytes 32 to 64, which block 1 "
               "writes (DataCopy)" +
                   std::string(kUnordered));
}

// What block 0 writes behind its flag 4, block 2 knows through block 1.
template <bool kRight>
__global__ __aicore__ void by_way_of_another(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  Bench bench(x, y);
  if (GetBlockIdx() == 0) CrossCoreSetFlag<0, PIPE_MTE3>(4);
  if (GetBlockIdx() == 0) Write(bench, y);
  CrossCoreSetFlag<0, PIPE_MTE3>(3);
  if (!kRight && GetBlockIdx() == 1) CrossCoreSetFlag<0, PIPE_MTE3>(4);
  if (GetBlockIdx() == 1) CrossCoreWaitFlag(3);
  if (kRight && GetBlockIdx() == 1) CrossCoreSetFlag<0, PIPE_MTE3>(4);
  if (GetBlockIdx() > 1) CrossCoreSetFlag<0, PIPE_MTE3>(4);
  CrossCoreWaitFlag(4);
  if (GetBlockIdx() == 2) Read(bench, y, 0);
  if (GetBlockIdx() != 1) CrossCoreWaitFlag(3);
}
TEST(WrongFlagsTest, WhatABlockLearntItPassesOn) {
  EXPECT_FLAGS(by_way_of_another,
               "2 of 4 (Ascend910B3): DataCopy: y: reads bytes 0 to 32, which "
               "block 0 writes (DataCopy)" +
                   std::string(kUnordered));
}

// Within the block, a wait orders all behind its own flag, and nothing else.
template <bool kRight>
__global__ __aicore__ void within_the_block(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  Bench bench(x, y);
  Write(bench, y);
  CrossCoreSetFlag<0, kRight ? PIPE_MTE3 : PIPE_S>(0);
  CrossCoreWaitFlag(0);
  Read(bench, y, GetBlockIdx());
}
TEST(WrongFlagsTest, AFlagOrdersTheBlockItself) {
  EXPECT_FLAGS(within_the_block,
               "0 of 4 (Ascend910B3): DataCopy: src: MTE2 reads bytes 0 to 32 of y, which DataCopy "
               "writes on MTE3, and nothing orders the two (RAW); SetFlag and WaitFlag of "
               "HardEvent::MTE3_MTE2" +
                   std::string(kQueue));
}

// Nor does what another block's flag stands for.
template <bool kRight>
__global__ __aicore__ void of_another_block(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                            GM_ADDR tiling) {
  Bench bench(x, y);
  Write(bench, y);
  if (kRight || GetBlockIdx() == 3)
    CrossCoreSetFlag<0, PIPE_MTE3>(0);
  else
    CrossCoreSetFlag<0, PIPE_S>(0);
  CrossCoreWaitFlag(0);
  Read(bench, y, GetBlockIdx());
}
TEST(WrongFlagsTest, FlagsOfOthersDoNotOrderTheBlockItself) {
  EXPECT_FLAGS(of_another_block,
               "0 of 4 (Ascend910B3): DataCopy: src: MTE2 reads bytes 0 to 32 of y, which DataCopy "
               "writes on MTE3, and nothing orders the two (RAW); SetFlag and WaitFlag of "
               "HardEvent::MTE3_MTE2" +
                   std::string(kQueue));
}

// Of two reads one is known to be complete.
template <bool kRight>
__global__ __aicore__ void read_twice(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  if (GetBlockIdx() == 1) {
    Read(bench, y, 0);
    Part(y, 0).GetValue(0);
  }
  CrossCoreSetFlag<0, kRight ? PIPE_MTE2 : PIPE_S>(0);
  CrossCoreWaitFlag(0);
  if (GetBlockIdx() == 0 && !kRight) Write(bench, y);
}
TEST(WrongFlagsTest, TwoPipesThatRead) {
  EXPECT_FLAGS(read_twice,
               "0 of 4 (Ascend910B3): DataCopy: y: writes bytes 0 to 32, which block 1 "
               "reads (DataCopy)" +
                   std::string(kUnordered));
}

// Whatever the flag's pipe, the scalar unit has read what it read before.
template <bool kRight>
__global__ __aicore__ void read_by_scalar(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  if (kRight && GetBlockIdx() == 1) Part(y, 0).GetValue(0);
  CrossCoreSetFlag<0, PIPE_MTE3>(0);
  if (!kRight && GetBlockIdx() == 1) Part(y, 0).GetValue(0);
  CrossCoreWaitFlag(0);
  if (GetBlockIdx() == 0) Write(bench, y);
}
TEST(WrongFlagsTest, ScalarReads) {
  EXPECT_FLAGS(read_by_scalar,
               "0 of 4 (Ascend910B3): DataCopy: y: writes bytes 0 to 4, which "
               "block 1 reads (GlobalTensor.GetValue)" +
                   std::string(kUnordered));
}
// Of what a copy and then the scalar unit wrote, the flag stands for the copy.
template <bool kRight>
__global__ __aicore__ void write_twice(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  if (GetBlockIdx() == 1) {
    Write(bench, y);
    InOrder<HardEvent::MTE3_S>();
    Part(y, 1).SetValue(1, 1.0f);
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(Part(y, 1));
  }
  CrossCoreSetFlag<0, kRight ? PIPE_ALL : PIPE_MTE3>(0);
  CrossCoreWaitFlag(0);
  if (GetBlockIdx() == 0) Read(bench, y, 1);
}
TEST(WrongFlagsTest, TwoPipesThatWrite) {
  EXPECT_FLAGS(write_twice,
               "0 of 4 (Ascend910B3): DataCopy: y: reads bytes 36 to 40, which block "
               "1 writes (GlobalTensor.SetValue)" +
                   std::string(kUnordered));
}

// What right kernels may do.
__global__ __aicore__ void behind_its_flag(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  CrossCoreSetFlag<0, PIPE_MTE3>(0);
  Write(bench, y);
  InOrder<HardEvent::MTE3_MTE2>();
  CrossCoreWaitFlag(0);
  Read(bench, y, GetBlockIdx());
}
__global__ __aicore__ void learnt_before(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  CrossCoreSetFlag<0, PIPE_S>(1);
  Write(bench, y);
  CrossCoreSetFlag<0, PIPE_MTE3>(0);
  CrossCoreWaitFlag(0);
  CrossCoreWaitFlag(1);
  Read(bench, y, (GetBlockIdx() + 1) % 4);
}
__global__ __aicore__ void sync_all_behind(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  Write(bench, y);
  CrossCoreSetFlag<0, PIPE_S>(0);
  CrossCoreWaitFlag(0);
  SyncAll();
  Read(bench, y, (GetBlockIdx() + 1) % 4);
}
// Two flags in turn: of what is written, and that all have read it.
__global__ __aicore__ void again_and_again(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  for (int round = 0; round < 3; ++round) {
    Write(bench, y);
    CrossCoreSetFlag<0, PIPE_MTE3>(0);
    CrossCoreWaitFlag(0);
    Read(bench, y, (GetBlockIdx() + 1) % 4);
    InOrder<HardEvent::MTE2_V>();
    CrossCoreSetFlag<0, PIPE_MTE2>(1);
    CrossCoreWaitFlag(1);
  }
}
// Two neighbours, of which the flags stand for the first alone.
template <int64_t first>
__global__ __aicore__ void neighbours(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, kCount);
  InOrder<HardEvent::V_MTE3>();
  CrossCoreSetFlag<0, PIPE_S>(0);
  if (GetBlockIdx() == 0) DataCopy(Part(y, first), bench.a, kCount);
  CrossCoreSetFlag<0, PIPE_MTE3>(1);
  if (GetBlockIdx() == 0) DataCopy(Part(y, 1 - first), bench.a, kCount);
  CrossCoreWaitFlag(0);
  CrossCoreWaitFlag(1);
  if (GetBlockIdx() == 1) Read(bench, y, first);
}
TEST(WrongFlagsTest, WhatIsRight) {
  const auto run = [](const DeviceKernel& kernel) {
    return RunWrong(kernel, "Ascend910B3", Checks::kStrict, 4, Sync::kManual);
  };
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(behind_its_flag)), absl::OkStatus());
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(learnt_before)), absl::OkStatus());
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(sync_all_behind)), absl::OkStatus());
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(again_and_again)), absl::OkStatus());
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(neighbours<0>)), absl::OkStatus());
  EXPECT_EQ(run(OPENACLNN_DEVICE_KERNEL(neighbours<1>)), absl::OkStatus());
}

// Flags are counted, so blocks may wait for them in any order, and late.
__global__ __aicore__ void in_any_order(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  for (int round = 0; round < 3; ++round) CrossCoreSetFlag<0, PIPE_MTE3>(0);
  CrossCoreSetFlag<0, PIPE_MTE3>(1);
  CrossCoreSetFlag<1, PIPE_MTE3>(1);
  const bool even = GetBlockIdx() % 2 == 0;
  CrossCoreWaitFlag(even ? 1 : 0);
  CrossCoreWaitFlag<1>(1);
  CrossCoreWaitFlag(0);
  CrossCoreWaitFlag(0);
  CrossCoreWaitFlag(even ? 0 : 1);
}
TEST(WrongFlagsTest, AnyOrder) {
  for (const Checks checks : {Checks::kStrict, Checks::kFast}) {
    EXPECT_EQ(RunWrong(OPENACLNN_DEVICE_KERNEL(in_any_order), "Ascend910B3", checks, 40),
              absl::OkStatus());
  }
}

// The blocks that do not take part in a SyncAll may still be at work behind it.
template <bool kRight>
__global__ __aicore__ void not_taking_part(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  Bench bench(x, y);
  GlobalTensor<int32_t> arrivals;
  arrivals.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(workspace));
  if (GetBlockIdx() == 3) {
    Write(bench, y);
    return;
  }
  SyncAll(arrivals, bench.a.ReinterpretCast<int32_t>(), 3);
  if (GetBlockIdx() == 1) Read(bench, y, kRight ? 2 : 3);
}
TEST(WrongFlagsTest, ABlockThatDoesNotTakePart) {
  EXPECT_FLAGS(not_taking_part,
               "1 of 4 (Ascend910B3): DataCopy: y: reads bytes 96 to 128, which "
               "block 3 writes (DataCopy)" +
                   std::string(kUnordered));
}

}  // namespace
}  // namespace openaclnn::aicore
