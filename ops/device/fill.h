// For host code: elements that are all the same.
#ifndef OPENACLNN_OPS_DEVICE_FILL_H_
#define OPENACLNN_OPS_DEVICE_FILL_H_

#include "runtime/executor/plan.h"
#include "runtime/tensor/number.h"

namespace openaclnn::device {

// Each element of `output` becomes the number: true in bool unless it is 0 or a floating-point
// number below 2^-23, in other types converted as Rounding::kConvert says (runtime/cpu/convert.h).
void Fill(PlanBuilder& plan, Operand output, const Number& number);

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_FILL_H_
