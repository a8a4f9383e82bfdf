// aclnnRoll: spec.yaml says what is checked, this file what runs.

#include <utility>

#include "ops/roll/roll_spec.h"
#include "runtime/executor/plan.h"

namespace openaclnn::roll {

// Copies along the dimensions from `dim` on, each in two pieces: the elements before the last
// `places[dim]`, and these.
void Copy(PlanBuilder& plan, const Operand& from, const Operand& to, const Dims& places,
          size_t dim = 0) {
  if (dim == places.size()) return plan.Convert(from, to);
  const int64_t count = places[dim], others = from.view.shape[dim] - count;
  if (count == 0) return Copy(plan, from, to, places, dim + 1);
  Copy(plan, Narrow(from, dim, 0, others), Narrow(to, dim, count, others), places, dim + 1);
  Copy(plan, Narrow(from, dim, others, count), Narrow(to, dim, 0, count), places, dim + 1);
}

// The elements of a contiguous operand as one dimension.
Operand Flat(Operand operand) {
  operand.view.shape = {*ElementCount(operand.view.shape)};
  operand.view.strides = {1};
  return operand;
}

bool IsFlat(const Operand& operand) {
  return IsContiguous(operand.view.shape, operand.view.strides);
}

void Plan(PlanBuilder& plan) {
  const Operand self = plan.tensor(kSelf), out = plan.tensor(kOut);
  if (self.view.empty()) return;
  const auto& shifts = plan.int_array(kShifts);
  const auto roll = [](int64_t places, int64_t shift, int64_t extent) {
    return ((places + shift % extent) % extent + extent) % extent;
  };
  if (!plan.int_array(kDims).empty()) {
    const Dims dims = plan.dims(kDims, self.view.shape.size());
    Dims places(self.view.shape.size(), 0);
    for (size_t i = 0; i < dims.size(); ++i) {
      const auto dim = static_cast<size_t>(dims[i]);
      places[dim] = roll(places[dim], shifts[i], self.view.shape[dim]);
    }
    Copy(plan, self, out, places);
    return;
  }
  Operand from = self, to = out;
  if (!IsFlat(self))
    plan.Convert(self,
                 from = plan.Temporary("x in row-major order", self.view.dtype, self.view.shape));
  if (!IsFlat(out))
    to = plan.Temporary("result in row-major order", out.view.dtype, out.view.shape);
  from = Flat(from);
  Copy(plan, from, Flat(to), {roll(0, shifts[0], from.view.shape[0])});
  if (!IsFlat(out)) plan.Convert(to, out);
}

}  // namespace openaclnn::roll
