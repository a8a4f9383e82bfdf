// As wrong_order_test.cc: small kernels that use global memory in the wrong order, before anyone
// has written it, or through a data cache that nobody cleaned.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/run_order.h"
#include "runtime/aicore/run_wrong.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

// --- global memory ---

template <bool kRight>
__global__ __aicore__ void out_then_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  if constexpr (kRight) InOrder<HardEvent::MTE3_MTE2>();
  DataCopy(bench.b, bench.y, 64);
}
TEST(WrongGlobalOrderTest, CopyInOfWhatIsStillCopiedOut) {
  EXPECT_ORDER_ALWAYS(out_then_in,
                      "DataCopy: src: MTE2 reads bytes 0 to 256 of y, which DataCopy writes on "
                      "MTE3, and nothing orders the two (RAW); SetFlag and WaitFlag of "
                      "HardEvent::MTE3_MTE2" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void in_then_over(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.b, bench.y, 64);
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  if constexpr (kRight) InOrder<HardEvent::MTE2_MTE3>();
  DataCopy(bench.y, bench.a, 64);
}
TEST(WrongGlobalOrderTest, CopyOutOverWhatIsStillCopiedIn) {
  EXPECT_ORDER_ALWAYS(in_then_over,
                      "DataCopy: dst: MTE3 writes bytes 0 to 256 of y, which DataCopy reads on "
                      "MTE2, and nothing orders the two (WAR); SetFlag and WaitFlag of "
                      "HardEvent::MTE2_MTE3" +
                          std::string(kQueue));
}

template <bool kRight>
__global__ __aicore__ void scalar_then_in(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  for (uint32_t i = 0; i < 64; ++i) bench.y.SetValue(i, 1.0f);
  if constexpr (kRight) {
    for (uint32_t i = 0; i < 64; i += 16) {
      DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(
          bench.y[i]);
    }
  }
  InOrder<HardEvent::S_MTE2>();
  DataCopy(bench.a, bench.y, 64);
}
TEST(WrongGlobalOrderTest, CopyInOfWhatIsInTheDataCacheOnly) {
  EXPECT_ORDER_ALWAYS(scalar_then_in,
                      "DataCopy: src: reads bytes 0 to 256 of y, which GlobalTensor.SetValue wrote "
                      "and which is in the data cache only; DataCacheCleanAndInvalid brings it to "
                      "memory");
}

template <bool kRight>
__global__ __aicore__ void stale_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  ASSERT(bench.y.GetValue(0) == 7.0f);
  InOrder<HardEvent::S_MTE3>();
  Duplicate(bench.a, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 64);
  InOrder<HardEvent::MTE3_S>();
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(bench.y);
  ASSERT(bench.y.GetValue(1) == 1.0f);
}
TEST(WrongGlobalOrderTest, ScalarReadOfALineReadBefore) {
  EXPECT_ORDER_ALWAYS(stale_line,
                      "GlobalTensor.GetValue: tensor: reads bytes 4 to 8 of y in a line of 64 "
                      "bytes that the data cache holds since before DataCopy wrote to it; "
                      "DataCacheCleanAndInvalid drops the line");
}

template <bool kRight>
__global__ __aicore__ void out_over_dirty_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  Bench bench(x, y);
  bench.y.SetValue(8, 2.0f);
  Duplicate(bench.a, 1.0f, 8);
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(bench.y);
  InOrder<HardEvent::S_MTE3>();
  InOrder<HardEvent::V_MTE3>();
  DataCopy(bench.y, bench.a, 8);
}
TEST(WrongGlobalOrderTest, CopyOutIntoALineThatWillBeWrittenBack) {
  EXPECT_ORDER_ALWAYS(out_over_dirty_line,
                      "DataCopy: dst: writes bytes 0 to 32 of y in a line of 64 bytes which "
                      "GlobalTensor.SetValue wrote and which is in the data cache only; "
                      "DataCacheCleanAndInvalid brings it to memory");
}

// One block tells another by a scalar store.
template <bool kRight>
__global__ __aicore__ void scalar_to_other_block(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
  const Tensors tensors(x, y);
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  if (GetBlockIdx() == 0) {
    all.SetValue(1, 2.0f);
    if constexpr (kRight)
      DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(all);
  }
  SyncAll();
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(1) == 2.0f);
}
// A line that one block holds, and another writes.
template <bool kRight>
__global__ __aicore__ void other_block_to_line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                               GM_ADDR tiling) {
  Bench bench(x, y);
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(8) == 7.0f);
  if (GetBlockIdx() == 0) {
    Duplicate(bench.a, 1.0f, 8);
    InOrder<HardEvent::V_MTE3>();
    DataCopy(all, bench.a, 8);
  }
  SyncAll();
  if constexpr (kRight)
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_ALL>(all);
  if (GetBlockIdx() == 1) ASSERT(all.GetValue(0) == 1.0f);
}
TEST(WrongGlobalOrderTest, BarriersDoNotCleanDataCaches) {
  const auto run = [](const DeviceKernel& kernel) {
    return WithoutPlace(RunWrong(kernel, "Ascend910B3"), __FILE__);
  };
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(scalar_to_other_block<false>);
  EXPECT_EQ(run(kWrong),
            "kernel scalar_to_other_block<false>, block 1 of 2 (Ascend910B3): "
            "GlobalTensor.GetValue: y: reads bytes 4 to 8, which block 0 writes "
            "(GlobalTensor.SetValue) into its data cache only; DataCacheCleanAndInvalid brings it "
            "to memory");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(scalar_to_other_block<true>);
  EXPECT_EQ(run(kRight), "");
  constexpr DeviceKernel kStale = OPENACLNN_DEVICE_KERNEL(other_block_to_line<false>);
  EXPECT_EQ(run(kStale),
            "kernel other_block_to_line<false>, block 1 of 2 (Ascend910B3): "
            "GlobalTensor.GetValue: tensor: reads bytes 0 to 4 of y in a line of 64 bytes that the "
            "data cache holds since before DataCopy wrote to it; DataCacheCleanAndInvalid drops "
            "the line");
  constexpr DeviceKernel kClean = OPENACLNN_DEVICE_KERNEL(other_block_to_line<true>);
  EXPECT_EQ(run(kClean), "");
}

// Each block writes a number beside that of the other.
template <int kDistance>
__global__ __aicore__ void numbers_of_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
  GlobalTensor<float> all;
  all.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  all.SetValue(GetBlockIdx() * kDistance, 1.0f);
}
TEST(WrongGlobalOrderTest, BlocksThatShareALineOfTheDataCache) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(numbers_of_blocks<1>);
  EXPECT_EQ(
      WithoutPlace(RunWrong(kWrong, "Ascend910B3"), __FILE__),
      "kernel numbers_of_blocks<1>, block 1 of 2 (Ascend910B3): GlobalTensor.SetValue: "
      "writes bytes 4 to 8 of y in a line of 64 bytes in which block 0 writes bytes 0 to 4 of "
      "y (GlobalTensor.SetValue); data caches write back whole lines, so one of the two may "
      "be lost");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(numbers_of_blocks<16>);
  EXPECT_EQ(RunWrong(kRight, "Ascend910B3"), absl::OkStatus());
}

// --- global memory that nobody wrote ---

// Runs the kernel with y and the workspace undefined.
absl::Status RunUndefined(const DeviceKernel& kernel) {
  std::vector<float> y(64);
  std::vector<uint8_t> workspace(256);
  const Launch::Tensor tensors[] = {
      {}, {.data = y.data(), .bytes = 256, .writable = true, .name = "y", .undefined = true}};
  return Run({.kernel = &kernel,
              .soc = FindSoc("Ascend910B3"),
              .blocks = 2,
              .tensors = tensors,
              .workspace = {.data = workspace.data(), .bytes = 256, .undefined = true},
              .checks = Checks::kStrict});
}

// Each block reads what the other wrote to the workspace before the barrier.
template <int kWritten>
__global__ __aicore__ void reads_workspace(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
  const int64_t block = GetBlockIdx();
  GlobalTensor<float> shared;
  shared.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(workspace), 64);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 128);
  LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 1.0f, 32);
  InOrder<HardEvent::V_MTE3>();
  DataCopy(shared[block * 32], tensor, kWritten);
  SyncAll();
  DataCopy(tensor, shared[(1 - block) * 32], 32);
}
template <bool kRight>
__global__ __aicore__ void adds_to_output(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  if (GetBlockIdx() != 0) return;
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 64);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 256);
  LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 1.0f, 64);
  InOrder<HardEvent::V_MTE3>();
  if constexpr (kRight) {
    for (uint32_t i = 0; i < 64; i += 8) DataCopy(to[i], tensor, 8);
    PipeBarrier<PIPE_MTE3>();
  }
  SetAtomicAdd<float>();
  DataCopy(to, tensor, 64);
  SetAtomicNone();
}
TEST(WrongGlobalOrderTest, GlobalMemoryThatNobodyWrote) {
  constexpr DeviceKernel kWrong = OPENACLNN_DEVICE_KERNEL(reads_workspace<24>);
  EXPECT_EQ(WithoutPlace(RunUndefined(kWrong), __FILE__),
            "kernel reads_workspace<24>, block 0 of 2 (Ascend910B3): DataCopy: src: reads bytes "
            "128 to 256 of workspace, of which byte 224 was never written");
  constexpr DeviceKernel kRight = OPENACLNN_DEVICE_KERNEL(reads_workspace<32>);
  EXPECT_EQ(RunUndefined(kRight), absl::OkStatus());
  constexpr DeviceKernel kAdds = OPENACLNN_DEVICE_KERNEL(adds_to_output<false>);
  EXPECT_EQ(
      WithoutPlace(RunUndefined(kAdds), __FILE__),
      "kernel adds_to_output<false>, block 0 of 2 (Ascend910B3): DataCopy: dst: adds to bytes "
      "0 to 256 of y, of which byte 0 was never written");
  constexpr DeviceKernel kSets = OPENACLNN_DEVICE_KERNEL(adds_to_output<true>);
  EXPECT_EQ(RunUndefined(kSets), absl::OkStatus());
}

// --- memory as a device allocates it ---

// Copies whole blocks, so more than the 61 elements that there are.
__global__ __aicore__ void whole_blocks(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Bench bench(x, y);
  DataCopy(bench.a, bench.x, 64);
  PipeBarrier<PIPE_ALL>();
  DataCopy(bench.y, bench.a, 64);
}
absl::Status RunPadded(std::vector<float>& x, std::vector<float>& y, bool padded) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(whole_blocks);
  const Launch::Tensor tensors[] = {
      {.data = x.data(), .bytes = 61 * 4, .name = "x"},
      {.data = y.data(), .bytes = 61 * 4, .writable = true, .name = "y"}};
  return Run({.kernel = &kKernel,
              .soc = FindSoc("Ascend910B3"),
              .tensors = tensors,
              .checks = Checks::kStrict,
              .padded = padded});
}
TEST(WrongGlobalOrderTest, PaddedArguments) {
  std::vector<float> x(64, 2.0f), y(64, 7.0f);
  EXPECT_EQ(WithoutPlace(RunPadded(x, y, false), __FILE__),
            "kernel whole_blocks, block 0 of 1 (Ascend910B3): DataCopy: src: bytes 0 to 256 of x, "
            "which has 244 bytes");
  EXPECT_EQ(RunPadded(x, y, true), absl::OkStatus());
  EXPECT_EQ(y[60], 2.0f);
  EXPECT_EQ(y[61], 7.0f);  // what is not the argument's stays
  // An argument that is both.
  std::vector<float> both(64, 3.0f);
  EXPECT_EQ(RunPadded(both, both, true), absl::OkStatus());
  EXPECT_EQ(both, std::vector<float>(64, 3.0f));
}

}  // namespace
}  // namespace openaclnn::aicore
