// aclnnConstantPadNd: spec.yaml says what is checked, this file what runs.

#include <algorithm>
#include <cstdint>

#include "ops/device/fill.h"
#include "ops/pad/pad_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::pad {

void Plan(PlanBuilder& plan) {
  // What is left of them once the margins before a dimension's elements and after are filled.
  Operand from = plan.tensor(kSelf), to = plan.tensor(kOut);
  const size_t rank = from.view.shape.size();
  for (size_t dim = 0; dim < rank; ++dim) {
    const auto [before, after] = PadsOf(plan.int_array(kPad), rank, dim);
    const int64_t begin = std::max<int64_t>(before, 0), end = std::max<int64_t>(after, 0);
    const int64_t kept = to.view.shape[dim] - begin - end;
    device::Fill(plan, Narrow(to, dim, 0, begin), plan.number(kValue));
    device::Fill(plan, Narrow(to, dim, begin + kept, end), plan.number(kValue));
    from = Narrow(from, dim, std::max<int64_t>(-before, 0), kept);
    to = Narrow(to, dim, begin, kept);
  }
  plan.Convert(from, to);
}

}  // namespace openaclnn::pad
