// The kernels that ascendc_kernel compiled, found by name, chip and element types.
#ifndef OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_
#define OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

// A kernel, compiled for one architecture and one combination of element types.
struct KernelVariant {
  DeviceKernel kernel;
  std::string_view dtypes;  // of the operands, in the order of the build: "float16,float32"
  const KernelVariant* next = nullptr;
};

// Makes a variant known, before main() and for good.
class KernelRegistrar {
 public:
  explicit KernelRegistrar(KernelVariant* variant);
};

// `dtypes`: those of the first operands, as many as it takes to tell the variants apart; of no
// meaning for a kernel that was compiled without. Error
// (kNotFound): there is no such variant, or more than one; the message names those there are.
absl::StatusOr<const DeviceKernel*> FindKernel(std::string_view name, const Soc& soc,
                                               std::string_view dtypes);

}  // namespace openaclnn::aicore

#endif  // OPENACLNN_RUNTIME_AICORE_KERNEL_REGISTRY_H_
