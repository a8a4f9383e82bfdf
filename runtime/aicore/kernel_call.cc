#include "runtime/aicore/kernel_call.h"

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "runtime/aicore/kernel_registry.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {

absl::Status KernelCall::Run(Counters* counters) {
  const Product* const product = FindProduct(soc_);
  launch_.soc = FindSoc(product == nullptr ? soc_ : product->soc);
  if (launch_.soc == nullptr)
    return absl::NotFoundError(absl::StrCat(soc_, " is no chip or product of products.yaml"));
  const absl::StatusOr<const DeviceKernel*> kernel = FindKernel(kernel_, *launch_.soc, dtypes_);
  if (!kernel.ok()) return kernel.status();
  launch_.kernel = *kernel;
  launch_.tensors = tensors_;
  launch_.scalars = scalars_;
  launch_.tiling = tiling_;
  // Aligned for every type.
  std::vector<std::max_align_t> workspace(
      (static_cast<size_t>(workspace_bytes_) + sizeof(std::max_align_t) - 1) /
      sizeof(std::max_align_t));
  if (workspace_bytes_ > 0)
    launch_.workspace = {.data = workspace.data(), .bytes = workspace_bytes_};
  Counters ignored;
  return aicore::Run(launch_, counters == nullptr ? &ignored : counters);
}

}  // namespace openaclnn::aicore
