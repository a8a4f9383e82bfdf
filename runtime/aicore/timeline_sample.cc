// timeline_sample BUFFERS: runs one block of a kernel whose queues have one or two buffers, for
// timeline_test.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "kernel_operator.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

constexpr uint32_t kTile = 4096;
constexpr uint32_t kTiles = 8;

__global__ __aicore__ void roots(GM_ADDR x, GM_ADDR y, GM_ADDR workspace, GM_ADDR tiling) {
  GET_TILING_DATA_WITH_STRUCT(uint32_t, buffers, tiling);
  GlobalTensor<float> from, to;
  from.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x), kTile * kTiles);
  to.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y), kTile * kTiles);
  TPipe pipe;
  TQue<TPosition::VECIN, 1> in;
  TQue<TPosition::VECOUT, 1> out;
  pipe.InitBuffer(in, static_cast<uint8_t>(buffers), kTile * sizeof(float));
  pipe.InitBuffer(out, static_cast<uint8_t>(buffers), kTile * sizeof(float));
  for (uint32_t tile = 0; tile < kTiles; ++tile) {
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, from[tile * kTile], kTile);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Sqrt(b, a, kTile);
    Sqrt(b, b, kTile);
    in.FreeTensor(a);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(to[tile * kTile], b, kTile);
    out.FreeTensor(b);
  }
}

absl::Status RunRoots(uint32_t buffers) {
  constexpr DeviceKernel kRoots = OPENACLNN_DEVICE_KERNEL(roots);
  std::vector<float> x(kTile * kTiles, 0.25f), y(kTile * kTiles);
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  const Launch::Tensor tensors[] = {
      {.data = x.data(), .bytes = bytes, .name = "x"},
      {.data = y.data(), .bytes = bytes, .writable = true, .name = "y", .undefined = true}};
  return Run({.kernel = &kRoots,
              .soc = FindSoc("Ascend910B3"),
              .tensors = tensors,
              .tiling = absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&buffers),
                                            sizeof(buffers))});
}

}  // namespace
}  // namespace openaclnn::aicore

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  const absl::Status status =
      openaclnn::aicore::RunRoots(static_cast<uint32_t>(std::atoi(argv[1])));
  if (!status.ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  return status.ok() ? EXIT_SUCCESS : EXIT_FAILURE;
}
