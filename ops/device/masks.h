// Masks of comparisons with limits that may be infinite, of numbers that may be NaN.
#ifndef OPENACLNN_OPS_DEVICE_MASKS_H_
#define OPENACLNN_OPS_DEVICE_MASKS_H_

#include "kernel_operator.h"
#include "ops/device/bits.h"

namespace openaclnn::device {

// Set where x <= limit. a and b are scratch.
__aicore__ inline void AtMostMask(const Floats& mask, const Floats& x, float limit, const Floats& a,
                                  const Floats& b, int32_t n) {
  Adds(a, x, -limit, n);
  NotPositiveMask(mask, a, b, n);
  // Not for NaN. The difference of equal infinities is NaN, too, so that the difference does not
  // tell.
  NaNMask(a, x, n);
  NotBits(a, a, n);
  AndBits(mask, mask, a, n);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_MASKS_H_
