// aclnnIndexFillTensor and aclnnInplaceIndexFillTensor: spec.yaml says what is checked, this file
// what runs.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/device/fill.h"
#include "ops/index_fill/index_fill_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::index_fill {

void Plan(PlanBuilder& plan) {
  Operand out = plan.tensor(kOut);
  if (!plan.AreSame(kSelf, kOut)) plan.Convert(plan.tensor(kSelf), out);
  if (out.view.shape.empty()) out.view.shape = out.view.strides = {1};
  const size_t dim = DimFromFront(plan.attr(kDim), out.view.shape.size());
  const auto given = plan.int_array(kIndex);
  std::vector<int64_t> indices(given.begin(), given.end());
  for (int64_t& index : indices) index += index < 0 ? out.view.shape[dim] : 0;
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  // Those in equal steps are filled together.
  for (size_t first = 0, end; first < indices.size(); first = end) {
    end = first + 1;
    const int64_t step = end < indices.size() ? indices[end] - indices[first] : 1;
    while (end < indices.size() && indices[end] - indices[end - 1] == step) ++end;
    device::Fill(plan, Narrow(out, dim, indices[first], static_cast<int64_t>(end - first), step),
                 plan.number(kValue));
  }
}

}  // namespace openaclnn::index_fill
