// An Ascend C kernel of one's own, run on the simulated AI Core: y = 2 * x + 1, on all vector cores
// of a chip. docs/ascendc.md.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

// --- what the device runs: plain Ascend C ---

struct LineTiling {
  uint32_t length;  // elements of each block
  uint32_t tile;    // elements at a time
};

__global__ __aicore__ void line(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  using namespace AscendC;  // NOLINT(build/namespaces): as in the vendor's samples
  GET_TILING_DATA_WITH_STRUCT(LineTiling, t, tiling);
  GlobalTensor<float> xGm, yGm;
  xGm.SetGlobalBuffer((__gm__ float*)x + t.length * GetBlockIdx(), t.length);
  yGm.SetGlobalBuffer((__gm__ float*)y + t.length * GetBlockIdx(), t.length);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> in;
  TQue<TPosition::VECOUT, 1> out;
  pipe.InitBuffer(in, 2, t.tile * sizeof(float));
  pipe.InitBuffer(out, 2, t.tile * sizeof(float));
  for (uint32_t i = 0; i < t.length; i += t.tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, xGm[i], t.tile);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Muls(b, a, 2.0f, t.tile);
    Adds(b, b, 1.0f, t.tile);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(yGm[i], b, t.tile);
    out.FreeTensor(b);
  }
}

// --- what the host does ---

namespace aicore = openaclnn::aicore;

int main() {
  const openaclnn::Soc* const soc = openaclnn::FindSoc("Ascend910B3");
  const int64_t blocks = soc->vector_cores;
  std::vector<float> x(static_cast<size_t>(blocks) * 4096), y(x.size());
  std::iota(x.begin(), x.end(), 0.0f);
  const aicore::Launch::Tensor tensors[] = {
      {.data = x.data(),
       .bytes = static_cast<int64_t>(x.size() * sizeof(float)),
       .writable = false,
       .name = "x"},
      {.data = y.data(),
       .bytes = static_cast<int64_t>(y.size() * sizeof(float)),
       .writable = true,
       .name = "y"}};
  constexpr aicore::DeviceKernel kLine = OPENACLNN_DEVICE_KERNEL(line);

  const auto run = [&](uint32_t tile) {
    const LineTiling tiling = {.length = 4096, .tile = tile};
    aicore::Launch launch;
    launch.kernel = &kLine;
    launch.soc = soc;
    launch.blocks = blocks;
    launch.tensors = tensors;
    launch.tiling =
        absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling), sizeof(tiling));
    const absl::Status status = aicore::Run(launch);
    std::printf("tile %u: %s\n", tile,
                status.ok() ? "done" : std::string(status.message()).c_str());
    return status.ok();
  };
  const bool right = run(1024);
  std::printf("y: %g %g ... %g\n", y[0], y[1], y.back());
  const bool wrong = run(1020);  // DataCopy moves whole blocks of 32 bytes
  return right && !wrong && y[1] == 3.0f ? 0 : 1;
}
