// What a launch does: arguments, blocks, barriers, additions, counters, traces. Kernels here use no vector instructions.
#include "runtime/aicore/launch.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
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
    SetBlockOrderForTest(nullptr);
    unsetenv("OPENACLNN_TRACE");
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
  return {.data = values.data(), .bytes = static_cast<int64_t>(values.size() * sizeof(T)), .writable = writable, .name = name};
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
  EXPECT_EQ(kKernel.arguments, 4);
  const CopyTiling tiling = {96, 32};
  const Launch::Tensor tensors[] = {TensorOf(x, false, "x"), TensorOf(y, true, "y")};
  const Launch launch = {.kernel = &kKernel, .soc = soc, .blocks = 64, .tensors = tensors, .tiling = BytesOf(tiling)};
  for (const int threads : {1, 2, 3, 8}) {
    SetThreadCountForTest(threads);
    std::fill(y.begin(), y.end(), 0);
    Counters counters;
    ASSERT_EQ(aicore::Run(launch, &counters), absl::OkStatus());
    EXPECT_EQ(x, y);
    EXPECT_EQ(counters[Pipe::kMte2].instructions, 64 * 3);
    EXPECT_EQ(counters[Pipe::kMte2].bytes, 64 * 96 * 4);
    EXPECT_EQ(counters[Pipe::kMte3].elements, 64 * 96);
    EXPECT_EQ(counters[Pipe::kMte3].units, 64 * 3 * (1 + 4));
    EXPECT_EQ(counters[Pipe::kVector].instructions, 0);
    EXPECT_EQ(counters.peak_unified_buffer_bytes, 2 * 32 * 4);
    SetBlockOrderForTest(Shuffled);
  }
}

}  // namespace
}  // namespace openaclnn::aicore
