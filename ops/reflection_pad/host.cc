// aclnnReflectionPad1d: spec.yaml says what is checked, this file what runs.

#include <algorithm>
#include <cstdint>

#include "ops/reflection_pad/reflection_pad_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::reflection_pad {

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  const size_t dim = self.view.shape.size() - 1;
  const int64_t extent = self.view.shape[dim], length = out.view.shape[dim];
  // Element i of out is element i - before of self, reflected if that lies beyond an end. `begin`
  // and `end` are the elements of out that do not.
  const int64_t before = plan.int_array(kPadding)[0];
  const int64_t begin = std::clamp<int64_t>(before, 0, length);
  const int64_t end = std::clamp<int64_t>(before + extent, 0, length);
  const auto copy = [&](int64_t from, int64_t to, int64_t count, bool is_reversed) {
    const Operand section = Narrow(self, dim, from, count);
    plan.Convert(is_reversed ? Reversed(section, dim) : section, Narrow(out, dim, to, count));
  };
  copy(before - begin + 1, 0, begin, true);
  copy(begin - before, begin, end - begin, false);
  copy(2 * extent - 1 - (length - before), end, length - end, true);
}

}  // namespace openaclnn::reflection_pad
