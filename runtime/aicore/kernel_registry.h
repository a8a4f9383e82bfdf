// The list of the kernels that ascendc_kernel compiled. Each of them includes this header, so it
// includes little.
#ifndef OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_
#define OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_

#include <string_view>

#include "runtime/aicore/launch.h"

namespace openaclnn::aicore {

// A kernel, compiled for one architecture and one combination of element types.
struct KernelVariant {
  DeviceKernel kernel;
  std::string_view dtypes;  // of the operands, in the order of the build: "float16,float32"
  const KernelVariant* next = nullptr;
};

// The one that was made known last, null if none was.
const KernelVariant* FirstVariant();

// Makes a variant known, before main() and for good.
class KernelRegistrar {
 public:
  explicit KernelRegistrar(KernelVariant* variant);
};

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_
