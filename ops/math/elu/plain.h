// Numbers of ELU (alpha, scale, inputScale) that need less arithmetic than any numbers do.
#ifndef OPENACLNN_OPS_MATH_ELU_PLAIN_H_
#define OPENACLNN_OPS_MATH_ELU_PLAIN_H_

#include "runtime/tensor/numbers.h"

namespace openaclnn {

// Whether there is no input scale, and alpha scale is a float32 number that is positive and whose
// products with the powers that matter are normal: what frameworks call ELU.
inline bool HasPlainNumbers(const Numbers& numbers) {
  const double scale = numbers[1].AsDouble(), factor = numbers[0].AsDouble() * scale;
  return numbers[2].AsDouble() == 1 && scale > 0 && factor > 0x1p-20 && factor < 0x1p8 &&
         static_cast<float>(factor) == factor;
}

}  // namespace openaclnn

#endif  // OPENACLNN_OPS_MATH_ELU_PLAIN_H_
