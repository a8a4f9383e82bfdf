// Evenly spaced numbers: start, start + step, and so on.
#ifndef OPENACLNN_RUNTIME_TENSOR_RANGE_H_
#define OPENACLNN_RUNTIME_TENSOR_RANGE_H_

#include <cstdint>
#include <optional>

#include "acl/acl_base_rt.h"
#include "runtime/tensor/number.h"

namespace openaclnn {

// How many of them lie before `end` in a tensor of this type: of integers, whose numbers are
// truncated first, counted exactly; else in double, as PyTorch counts them. nullopt if step is 0 in
// that type or leads away from the end, or a number is not finite, or there are too many.
std::optional<int64_t> RangeLength(const Number& start, const Number& end, const Number& step,
                                   aclDataType dtype);

}  // namespace openaclnn

#endif  // OPENACLNN_RUNTIME_TENSOR_RANGE_H_
