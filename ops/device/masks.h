// Masks of comparisons with limits that may be infinite, of numbers that may be NaN, and what
// numbers are compared by.
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

// The bits of a number as an integer that is ordered as the numbers are; those of both zeros are 0.
__aicore__ inline void OrderedBits(const Floats& x, const Floats& scratch, int32_t n) {
  const LocalTensor<int32_t> bits = x.ReinterpretCast<int32_t>(),
                             twice = scratch.ReinterpretCast<int32_t>();
  NegativeMask(scratch, x, n);
  Abs(x, x, n);
  AndBits(scratch, scratch, x, n);
  Add(twice, twice, twice, n);
  Sub(bits, bits, twice, n);
}

// Set where |x| < limit, which is positive; not for NaN, whose bits are greater. mask may be x.
__aicore__ inline void MagnitudeBelowMask(const Floats& mask, const Floats& x, float limit,
                                          int32_t n) {
  const LocalTensor<int32_t> bits = mask.ReinterpretCast<int32_t>();
  Abs(mask, x, n);
  Adds(bits, bits, -static_cast<int32_t>(BitsOf(limit)), n);
  NegativeMask(mask, mask, n);
}

// Set where x > 0.
__aicore__ inline void PositiveMask(const Floats& mask, const Floats& x, const Floats& scratch,
                                    int32_t n) {
  NotPositiveMask(mask, x, scratch, n);
  NotBits(mask, mask, n);
}

}  // namespace openaclnn::device

#endif  // OPENACLNN_OPS_DEVICE_MASKS_H_
