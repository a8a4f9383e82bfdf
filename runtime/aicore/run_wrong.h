// Runs small kernels, each with one mistake, and expects what the simulator says about it.
#ifndef OPENACLNN_RUNTIME_AICORE_RUN_WRONG_H_
#define OPENACLNN_RUNTIME_AICORE_RUN_WRONG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "runtime/aicore/include/ascendc/kernel_data_copy.h"
#include "runtime/aicore/include/ascendc/kernel_log.h"
#include "runtime/aicore/include/ascendc/kernel_sync.h"
#include "runtime/aicore/include/ascendc/kernel_tensor.h"
#include "runtime/aicore/include/ascendc/kernel_tpipe.h"
#include "runtime/aicore/include/kernel_tiling/kernel_tiling.h"
#include "runtime/aicore/launch.h"
#include "runtime/aicore/without_place.h"
#include "runtime/products/products.h"
#include "runtime/schedule/parallel.h"

namespace openaclnn::aicore {

using namespace AscendC;  // NOLINT(build/namespaces): as kernels do

inline constexpr uint32_t kElements = 64;

// What the kernels below have in common: float32 tensors x (read only) and y, 64 elements for each
// of two blocks.
class Tensors {
 public:
  Tensors(GM_ADDR x_address, GM_ADDR y_address) {
    x.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(x_address) + GetBlockIdx() * kElements,
                      kElements);
    y.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y_address) + GetBlockIdx() * kElements,
                      kElements);
  }
  GlobalTensor<float> x;
  GlobalTensor<float> y;
};

using InQueue = TQue<TPosition::VECIN, 1>;
using OutQueue = TQue<TPosition::VECOUT, 1>;

struct Tiling {
  int64_t number;
};

inline constexpr absl::StatusCode kFailed = absl::StatusCode::kFailedPrecondition;

// Runs the kernel with the tensors x and y for two blocks of 64 float32 each, and a workspace of
// 128 bytes.
inline absl::Status RunWrong(const DeviceKernel& kernel, const char* soc,
                             Checks checks = Checks::kStrict, int64_t blocks = 2,
                             Sync sync = Sync::kDefault) {
  // Guards around y: nothing but the tensor itself is ever written.
  constexpr size_t kGuard = 32;
  const size_t elements = static_cast<size_t>(blocks) * kElements;
  std::vector<float> x(elements, 1.0f), y(kGuard + elements + kGuard, 7.0f);
  std::vector<int32_t> workspace(32, 0);
  const Tiling tiling = {5};
  const Launch::Tensor tensors[] = {{.data = x.data(),
                                     .bytes = static_cast<int64_t>(elements * sizeof(float)),
                                     .writable = false,
                                     .name = "x"},
                                    {.data = y.data() + kGuard,
                                     .bytes = static_cast<int64_t>(elements * sizeof(float)),
                                     .writable = true,
                                     .name = "y"}};
  Launch launch;
  launch.kernel = &kernel;
  launch.soc = FindSoc(soc);
  launch.blocks = blocks;
  launch.tensors = tensors;
  launch.workspace = {
      .data = workspace.data(), .bytes = 128, .writable = true, .name = "workspace"};
  launch.tiling = absl::MakeConstSpan(reinterpret_cast<const std::byte*>(&tiling), sizeof(tiling));
  launch.checks = checks;
  launch.sync = sync;
  SetThreadCountForTest(1);  // some kernels race on purpose
  const absl::Status status = Run(launch);
  SetThreadCountForTest(0);
  for (size_t i = 0; i < kGuard; ++i) {
    EXPECT_EQ(y[i], 7.0f) << "written before y";
    EXPECT_EQ(y[kGuard + elements + i], 7.0f) << "written behind y";
  }
  EXPECT_EQ(x, std::vector<float>(elements, 1.0f)) << "x is read only";
  return status;
}

#define EXPECT_WRONG(kernel, message_text) \
  EXPECT_WRONG_ON("Ascend910B3", Checks::kFast, kernel, message_text)
#define EXPECT_WRONG_STRICT(kernel, message_text) \
  EXPECT_WRONG_ON("Ascend910B3", Checks::kStrict, kernel, message_text)
#define EXPECT_WRONG_ON(soc, checks, kernel, message_text)            \
  do {                                                                \
    constexpr DeviceKernel kKernel = OPENACLNN_DEVICE_KERNEL(kernel); \
    const absl::Status status = RunWrong(kKernel, soc, checks);       \
    EXPECT_EQ(status.code(), kFailed) << status;                      \
    EXPECT_EQ(WithoutPlace(status, __FILE__),                         \
              std::string("kernel " #kernel ", ") + (message_text));  \
  } while (false)

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_RUN_WRONG_H_
