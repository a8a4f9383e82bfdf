// What launches and checks cost: the time of a kernel of 16 instructions on float32 numbers in
// tiles of several sizes, and of launches of almost nothing. One thread.
//     tools/bazel run //runtime/aicore:launch_benchmark
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/log/absl_check.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {
namespace {

struct Tiling {
  uint32_t length;  // of each block
  uint32_t tile;
};

__global__ __aicore__ void polynomial(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  using namespace AscendC;  // NOLINT(build/namespaces): as kernels do
  GET_TILING_DATA_WITH_STRUCT(Tiling, t, tiling);
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x) + t.length * GetBlockIdx(), t.length);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + t.length * GetBlockIdx(), t.length);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> in;
  TQue<TPosition::VECOUT, 1> out;
  pipe.InitBuffer(in, 2, t.tile * sizeof(float));
  pipe.InitBuffer(out, 2, t.tile * sizeof(float));
  for (uint32_t i = 0; i < t.length; i += t.tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, from[i], t.tile);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Muls(b, a, 0.5f, t.tile);
    for (int term = 0; term < 7; ++term) {
      Adds(b, b, 1.0f, t.tile);
      Mul(b, b, a, t.tile);
    }
    Adds(b, b, 1.0f, t.tile);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(to[i], b, t.tile);
    out.FreeTensor(b);
  }
}

void RunPolynomial(benchmark::State& state, Checks checks, int64_t blocks, uint32_t length,
                   uint32_t tile, int threads) {
  const size_t elements = static_cast<size_t>(blocks) * length;
  std::vector<float> x(elements, 0.25f), y(elements);
  const Launch::Tensor tensors[] = {{.data = x.data(),
                                     .bytes = static_cast<int64_t>(elements * sizeof(float)),
                                     .writable = false,
                                     .name = "x"},
                                    {.data = y.data(),
                                     .bytes = static_cast<int64_t>(elements * sizeof(float)),
                                     .writable = true,
                                     .name = "y"}};
  constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(polynomial);
  const Tiling tiling = {length, tile};
  const Launch launch = {
      .kernel = &kKernel,
      .soc = FindSoc("Ascend910B3"),
      .blocks = blocks,
      .tensors = tensors,
      .tiling = absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling), sizeof(tiling)),
      .checks = checks};
  SetThreadCountForTest(threads);
  for (auto _ : state) ABSL_CHECK_OK(Run(launch));
  SetThreadCountForTest(0);
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(elements));
}

void BM_Elements(benchmark::State& state) {
  const auto tile = static_cast<uint32_t>(state.range(1));
  RunPolynomial(state, state.range(0) == 1 ? Checks::kStrict : Checks::kFast, 40, 8 * 8192, tile,
                1);
}
BENCHMARK(BM_Elements)
    ->ArgNames({"strict", "tile"})
    ->ArgsProduct({{0, 1}, {64, 512, 2048, 8192}})
    ->Unit(benchmark::kMillisecond);

void BM_Launch(benchmark::State& state) {
  RunPolynomial(state, state.range(0) == 1 ? Checks::kStrict : Checks::kFast, state.range(1), 64,
                64, 1);
}
BENCHMARK(BM_Launch)
    ->ArgNames({"strict", "blocks"})
    ->ArgsProduct({{0, 1}, {1, 40}})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace openaclnn::aicore
