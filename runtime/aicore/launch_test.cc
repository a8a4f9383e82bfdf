// What a launch does: arguments, blocks, barriers, additions, counters, traces. Kernels here use no
// vector instructions.
#include "runtime/aicore/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_memory.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/vector/half.h"
#include "runtime/products/products.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

struct CopyTiling {
  uint32_t elements_per_block;
  uint32_t tile;
};

// Each block copies its part, tile by tile.
__global__ __aicore__ void copy(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(CopyTiling, data, tiling);
  TPipe pipe;
  TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> queue;
  pipe.InitBuffer(queue, 2, data.tile * sizeof(int32_t));
  GlobalTensor<int32_t> from, to;
  const uint64_t begin = data.elements_per_block * GetBlockIdx();
  from.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(x) + begin, data.elements_per_block);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(y) + begin, data.elements_per_block);
  for (uint32_t i = 0; i < data.elements_per_block; i += data.tile) {
    LocalTensor<int32_t> in = queue.AllocTensor<int32_t>();
    DataCopy(in, from[i], data.tile);
    queue.EnQue(in);
    LocalTensor<int32_t> out = queue.DeQue<int32_t>();
    DataCopy(to[i], out, data.tile);
    queue.FreeTensor(out);
  }
}

class LaunchTest : public ::testing::Test {
 protected:
  ~LaunchTest() override {
    SetThreadCountForTest(0);
    for (const char* name : {"OPENACLNN_TRACE", "OPENACLNN_AICORE_CHECKS", "OPENACLNN_AICORE_SYNC"})
      unsetenv(name);
  }

  const Soc* soc = FindSoc("Ascend910B3");
};

std::vector<int64_t> Shuffled(int64_t blocks) {
  static std::mt19937 random(1);
  std::vector<int64_t> order(static_cast<size_t>(blocks));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

template <typename T>
Launch::Tensor TensorOf(std::vector<T>& values, bool writable, const char* name) {
  return {.data = values.data(),
          .bytes = static_cast<int64_t>(values.size() * sizeof(T)),
          .writable = writable,
          .name = name};
}

template <typename T>
absl::Span<const std::byte> BytesOf(const T& tiling) {
  return absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling), sizeof(T));
}

TEST_F(LaunchTest, CopiesInEveryBlockOnAnyNumberOfThreads) {
  std::vector<int32_t> x(64 * 96), y(x.size());
  std::iota(x.begin(), x.end(), 1);
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(copy);
  EXPECT_STREQ(kKernel.name, "copy");
  EXPECT_EQ(kKernel.parameters.size(), 4);
  const CopyTiling tiling = {96, 32};
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  Launch launch = {
      .kernel = &kKernel, .soc = soc, .blocks = 64, .tensors = tensors, .tiling = BytesOf(tiling)};
  for (const int threads : {1, 2, 3, 8}) {
    SetThreadCountForTest(threads);
    std::fill(y.begin(), y.end(), 0);
    Counters counters;
    ASSERT_EQ(aicore::Run(launch, &counters), absl::OkStatus());
    EXPECT_EQ(x, y);
    EXPECT_EQ(counters[Pipe::kMte2].instructions, 64 * 3);
    EXPECT_EQ(counters[Pipe::kMte2].bytes, 64 * 96 * 4);
    EXPECT_EQ(counters[Pipe::kMte3].elements, 64 * 96);
    EXPECT_EQ(counters.cycles, 0);  // not timed
    EXPECT_EQ(counters[Pipe::kVector].instructions, 0);
    EXPECT_EQ(counters.peak_unified_buffer_bytes, 2 * 32 * 4);
    launch.order = Shuffled;
  }
}

// Of the data cache, in int32_t.
constexpr size_t kLine = 16;

// Rounds with a barrier between: each block writes a number, then sums up those of all blocks. Each
// has a line of the data cache for its number, and drops it before it reads those of others.
template <bool kSoftware>
__global__ __aicore__ void sum_of_all(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, static_cast<uint32_t>(GetBlockNum()) * 32);
  GlobalTensor<int32_t> numbers, sums, arrivals;
  numbers.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(GetUserWorkspace(workspace)),
                          GetBlockNum() * kLine);
  arrivals.SetGlobalBuffer(
      reinterpret_cast<__gm__ int32_t*>(GetUserWorkspace(workspace)) + GetBlockNum() * kLine,
      GetBlockNum() * 8);
  sums.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(y), GetBlockNum() * kLine);
  const auto meet = [&] {
    if constexpr (kSoftware) {
      SyncAll(arrivals, buffer.Get<int32_t>());
    } else {
      SyncAll();
    }
  };
  int32_t sum = 1;
  for (int round = 0; round < 3; ++round) {
    const auto clean = [&] {
      DataCacheCleanAndInvalid<int32_t, CacheLine::ENTIRE_DATA_CACHE>(numbers);
    };
    numbers.SetValue(GetBlockIdx() * kLine, sum + static_cast<int32_t>(GetBlockIdx()));
    clean();
    meet();
    sum = 0;
    for (int64_t b = 0; b < GetBlockNum(); ++b) sum += numbers.GetValue(b * kLine);
    clean();
    meet();
  }
  sums.SetValue(GetBlockIdx() * kLine, sum);
}

template <bool kSoftware>
void TestBarriers(const char* soc, int64_t blocks) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(sum_of_all<kSoftware>);
  int64_t sum = 1;
  for (int round = 0; round < 3; ++round) sum = sum * blocks + blocks * (blocks - 1) / 2;
  for (const int threads : {1, 2, 3, 8}) {
    SetThreadCountForTest(threads);
    std::vector<int32_t> y(kLine * static_cast<size_t>(blocks)),
        workspace((kLine + 8) * static_cast<size_t>(blocks));
    const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
    const Launch launch = {.kernel = &kKernel,
                           .soc = FindSoc(soc),
                           .blocks = blocks,
                           .tensors = tensors,
                           .workspace = TensorOf(workspace, true, ""),
                           .order = threads == 1 ? nullptr : Shuffled};
    Counters counters;
    ASSERT_EQ(Run(launch, &counters), absl::OkStatus());
    for (size_t b = 0; b < static_cast<size_t>(blocks); ++b)
      EXPECT_EQ(y[b * kLine], static_cast<int32_t>(sum)) << threads << " threads";
    EXPECT_EQ(counters.barriers, 6 * blocks);
  }
}

TEST_F(LaunchTest, BlocksMeetAtHardwareBarriers) { TestBarriers<false>("Ascend910B3", 40); }
TEST_F(LaunchTest, BlocksMeetAtSoftwareBarriers) { TestBarriers<true>("Ascend310P3", 15); }

// All blocks add to the same numbers. The sum of floats depends on the order of additions: it must
// be that of blocks.
__global__ __aicore__ void add_to_all(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + GetBlockIdx() * 8, 8);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 8);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 32);
  LocalTensor<float> tensor = buffer.Get<float>();
  DataCopy(tensor, from, 8);
  PipeBarrier<PIPE_ALL>();
  SetAtomicAdd<float>();
  DataCopy(to, tensor, 8);
  SetAtomicNone();
}

TEST_F(LaunchTest, AtomicAdditionsAreDoneInTheOrderOfBlocks) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(add_to_all);
  std::vector<float> x(40 * 8);
  std::mt19937 random(2);
  for (float& value : x) value = std::uniform_real_distribution<float>(-1e6f, 1e6f)(random);
  std::vector<float> expected(8);
  for (size_t i = 0; i < x.size(); ++i) expected[i % 8] += x[i];
  for (const int threads : {1, 2, 3, 8}) {
    SetThreadCountForTest(threads);
    std::vector<float> y(8);
    const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
    ASSERT_EQ(aicore::Run({.kernel = &kKernel,
                           .soc = soc,
                           .blocks = 40,
                           .tensors = tensors,
                           .order = threads == 1 ? nullptr : Shuffled}),
              absl::OkStatus());
    EXPECT_EQ(y, expected);
  }
}

// Zeroes, adds twice, and looks at the sum in between.
template <typename T>
__global__ __aicore__ void add_and_look(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<T> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 32);
  LocalTensor<T> tensor = buffer.Get<T>();
  constexpr uint32_t kCount = 32 / sizeof(T);
  for (uint32_t i = 0; i < kCount; ++i) tensor.SetValue(i, 3);
  DataCopy(to, tensor, kCount);
  PipeBarrier<PIPE_MTE3>();
  SetAtomicAdd<T>();
  DataCopy(to, tensor, kCount);
  ASSERT(to.GetValue(5) == T(6));
  DataCopy(to, tensor, kCount);
  SetAtomicNone();
}

template <typename T>
void TestAdditions() {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(add_and_look<T>);
  std::vector<T> y(32 / sizeof(T));
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  ASSERT_EQ(Run({.kernel = &kKernel, .soc = FindSoc("Ascend910B3"), .tensors = tensors}),
            absl::OkStatus());
  for (const T value : y) EXPECT_EQ(static_cast<float>(value), 9.0f);
}

TEST_F(LaunchTest, AtomicAdditionsOfEveryType) {
  TestAdditions<float>();
  TestAdditions<Half>();
  TestAdditions<BFloat16>();
  TestAdditions<int32_t>();
  TestAdditions<int16_t>();
  TestAdditions<int8_t>();
}

// --- copies ---

struct PadTiling {
  uint16_t count;
  uint32_t bytes;
  int64_t global_gap;
  int64_t local_gap;
  uint8_t left, right;
  bool fill;
};

// Copies into the unified buffer with padding; from there everything that was written, one element
// after the other, to the first half of y, and the blocks to the second.
__global__ __aicore__ void pad(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(PadTiling, t, tiling);
  GlobalTensor<int16_t> from, to, back;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ int16_t*>(x));
  to.SetGlobalBuffer(reinterpret_cast<__gm__ int16_t*>(y));
  back.SetGlobalBuffer(reinterpret_cast<__gm__ int16_t*>(y) + 512);
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 1024);
  LocalTensor<int16_t> tensor = buffer.Get<int16_t>();
  for (uint32_t i = 0; i < 512; ++i) tensor.SetValue(i, -1);
  DataCopyPad(tensor, from, DataCopyExtParams(t.count, t.bytes, t.global_gap, t.local_gap, 0),
              DataCopyPadExtParams<int16_t>(t.fill, t.left, t.right, 77));
  PipeBarrier<PIPE_ALL>();
  DataCopy(to, tensor, 512);
  if (t.left == 0)
    DataCopyPad(back, tensor, DataCopyExtParams(t.count, t.bytes, t.local_gap, t.global_gap, 0));
}

void TestPad(const PadTiling& tiling) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(pad);
  std::vector<int16_t> x(512), y(1024, -2);
  std::iota(x.begin(), x.end(), int16_t{1000});
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  ASSERT_EQ(Run({.kernel = &kKernel,
                 .soc = FindSoc("Ascend910B3"),
                 .tensors = tensors,
                 .tiling = BytesOf(tiling)}),
            absl::OkStatus());

  std::vector<int16_t> expected(1024, -2);
  std::fill_n(expected.begin(), 512, int16_t{-1});
  const int64_t elements = tiling.bytes / 2;
  const int64_t used = tiling.left + elements + tiling.right;
  const int64_t whole = (used + 15) / 16 * 16;
  for (int64_t b = 0; b < tiling.count; ++b) {
    const int64_t from = b * (tiling.bytes + tiling.global_gap) / 2;
    const int64_t to = b * (whole + tiling.local_gap * 16);
    const bool copies_of_first = !tiling.fill && tiling.left == 0 && tiling.right == 0;
    for (int64_t i = 0; i < whole; ++i) {
      const int64_t e = i - tiling.left;
      int16_t& out = expected[static_cast<size_t>(to + i)];
      if (e >= 0 && e < elements) {
        out = x[static_cast<size_t>(from + e)];
      } else if (tiling.fill) {
        out = 77;
      } else if (copies_of_first) {
        out = x[static_cast<size_t>(from)];
      }
    }
    for (int64_t e = 0; e < elements && tiling.left == 0; ++e)
      expected[static_cast<size_t>(512 + from + e)] = x[static_cast<size_t>(from + e)];
  }
  EXPECT_EQ(y, expected);
}

TEST_F(LaunchTest, DataCopyPadInAndOut) {
  TestPad({.count = 1,
           .bytes = 26,
           .global_gap = 0,
           .local_gap = 0,
           .left = 0,
           .right = 0,
           .fill = false});
  TestPad({.count = 1,
           .bytes = 26,
           .global_gap = 0,
           .local_gap = 0,
           .left = 0,
           .right = 0,
           .fill = true});
  TestPad({.count = 1,
           .bytes = 26,
           .global_gap = 0,
           .local_gap = 0,
           .left = 3,
           .right = 5,
           .fill = true});
  TestPad({.count = 5,
           .bytes = 34,
           .global_gap = 6,
           .local_gap = 1,
           .left = 0,
           .right = 0,
           .fill = false});
  TestPad({.count = 5,
           .bytes = 34,
           .global_gap = 6,
           .local_gap = 1,
           .left = 0,
           .right = 2,
           .fill = true});
  TestPad({.count = 4,
           .bytes = 32,
           .global_gap = 0,
           .local_gap = 0,
           .left = 0,
           .right = 0,
           .fill = true});
  TestPad({.count = 4,
           .bytes = 64,
           .global_gap = 2,
           .local_gap = 3,
           .left = 16,
           .right = 16,
           .fill = true});
}

// A matrix of 4 rows of 64 float32: the middle 32 of each row into the buffer without gaps, then a
// gap within the buffer, then back.
__global__ __aicore__ void strided(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x));
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  TPipe pipe;
  TBuf<> first, second;
  pipe.InitBuffer(first, 512);
  pipe.InitBuffer(second, 1024);
  DataCopyParams in;
  in.blockCount = 4;
  in.blockLen = 4;
  in.srcGap = 4;
  DataCopy(first.Get<float>(), from[16], in);
  PipeBarrier<PIPE_ALL>();
  DataCopy(second.Get<float>()[8], first.Get<float>(), DataCopyParams(4, 4, 0, 1));
  PipeBarrier<PIPE_ALL>();
  DataCopy(to[16], second.Get<float>()[8], DataCopyParams(4, 4, 1, 4));
}

TEST_F(LaunchTest, StridedDataCopy) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(strided);
  std::vector<float> x(256), y(256), expected(256);
  std::iota(x.begin(), x.end(), 1.0f);
  for (size_t i = 0; i < 256; ++i) {
    if (i % 64 >= 16 && i % 64 < 48) expected[i] = x[i];
  }
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  ASSERT_EQ(aicore::Run({.kernel = &kKernel, .soc = soc, .tensors = tensors}), absl::OkStatus());
  EXPECT_EQ(y, expected);
}

__global__ __aicore__ void compact_rows(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x));
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64);
  // From the last row to the first, three elements each.
  DataCopyPad<float, PaddingMode::Compact>(buffer.Get<float>(), from[12],
                                           DataCopyExtParams(4, 12, -12 - 16, 0, 0),
                                           DataCopyPadExtParams<float>(true, 0, 0, -1.0f));
  PipeBarrier<PIPE_ALL>();
  DataCopy(to, buffer.Get<float>(), 16);
}

TEST_F(LaunchTest, CompactPaddingAndNegativeStridesOnAscend950) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(compact_rows);
  std::vector<float> x(16), y(16);
  std::iota(x.begin(), x.end(), 0.0f);
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  ASSERT_EQ(
      aicore::Run({.kernel = &kKernel, .soc = FindSoc("Ascend950PR_9599"), .tensors = tensors}),
      absl::OkStatus());
  EXPECT_EQ(y, (std::vector<float>{12, 13, 14, 8, 9, 10, 4, 5, 6, 0, 1, 2, -1, -1, -1, -1}));
}

// --- what the host says to the kernel ---

struct alignas(16) TilingOfTest {
  int64_t number;
  float factor;
};

__global__ __aicore__ void tells(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
  REGISTER_TILING_DEFAULT(TilingOfTest);
  GET_TILING_DATA(data, tiling);
  GET_TILING_DATA_PTR_WITH_STRUCT(TilingOfTest, pointer, tiling);
  GET_TILING_DATA_MEMBER(TilingOfTest, factor, factor, tiling);
  GlobalTensor<float> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), 4);
  if (TILING_KEY_IS(7)) {
    to.SetValue(0, -7.0f);
  } else if (TILING_KEY_IS(12)) {
    to.SetValue(0, 12.0f);
  }
  to.SetValue(1, static_cast<float>(data.number));
  to.SetValue(2, pointer->factor + factor);
  to.SetValue(3, static_cast<float>(GetBlockNum()));
}

TEST_F(LaunchTest, GivesTilingDataAndKey) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(tells);
  std::vector<float> y(4);
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  // An address that suits no structure.
  std::vector<std::byte> bytes(1 + sizeof(TilingOfTest));
  const TilingOfTest tiling = {.number = 42, .factor = 0.25f};
  std::memcpy(bytes.data() + 1, &tiling, sizeof(tiling));
  ASSERT_EQ(aicore::Run({.kernel = &kKernel,
                         .soc = soc,
                         .tiling_key = 12,
                         .tensors = tensors,
                         .tiling = absl::MakeConstSpan(bytes).subspan(1)}),
            absl::OkStatus());
  EXPECT_EQ(y, (std::vector<float>{12.0f, 42.0f, 0.5f, 1.0f}));
}

__global__ __aicore__ void pipes(GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  ASSERT(GetTPipePtr() == &pipe);
  TQue<TPosition::VECIN, 2> queue;
  pipe.InitBuffer(queue, 2, 33);
  ASSERT(queue.HasIdleBuffer() && queue.VacantInQue() && !queue.HasTensorInQue());
  LocalTensor<uint8_t> a = queue.AllocTensor<uint8_t>();
  LocalTensor<uint8_t> b;
  queue.AllocTensor(b);
  ASSERT(a.GetSize() == 64 && a.GetPhyAddr() == 0 && b.GetPhyAddr() == 64 &&
         !queue.HasIdleBuffer());
  ASSERT(a.GetPosition() == static_cast<int32_t>(TPosition::VECIN));
  a.SetValue(0, 1);
  b.SetValue(0, 2);
  queue.EnQue(b);
  queue.EnQue(a);
  ASSERT(queue.GetTensorCountInQue() == 2 && !queue.VacantInQue());
  LocalTensor<uint8_t> c;
  queue.DeQue(c);
  ASSERT(c.GetValue(0) == 2);
  queue.EnQue(c);  // a tensor may pass through the queue again
  ASSERT(queue.DeQue<uint8_t>()(0) == 1);
  c = queue.DeQue<uint8_t>();
  ASSERT(c.ReinterpretCast<uint16_t>().GetSize() == 32);
  queue.FreeTensor(a);
  queue.FreeTensor(c);
  const TEventID id = pipe.AllocEventID<HardEvent::MTE2_V>();
  ASSERT(id == 0 && pipe.FetchEventID<HardEvent::MTE2_V>() == 1 &&
         pipe.FetchEventID(HardEvent::V_MTE3) == 0);
  SetFlag<HardEvent::MTE2_V>(id);
  WaitFlag<HardEvent::MTE2_V>(id);
  pipe.ReleaseEventID<HardEvent::MTE2_V>(id);
  PipeBarrier<PIPE_ALL>();
  pipe.Reset();
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 196608);  // all there is
  ASSERT(buffer.GetWithOffset<float>(8, 64).GetPhyAddr() == 64);
  pipe.Destroy();
  pipe.Init();
  pipe.InitBuffer(buffer, 196608);
}

TEST_F(LaunchTest, PipesAndQueues) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(pipes);
  EXPECT_EQ(aicore::Run({.kernel = &kKernel, .soc = soc}), absl::OkStatus());
}

__global__ __aicore__ void prints(GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 32);
  LocalTensor<Half> tensor = buffer.Get<Half>();
  tensor.SetValue(0, 1.5f);
  tensor.SetValue(1, 2);
  printf("block %d has %s %f\n", static_cast<int>(GetBlockIdx()), "text", tensor.GetValue(0));
  PRINTF("%d\n", 7);
  DumpTensor(tensor, 9, 2);
}

TEST_F(LaunchTest, Prints) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(prints);
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(aicore::Run({.kernel = &kKernel, .soc = soc}), absl::OkStatus());
  std::fflush(stdout);
  EXPECT_EQ(
      ::testing::internal::GetCapturedStdout(),
      "block 0 has text 1.500000\n7\nDumpTensor: block=0, desc=9, unified buffer address=0x0, "
      "elements=2\n1.5, 2\n");
}

// --- failures and threads ---

// Blocks 5, 8, 11 ... fail before the barrier at which the others wait.
__global__ __aicore__ void fails_in_some(GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  ASSERT(GetBlockIdx() < 5 || GetBlockIdx() % 3 != 2);
  SyncAll();
}

TEST_F(LaunchTest, ReportsTheLowestBlockThatFailed) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(fails_in_some);
  for (const int threads : {1, 2, 3, 8}) {
    SetThreadCountForTest(threads);
    const absl::Status status = aicore::Run(
        {.kernel = &kKernel, .soc = soc, .blocks = 40, .order = threads == 1 ? nullptr : Shuffled});
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_EQ(status.message().substr(0, 71),
              "kernel fails_in_some, block 5 of 40 (Ascend910B3): ASSERT: (GetBlockIdx");
  }
}

TEST_F(LaunchTest, ThreadsMayLaunchAtOnce) {
  constexpr DeviceKernel kGood = OPENACLNN_DEVICE_KERNEL(sum_of_all<false>);
  constexpr DeviceKernel kBad = OPENACLNN_DEVICE_KERNEL(fails_in_some);
  SetThreadCountForTest(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 5; ++i) {
        std::vector<int32_t> y(12 * kLine), workspace(12 * kLine);
        const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
        if (t % 2 == 0) {
          EXPECT_FALSE(aicore::Run({.kernel = &kBad, .soc = soc, .blocks = 12}).ok());
        } else {
          EXPECT_TRUE(aicore::Run({.kernel = &kGood,
                                   .soc = soc,
                                   .blocks = 12,
                                   .tensors = tensors,
                                   .workspace = TensorOf(workspace, true, "")})
                          .ok());
          EXPECT_EQ(y[11 * kLine], 12 * (12 * (12 + 66) + 66) + 66);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// --- kernels that take numbers and structures by value, and are called without tiling ---

struct Step {
  int16_t first;
  float second;
};

__global__ __aicore__ void values(uint32_t index, GM_ADDR x, float number, __gm__ float* y,
                                  const Step step) {
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x), 4);
  to.SetGlobalBuffer(y, 4);
  to.SetValue(index, from.GetValue(index) + number);
  to.SetValue(0, static_cast<float>(step.first) + step.second);
}

TEST_F(LaunchTest, PassesValues) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(values);
  std::vector<float> x = {1, 2, 3, 4}, y(4);
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  const Launch::Scalar scalars[] = {uint32_t{2}, 0.5f, Step{7, 0.25f}};
  Launch launch = {.kernel = &kKernel, .soc = soc, .tensors = tensors, .scalars = scalars};
  ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
  EXPECT_EQ(y, std::vector<float>({7.25f, 0, 3.5f, 0}));

  const auto expect_message = [&](const char* message) {
    EXPECT_EQ(aicore::Run(launch), absl::InvalidArgumentError(message));
  };
  launch.scalars = absl::MakeConstSpan(scalars).first(2);
  expect_message("kernel values: it has 3 scalar arguments; the launch gives 2");
  const Launch::Scalar wide[] = {uint64_t{2}, 0.5f, Step{7, 0.25f}};
  launch.scalars = wide;
  expect_message(
      "kernel values: scalar 0 is an integer of 8 bytes; it takes an integer of 4 bytes");
  const Launch::Scalar other[] = {uint32_t{2}, 1, Step{7, 0.25f}};
  launch.scalars = other;
  expect_message(
      "kernel values: scalar 1 is an integer of 4 bytes; it takes a floating-point number of 4 "
      "bytes");
  launch.scalars = scalars;
  launch.tiling = BytesOf(scalars);
  expect_message(
      "kernel values: it has 2 arguments; the launch gives 4: 2 tensors, workspace and tiling");
}

TEST_F(LaunchTest, RefusesKernelsOfOtherArchitectures) {
  DeviceKernel kernel = OPENACLNN_DEVICE_KERNEL(values);
  std::vector<float> x(4), y(4);
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  const Launch::Scalar scalars[] = {uint32_t{2}, 0.5f, Step{7, 0.25f}};
  const Launch launch = {.kernel = &kernel, .soc = soc, .tensors = tensors, .scalars = scalars};
  kernel.npu_arch = 2201;
  EXPECT_EQ(aicore::Run(launch), absl::OkStatus());
  kernel.npu_arch = 2002;
  EXPECT_EQ(aicore::Run(launch),
            absl::InvalidArgumentError("kernel values: it was compiled for architecture 2002; "
                                       "Ascend910B3 has 2201"));
}

// --- launches that are wrong themselves ---

TEST_F(LaunchTest, RefusesWrongLaunches) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(pipes);
  const auto message = [](const Launch& launch) {
    const absl::Status status = aicore::Run(launch);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    return std::string(status.message());
  };
  EXPECT_EQ(message({}), "the launch has no kernel");
  EXPECT_EQ(message({.kernel = &kKernel}), "kernel pipes: the launch has no SoC");
  EXPECT_EQ(message({.kernel = &kKernel, .soc = soc, .blocks = 0}),
            "kernel pipes: 0 blocks; 1 to 65535");
  const Launch::Tensor tensors[1] = {};
  EXPECT_EQ(
      message({.kernel = &kKernel, .soc = soc, .tensors = tensors}),
      "kernel pipes: it has 2 arguments; the launch gives 3: 1 tensors, workspace and tiling");
  setenv("OPENACLNN_AICORE_CHECKS", "some", 1);
  EXPECT_EQ(message({.kernel = &kKernel, .soc = soc}),
            "OPENACLNN_AICORE_CHECKS=some; strict or fast");
  unsetenv("OPENACLNN_AICORE_CHECKS");
}

// --- traces ---

// Nothing orders the scalar unit's writes and the copy but the compiler.
__global__ __aicore__ void ones(GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<TPosition::VECCALC> buffer;
  pipe.InitBuffer(buffer, 32);
  const LocalTensor<int32_t> values = buffer.Get<int32_t>();
  for (uint32_t i = 0; i < 8; ++i) values.SetValue(i, 1);
  GlobalTensor<int32_t> to;
  to.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(y), 8);
  DataCopy(to, values, 8);
}
TEST_F(LaunchTest, ReadsOfItsEnvironmentWhatItUses) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(ones);
  std::vector<int32_t> y(8);
  const Launch::Tensor tensors[] = {TensorOf(y, true, "y")};
  Launch launch = {.kernel = &kKernel, .soc = soc, .blocks = 1, .tensors = tensors};
  const auto run = [&](const char* checks, const char* sync) {
    setenv("OPENACLNN_AICORE_CHECKS", checks, 1);
    setenv("OPENACLNN_AICORE_SYNC", sync, 1);
    return std::string(aicore::Run(launch).message());
  };
  EXPECT_EQ(run("strict", "auto"), "");
  EXPECT_THAT(run("strict", "manual"), testing::HasSubstr("nothing orders the two"));
  EXPECT_EQ(run("strict", "none"), "OPENACLNN_AICORE_SYNC=none; auto or manual");
  EXPECT_EQ(run("quick", "auto"), "OPENACLNN_AICORE_CHECKS=quick; strict or fast");
  EXPECT_EQ(run("fast", "none"), "");
  launch.sync = Sync::kAuto;
  EXPECT_EQ(run("strict", "none"), "");
  launch.checks = Checks::kFast;
  EXPECT_EQ(run("quick", "none"), "");
}

TEST_F(LaunchTest, WritesTraces) {
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(copy);
  std::vector<int32_t> x(64 * 96), y(x.size());
  const CopyTiling tiling = {96, 32};
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  const Launch launch = {
      .kernel = &kKernel, .soc = soc, .blocks = 64, .tensors = tensors, .tiling = BytesOf(tiling)};

  const std::string path = ::testing::TempDir() + "/trace.json";
  setenv("OPENACLNN_TRACE", path.c_str(), 1);
  ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
  ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
  std::ifstream file(path);
  const nlohmann::json rows = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  ASSERT_TRUE(rows.is_array());
  size_t instructions = 0, names = 0;
  std::map<std::pair<int64_t, int64_t>, int64_t> ends;  // of each row
  for (const auto& row : rows) {
    if (row["ph"] == "M") {
      ++names;
      continue;
    }
    ++instructions;
    EXPECT_EQ(row["name"], "DataCopy");
    int64_t& end = ends[{row["pid"].get<int64_t>(), row["tid"].get<int64_t>()}];
    EXPECT_GE(row["ts"].get<int64_t>(), end);
    end = row["ts"].get<int64_t>() + row["dur"].get<int64_t>();
    EXPECT_EQ(row["args"]["bytes"], 128);
  }
  EXPECT_EQ(instructions, 2 * 64 * 6);
  EXPECT_EQ(names, 2 * (2 + 40 * 4));
  EXPECT_EQ(ends.size(), 2 * 40 * 2);  // 40 cores copy in and out

  setenv("OPENACLNN_TRACE", "1", 1);
  ::testing::internal::CaptureStderr();
  ASSERT_EQ(aicore::Run(launch), absl::OkStatus());
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "copy on Ascend910B3: blocks 64, barriers 0, unified buffer 256 of 196608 bytes\n"
            "  about 1470 cycles, 0.82 us at 1800 MHz (from measured tables)\n"
            "  pipe   instructions       elements            bytes    busy cycles   busy\n"
            "  S                 0              0                0              0     0%\n"
            "  V                 0              0                0              0     0%\n"
            "  MTE2            192           6144            24576          10368    22%\n"
            "  MTE3            192           6144            24576           7296    15%\n"
            "  critical path: S 0%, V 0%, MTE2 58%, MTE3 41%\n");

  setenv("OPENACLNN_TRACE", "/nowhere/trace.json", 1);
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(aicore::Run(launch), absl::OkStatus());
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "OPENACLNN_TRACE: cannot write /nowhere/trace.json: No such file or directory\n");
}

}  // namespace
}  // namespace openaclnn::aicore
