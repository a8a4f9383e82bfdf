// What softplus and its gradient share in Ascend C.
#ifndef OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_
#define OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// e = e^-|t + lost|, as that of the rounded |t| times 1 - |t|'s loss, which has the sign of t's
// where t > 0: there `positive` is set. a and b are scratch.
__aicore__ inline void Decay(const Floats& e, const Floats& positive, const Floats& t,
                             const Floats& lost, const Floats& a, const Floats& b, int32_t n) {
  Abs(e, t, n);
  Muls(e, e, -1.0f, n);
  Exp(e, e, n);
  Muls(positive, t, -1.0f, n);
  NegativeMask(positive, positive, n);
  Muls(a, lost, -1.0f, n);
  Muls(b, lost, 1.0f, n);
  Merge(a, positive, a, b, n);
  Mul(a, a, e, n);
  Add(e, e, a, n);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_MATH_SOFTPLUS_DEVICE_H_
