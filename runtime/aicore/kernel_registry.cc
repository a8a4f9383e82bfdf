#include "runtime/aicore/kernel_registry.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "runtime/aicore/launch.h"
#include "runtime/products/products.h"

namespace openaclnn::aicore {
namespace {

constinit const KernelVariant* first_variant = nullptr;

// A kernel without dtypes of its own has one variant, for all.
bool BeginsWith(std::string_view all, std::string_view first) {
  return all.empty() || first.empty() || all == first ||
         absl::StartsWith(all, absl::StrCat(first, ","));
}

}  // namespace

KernelRegistrar::KernelRegistrar(KernelVariant* variant) {
  variant->next = first_variant;
  first_variant = variant;
}

absl::StatusOr<const DeviceKernel*> FindKernel(std::string_view name, const Soc& soc,
                                               std::string_view dtypes) {
  std::vector<std::string> names, architectures, combinations;
  std::vector<const DeviceKernel*> found;
  for (const KernelVariant* variant = first_variant; variant != nullptr; variant = variant->next) {
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

}  // namespace openaclnn::aicore
