// Exponentials of tiles that decay in a tail, as factors that do not underflow.
#ifndef OPENACLNN_OPS_DEVICE_EXPONENTIAL_H_
#define OPENACLNN_OPS_DEVICE_EXPONENTIAL_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// t = min(|x|, limit).
__aicore__ inline void Magnitude(const Floats& t, const Floats& x, float limit,
                                 const Floats& scratch, int32_t n) {
  Abs(t, x, n);
  Duplicate(scratch, limit, n);
  Min(t, t, scratch, n);
}

// exp(exponent) = e tail^(1 / share). The product of two float32 numbers may be as large as the
// square of the largest, so the exponential must not underflow where its product with these is not
// 0: what is below e^-87 goes into the tail, which is 1 elsewhere.
__aicore__ inline void Exponential(const Floats& e, const Floats& tail, const Floats& exponent,
                                   int32_t n, float share = 0.5f) {
  Duplicate(tail, -87.0f, n);
  Max(tail, tail, exponent, n);
  Exp(e, tail, n);
  Sub(tail, exponent, tail, n);
  Muls(tail, tail, share, n);
  Exp(tail, tail, n);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_EXPONENTIAL_H_
