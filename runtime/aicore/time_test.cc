// The estimate of time: against published figures where there are some, and the order of variants
// of one kernel, which is what it is for.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "kernel_operator.h"
#include "runtime/aicore/cost.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

struct Tiling {
  uint32_t length;  // float32 numbers of each block
  uint32_t tile;
  uint8_t buffers;  // of each queue
  uint8_t passes;   // of three vector instructions
};

__global__ __aicore__ void polynomial(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(Tiling, t, tiling);
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + t.length * GetBlockIdx(), t.length);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + t.length * GetBlockIdx(), t.length);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> in;
  TQue<TPosition::VECOUT, 1> out;
  pipe.InitBuffer(in, t.buffers, t.tile * sizeof(float));
  pipe.InitBuffer(out, t.buffers, t.tile * sizeof(float));
  for (uint32_t i = 0; i < t.length; i += t.tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, from[i], t.tile);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Muls(b, a, 0.5f, t.tile);
    for (int pass = 0; pass < t.passes; ++pass) {
      Adds(b, b, 1.0f, t.tile);
      Mul(b, b, a, t.tile);
      Exp(b, b, t.tile);
    }
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(to[i], b, t.tile);
    out.FreeTensor(b);
  }
}

// A matrix of 32 columns of a wider one: one copy of many blocks, or one copy for each row.
template <bool kOneCopy>
__global__ __aicore__ void columns(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GlobalTensor<float> from;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x));
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 64 * 128);
  LocalTensor<float> tensor = buffer.Get<float>();
  if constexpr (kOneCopy) {
    DataCopy(tensor, from, DataCopyParams(64, 4, 4, 0));
  } else {
    for (uint32_t row = 0; row < 64; ++row) DataCopy(tensor[row * 32], from[row * 64], 32);
  }
}

Counters Time(const DeviceKernel& kernel, const Tiling& tiling, int64_t blocks = 1,
              const char* soc = "Ascend910B3") {
  const size_t elements = std::max<size_t>(4096, static_cast<size_t>(blocks) * tiling.length);
  std::vector<float> x(elements, 0.25f), y(elements);
  const auto bytes = static_cast<int64_t>(elements * sizeof(float));
  const Launch::Tensor tensors[] = {
      {.data = x.data(), .bytes = bytes, .name = "x"},
      {.data = y.data(), .bytes = bytes, .writable = true, .name = "y", .undefined = true}};
  Counters counters;
  EXPECT_EQ(Run({.kernel = &kernel,
                 .soc = FindSoc(soc),
                 .blocks = blocks,
                 .tensors = tensors,
                 .tiling = absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling),
                                               sizeof(tiling)),
                 .timed = true},
                &counters),
            absl::OkStatus());
  return counters;
}
constexpr DeviceKernel kPolynomial = OPENACLNN_DEVICE_KERNEL(polynomial);

// Measured on Ascend910B3 as one instruction between two reads of the clock: slope * r + fixed.
TEST(TimeTest, SingleInstructionsAreNearThePublishedOnes) {
  struct Published {
    const char* name;
    double slope;
    double fixed;
  };
  for (const auto& [name, slope, fixed] : {Published{"Add", 2.11, 24},
                                           {"Mul", 2.3, 25},
                                           {"Div", 4.03, 31},
                                           {"And", 2.03, 20},
                                           {"Muls", 1, 26},
                                           {"Maxs", 1, 23},
                                           {"Exp", 2, 31},
                                           {"Sqrt", 2, 33},
                                           {"Rsqrt", 1.07, 24}}) {
    for (const int64_t repeats : {1, 4, 16, 64}) {
      const Cost cost = VectorCost(name, repeats * 64, 4);
      const auto cycles = static_cast<double>(cost.head + cost.busy + cost.tail);
      const double published = slope * static_cast<double>(repeats) + fixed;
      EXPECT_GT(cycles, published / 1.25) << name << ", " << repeats << " repeats";
      EXPECT_LT(cycles, published * 1.25) << name << ", " << repeats << " repeats";
    }
  }
}

// Measured on Ascend910B1, many in a row: cycles that each keeps the unit busy.
TEST(TimeTest, ConversionsAreBusyAsPublished) {
  for (const auto& [name, of_each_repeat] :
       {std::pair{"CastDequant", 1}, {"CastDeq", 1}, {"AddReluCast", 2}, {"MulCast", 2}}) {
    EXPECT_EQ(VectorCost(name, 128, 2).busy, 3) << name;
    EXPECT_EQ(VectorCost(name, 16 * 128, 2).busy, 16 * of_each_repeat) << name;
  }
}

TEST(TimeTest, CopiesAreNearThePublishedOnes) {
  const Soc& soc = *FindSoc("Ascend910B3");
  const auto whole = [](const Cost& cost) { return cost.busy + cost.tail; };
  EXPECT_EQ(whole(CopyCost(soc, Pipe::kMte2, 1024, 1)), 216);
  EXPECT_EQ(whole(CopyCost(soc, Pipe::kMte2, 65536, 1)), 747);
  EXPECT_EQ(whole(CopyCost(soc, Pipe::kMte3, 32768, 1)), 507);
  // All cores at once: what they move together is the chip's 1750 GB/s.
  const Cost shared = CopyCost(soc, Pipe::kMte2, 65536, 40);
  const double gigabytes = 40 * 65536.0 / (static_cast<double>(shared.busy) / 1800e6) / 1e9;
  EXPECT_NEAR(gigabytes, 1750, 10);
}

TEST(TimeTest, SaysWhatIsMeasuredAndWhatIsAssumed) {
  EXPECT_STREQ(SourceOfNumbers(*FindSoc("Ascend910B3")), "from measured tables");
  EXPECT_STREQ(SourceOfNumbers(*FindSoc("Ascend910_9391")),
               "from Atlas A2's measured tables, clock and bandwidth assumed");
  EXPECT_STREQ(SourceOfNumbers(*FindSoc("Ascend950PR_9599")),
               "copies measured, the rest assumed from Atlas A2");
  EXPECT_STREQ(SourceOfNumbers(*FindSoc("Ascend310P3")), "assumed from Atlas A2's tables");
}

TEST(TimeTest, TwoBuffersAreFasterThanOne) {
  const int64_t one = Time(kPolynomial, {65536, 4096, 1, 1}).cycles;
  const int64_t two = Time(kPolynomial, {65536, 4096, 2, 1}).cycles;
  EXPECT_LT(two, one * 0.7);
  EXPECT_GT(two, one * 0.3);
}

TEST(TimeTest, LargeTilesAreFasterThanSmallOnes) {
  int64_t before = INT64_MAX;
  for (const uint32_t tile : {64, 256, 1024, 4096}) {
    const int64_t cycles = Time(kPolynomial, {16384, tile, 2, 1}).cycles;
    EXPECT_LT(cycles, before) << tile;
    before = cycles;
  }
}

TEST(TimeTest, OneCopyOfManyBlocksIsFasterThanManyCopies) {
  constexpr DeviceKernel kOne = OPENACLNN_DEVICE_KERNEL(columns<true>);
  constexpr DeviceKernel kMany = OPENACLNN_DEVICE_KERNEL(columns<false>);
  EXPECT_LT(Time(kOne, {}).cycles * 2, Time(kMany, {}).cycles);
}

TEST(TimeTest, WhatIsBusyIsWhatTakesTime) {
  // Few instructions: copies; many: the vector unit.
  const Counters copies = Time(kPolynomial, {65536, 4096, 2, 0}, 40);
  EXPECT_GT(copies[Pipe::kMte2].busy, 2 * copies[Pipe::kVector].busy);
  const Counters vector = Time(kPolynomial, {65536, 4096, 2, 20}, 40);
  EXPECT_GT(vector[Pipe::kVector].busy, vector.block_cycles * 3 / 4);
  EXPECT_GT(vector.cycles, copies.cycles);
}

TEST(TimeTest, MoreBlocksThanCoresTakeTurns) {
  const int64_t full = Time(kPolynomial, {8192, 4096, 2, 1}, 40).cycles;
  EXPECT_EQ(Time(kPolynomial, {8192, 4096, 2, 1}, 80).cycles, 2 * full);
}

TEST(TimeTest, DoesNotDependOnThreads) {
  SetThreadCountForTest(1);
  const int64_t one = Time(kPolynomial, {8192, 4096, 2, 1}, 40).cycles;
  SetThreadCountForTest(4);
  EXPECT_EQ(Time(kPolynomial, {8192, 4096, 2, 1}, 40).cycles, one);
  SetThreadCountForTest(0);
}

// An instruction that needs another's result waits for it; hardware or compiler see to that.
template <bool kDependent>
__global__ __aicore__ void chain(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  TPipe pipe;
  TBuf<> buffer;
  pipe.InitBuffer(buffer, 4096);
  LocalTensor<float> tensor = buffer.Get<float>();
  Duplicate(tensor, 1.0f, 1024);
  for (uint32_t i = 0; i < 8; ++i) {
    const uint32_t at = kDependent ? 0 : i * 64;
    Adds(tensor[at], tensor[at], 1.0f, 64);
  }
}
TEST(TimeTest, ResultsAreWaitedFor) {
  constexpr DeviceKernel kDependent = OPENACLNN_DEVICE_KERNEL(chain<true>);
  constexpr DeviceKernel kIndependent = OPENACLNN_DEVICE_KERNEL(chain<false>);
  // Seven times the 18 cycles until a result of Adds is there.
  EXPECT_EQ(Time(kDependent, {}).cycles - Time(kIndependent, {}).cycles, 7 * 18);
}

// Twenty instructions of 256 cycles.
struct Work {
  Work() {
    pipe.InitBuffer(buffer, 64 * 1024);
    tensor = buffer.Get<float>();
  }
  void Do() const {
    for (uint32_t i = 0; i < 20; ++i) Duplicate(tensor, 1.0f, 16384);
  }
  TPipe pipe;
  TBuf<> buffer;
  LocalTensor<float> tensor;
};

// Equal work before and behind a barrier of all blocks.
__global__ __aicore__ void meet(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Work work;
  work.Do();
  SyncAll();
  work.Do();
}
TEST(TimeTest, TheCriticalPathGoesThroughBarriers) {
  constexpr DeviceKernel kMeet = OPENACLNN_DEVICE_KERNEL(meet);
  setenv("OPENACLNN_TRACE", "1", 1);
  ::testing::internal::CaptureStderr();
  const int64_t cycles = Time(kMeet, {}, 2).cycles;
  const std::string text = ::testing::internal::GetCapturedStderr();
  unsetenv("OPENACLNN_TRACE");
  EXPECT_NEAR(static_cast<double>(cycles), 40 * 256 + kBarrierCycles, 40 * 20);
  const size_t at = text.find("critical path: S ");
  ASSERT_NE(at, std::string::npos) << text;
  const int scalar = std::atoi(text.c_str() + at + std::string("critical path: S ").size());
  EXPECT_GT(scalar, 3) << text;  // the barrier
  EXPECT_LT(scalar, 10) << text;
}

// The work of block 0 comes before its flag, that of block 1 behind its wait.
template <pipe_t pipe>
__global__ __aicore__ void hand_over(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Work work;
  const bool first = GetBlockIdx() == 0;
  if (first) work.Do();
  CrossCoreSetFlag<1, pipe>(0);
  CrossCoreWaitFlag<1>(0);
  if (!first) work.Do();
}
// A pipe without work sets a flag when the scalar unit comes to it.
template <pipe_t pipe>
__global__ __aicore__ void scalar_first(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  Work work;
  for (uint32_t i = 0; GetBlockIdx() == 0 && i < 1000; ++i) work.tensor.SetValue(i, 1.0f);
  CrossCoreSetFlag<1, pipe>(0);
  CrossCoreWaitFlag<1>(0);
  if (GetBlockIdx() == 1) work.Do();
}
TEST(TimeTest, FlagsWaitForTheirPipe) {
  constexpr DeviceKernel kBehind = OPENACLNN_DEVICE_KERNEL(hand_over<PIPE_V>);
  constexpr DeviceKernel kBeside = OPENACLNN_DEVICE_KERNEL(hand_over<PIPE_S>);
  EXPECT_NEAR(static_cast<double>(Time(kBehind, {}, 2).cycles), 40 * 256 + kBarrierCycles, 40 * 20);
  EXPECT_NEAR(static_cast<double>(Time(kBeside, {}, 2).cycles), 20 * 256 + kBarrierCycles, 40 * 20);
  constexpr DeviceKernel kIdle = OPENACLNN_DEVICE_KERNEL(scalar_first<PIPE_MTE3>);
  constexpr DeviceKernel kScalar = OPENACLNN_DEVICE_KERNEL(scalar_first<PIPE_S>);
  EXPECT_EQ(Time(kIdle, {}, 2).cycles, Time(kScalar, {}, 2).cycles);
}

TEST(TimeTest, TablesBesideTheTrace) {
  const std::string stem = std::string(std::getenv("TEST_TMPDIR")) + "/time";
  setenv("OPENACLNN_TRACE", (stem + ".json").c_str(), 1);
  Time(kPolynomial, {8192, 4096, 2, 1}, 2);
  unsetenv("OPENACLNN_TRACE");
  const auto read = [&](const char* name) {
    std::ifstream file(stem + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  const std::string code = read("_code_exe.csv");
  EXPECT_EQ(code.substr(0, code.find('\n')), "launch,code,call_count,cycles,running_time(us)");
  // Each of the six lines of the loop ran twice in both blocks. Without libbacktrace none is known.
  size_t lines = 0;
  for (size_t at = code.find(std::string("1,") + __FILE__ + ":"); at != std::string::npos;
       at = code.find(std::string("1,") + __FILE__ + ":", at + 1)) {
    ++lines;
    const size_t calls = code.find(',', at + 2);
    EXPECT_EQ(code.substr(calls, 3), ",4,") << code;
  }
  EXPECT_EQ(lines, OPENACLNN_HAS_PLACES ? 6U : 0U) << code;
  const std::string instructions = read("_instr_exe.csv");
  EXPECT_EQ(instructions.substr(0, instructions.find('\n')),
            "launch,instr,addr,pipe,call_count,cycles,running_time(us)");
  EXPECT_NE(instructions.find("\n1,Exp,"), std::string::npos) << instructions;
}

}  // namespace
}  // namespace openaclnn::aicore
