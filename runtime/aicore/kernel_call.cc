#include "runtime/aicore/kernel_call.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/aicore/kernel_registry.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

// A kernel without dtypes of its own has one variant, for all.
bool BeginsWith(std::string_view all, std::string_view first) {
  return all.empty() || first.empty() || all == first ||
         absl::StartsWith(all, absl::StrCat(first, ","));
}

// `dtypes`: those of the first operands, as many as it takes to tell the variants apart; of no
// meaning for a kernel that was compiled without. Error (kNotFound): there is no such variant, or
// more than one; the message names those there are.
absl::StatusOr<const DeviceKernel*> FindKernel(std::string_view name, const Soc& soc,
                                               std::string_view dtypes) {
  std::vector<std::string> names, architectures, combinations;
  std::vector<const DeviceKernel*> found;
  for (const KernelVariant* variant = FirstVariant(); variant != nullptr; variant = variant->next) {
    names.emplace_back(variant->kernel.name);
    if (variant->kernel.name != name) continue;
    architectures.push_back(absl::StrCat(variant->kernel.npu_arch));
    if (variant->kernel.npu_arch != soc.product->npu_arch) continue;
    combinations.emplace_back(variant->dtypes);
    if (BeginsWith(variant->dtypes, dtypes)) found.push_back(&variant->kernel);
  }
  if (found.size() == 1) return found[0];

  const auto list = [](std::vector<std::string>& words) {
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words.empty() ? "none" : absl::StrJoin(words, "; ");
  };
  if (architectures.empty()) {
    return absl::NotFoundError(
        absl::StrCat("kernel ", name, " is not linked; these are: ", list(names)));
  }
  if (combinations.empty()) {
    return absl::NotFoundError(absl::StrCat("kernel ", name, ": not compiled for architecture ",
                                            soc.product->npu_arch, " of ", soc.name, ", but for ",
                                            list(architectures)));
  }
  return absl::NotFoundError(absl::StrCat("kernel ", name, ": dtypes ", dtypes, " stand for ",
                                          found.size(), " variants of ", list(combinations)));
}

}  // namespace

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
